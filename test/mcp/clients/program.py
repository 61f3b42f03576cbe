"""A program of the package `mcp`: signs in, makes an inbox, gets a code, answers the mail, and goes on when the service
is killed and when the token of its three windows expires.

Prints a line of JSON where somebody else has to do something (see foreign.ts). Arguments: mode, address of the tools.
"""

import asyncio
import json
import sys
import threading
import urllib.parse
from contextlib import AsyncExitStack, asynccontextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from pydantic import AnyUrl

MODE, URL = sys.argv[1:3]


def tell(**line):
    print(json.dumps(line), flush=True)


class Callback(BaseHTTPRequestHandler):
    """Where the browser is sent with the code."""

    query = None
    came = threading.Event()

    def do_GET(self):
        Callback.query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)
        self.send_response(200)
        self.end_headers()
        Callback.came.set()

    def log_message(self, *_):
        pass


class Memory:
    """What the program keeps."""

    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


async def redirect(url):
    if Callback.query:
        raise RuntimeError("the person is asked again")
    tell(open=url)


async def callback():
    await asyncio.to_thread(Callback.came.wait, 30)
    query = {name: values[0] for name, values in Callback.query.items()}
    return AuthorizationCodeResult(
        code=query["code"], state=query["state"], iss=query.get("iss")
    )


METADATA = OAuthClientMetadata(
    client_name="Python",
    redirect_uris=["http://127.0.0.1/callback"],
    grant_types=["authorization_code", "refresh_token"],
    response_types=["code"],
)


async def call(client, name, arguments):
    answer = await client.call_tool(name, arguments)
    if answer.is_error:
        raise RuntimeError(answer.content[0].text)
    return answer.structured_content


@asynccontextmanager
async def window(auth):
    async with httpx2.AsyncClient(auth=auth, timeout=60) as http_client:
        transport = streamable_http_client(URL, http_client=http_client)
        async with Client(transport, mode=MODE) as client:
            yield client


async def refresh_at_once(auth, client):
    """Whether three windows that keep the same get on; how many."""
    async with AsyncExitStack() as stack:
        windows = [(auth, client)]
        while len(windows) < 3:
            other = OAuthClientProvider(URL, METADATA, auth.context.storage, redirect, callback)
            # The package does not keep where it signed in.
            other.context.oauth_metadata = auth.context.oauth_metadata
            other.context.protected_resource_metadata = auth.context.protected_resource_metadata
            windows.append((other, await stack.enter_async_context(window(other))))
        for each, _ in windows:
            each.context.token_expiry_time = 1
        calls = [call(each, "list_inboxes", {}) for _, each in windows]
        return len(await asyncio.gather(*calls))


async def story(auth, client):
    tools = (await client.list_tools()).tools
    inbox = await call(client, "create_inbox", {})
    waiting = asyncio.create_task(call(client, "get_otp", {"inbox_id": inbox["id"]}))
    tell(inbox=inbox["address"])
    otp = await waiting
    reply = {
        "inbox_id": inbox["id"],
        "email_id": otp["email_id"],
        "text": f"Thanks for {otp['code']}",
    }
    await call(client, "reply_to_email", reply)
    tell(killed=True)
    await asyncio.to_thread(sys.stdin.readline)
    await call(client, "get_inbox", {"inbox_id": inbox["id"]})
    tell(
        told={
            "protocol": client.protocol_version,
            "tools": len(tools),
            "windows": await refresh_at_once(auth, client),
            "code": otp["code"],
        }
    )


async def main():
    server = HTTPServer(("127.0.0.1", 0), Callback)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    place = f"http://127.0.0.1:{server.server_port}/callback"
    metadata = METADATA.model_copy(update={"redirect_uris": [AnyUrl(place)]})
    auth = OAuthClientProvider(URL, metadata, Memory(), redirect, callback)
    async with window(auth) as client:
        await story(auth, client)


asyncio.run(main())
