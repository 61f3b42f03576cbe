"""Begins large requests that do not end; prints the status each was answered, 0 without an answer.

stall.py HOST PORT KEY PATH REQUESTS MEGABYTES SECONDS
"""
import socket
import sys
import threading
import time

host, port, key, path, requests, megabytes, seconds = sys.argv[1:]
size = int(megabytes) * 1_048_576
FILLER = b"x" * (size * 2 // 3)
HEAD = (
    f"POST {path} HTTP/1.1\r\nHost: outside.test\r\nX-API-Key: {key}\r\nContent-Type: application/json\r\n"
    f'Content-Length: {size}\r\n\r\n{{"to":"kim@example.com","subject":"never","text":"'
)
end = time.monotonic() + float(seconds)
statuses = [0] * int(requests)


def stall(number):
    time.sleep(number * 0.1)
    client = socket.create_connection((host, int(port)), timeout=2)
    try:
        client.sendall(HEAD.encode())
        client.sendall(FILLER)
    except OSError:
        pass
    client.settimeout(max(0.1, end - time.monotonic()))
    try:
        answer = client.recv(200).split()
        statuses[number] = int(answer[1]) if len(answer) > 1 else 0
    except OSError:
        pass
    time.sleep(max(0, end - time.monotonic()))
    client.close()


threads = [threading.Thread(target=stall, args=(number,)) for number in range(int(requests))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for status in statuses:
    print(status)
