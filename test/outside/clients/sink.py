"""An SMTP server that takes everything; prints its port, then the subject of each mail it took.

sink.py SECONDS, which it takes before it says that the data may come
"""
import asyncio
import re
import sys


async def serve(reader, writer):
    async def say(text):
        writer.write(f"{text}\r\n".encode())
        await writer.drain()

    await say("220 sink.test ESMTP")
    while line := await reader.readline():
        verb = line[:4].upper()
        if verb == b"DATA":
            await asyncio.sleep(float(sys.argv[1]))
            await say("354 Go on")
            data = b""
            while not data.endswith(b"\r\n.\r\n"):
                more = await reader.readline()
                if not more:
                    return
                data += more
            subject = re.search(rb"^subject: *(.*?)\r\n", data, re.I | re.M)
            print(subject.group(1).decode() if subject else "", flush=True)
            await say("250 2.0.0 Taken")
        elif verb == b"QUIT":
            await say("221 Bye")
            break
        else:
            await say("250 sink.test")
    writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=64 * 1_048_576)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
