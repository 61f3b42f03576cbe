"""Says whether the mail on standard input has a DKIM signature that holds. Argument: the port of the resolver."""

import sys

import dkim
import dns.exception
import dns.resolver

resolver = dns.resolver.Resolver(configure=False)
resolver.nameservers = ["127.0.0.1"]
resolver.port = int(sys.argv[1])


def text(name, timeout=5):
    answer = resolver.resolve(name.decode(), "TXT", lifetime=timeout)
    return b"".join(answer[0].strings)


try:
    print("pass" if dkim.verify(sys.stdin.buffer.read(), dnsfunc=text) else "fail")
except (dkim.DKIMException, dns.exception.DNSException) as error:
    print(f"fail: {error}")
