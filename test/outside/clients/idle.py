"""Connects to an SMTP server and says nothing; prints the seconds until the server speaks up, and what it says.

idle.py HOST PORT
"""
import socket
import sys
import time

host, port = sys.argv[1:]
with socket.create_connection((host, int(port)), timeout=120) as client:
    client.recv(1000)
    began = time.monotonic()
    said = client.recv(1000)
    print(round(time.monotonic() - began), said.decode().strip())
