"""A program of the package `mcp`: signs in, makes an inbox, gets a code, answers the mail.

Prints a line of JSON where somebody else has to do something (see foreign.ts). Arguments: mode, address of the tools.
"""

import asyncio
import json
import sys
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

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
    tell(open=url)


async def callback():
    await asyncio.to_thread(Callback.came.wait, 30)
    query = {name: values[0] for name, values in Callback.query.items()}
    return AuthorizationCodeResult(
        code=query["code"], state=query["state"], iss=query.get("iss")
    )


async def story(client):
    tools = (await client.list_tools()).tools
    inbox = (await client.call_tool("create_inbox", {})).structured_content
    waiting = asyncio.create_task(
        client.call_tool("get_otp", {"inbox_id": inbox["id"]})
    )
    tell(inbox=inbox["address"])
    otp = (await waiting).structured_content
    reply = {
        "inbox_id": inbox["id"],
        "email_id": otp["email_id"],
        "text": f"Thanks for {otp['code']}",
    }
    answered = await client.call_tool("reply_to_email", reply)
    if answered.is_error:
        raise RuntimeError(answered.content[0].text)
    tell(
        told={
            "protocol": client.protocol_version,
            "tools": len(tools),
            "code": otp["code"],
        }
    )


async def main():
    server = HTTPServer(("127.0.0.1", 0), Callback)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    metadata = OAuthClientMetadata(
        client_name="Python",
        redirect_uris=[f"http://127.0.0.1:{server.server_port}/callback"],
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
    )
    auth = OAuthClientProvider(URL, metadata, Memory(), redirect, callback)
    async with httpx2.AsyncClient(auth=auth, timeout=60) as http_client:
        transport = streamable_http_client(URL, http_client=http_client)
        async with Client(transport, mode=MODE) as client:
            await story(client)


asyncio.run(main())
