"""Reads the zone file on standard input; says its records as JSON. Argument: the zone."""

import json
import sys

import dns.rdatatype
import dns.zone

zone = dns.zone.from_text(sys.stdin.read(), origin=sys.argv[1], relativize=False, check_origin=False)
records = []
for name, ttl, data in zone.iterate_rdatas():
    value = data.to_text()
    if data.rdtype == dns.rdatatype.TXT:
        value = b"".join(data.strings).decode()
    records.append({"type": dns.rdatatype.to_text(data.rdtype), "name": name.to_text(), "value": value})
json.dump(records, sys.stdout)
