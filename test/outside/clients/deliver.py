"""Hands a message from standard input to an SMTP server; prints the last reply.

deliver.py HOST PORT OWN_ADDRESS SENDER RECIPIENT [TIMES]
"""
import smtplib
import sys

host, port, own, sender, recipient, *times = sys.argv[1:]
message = sys.stdin.buffer.read()


def deliver():
    client = smtplib.SMTP(host, int(port), timeout=60, source_address=(own, 0))
    try:
        client.ehlo()
        for code, text in (
            client.mail(sender, [f"SIZE={len(message)}"]),
            client.rcpt(recipient),
        ):
            if code >= 400:
                return code, text
        return client.data(message)
    except smtplib.SMTPDataError as error:
        return error.smtp_code, error.smtp_error
    except smtplib.SMTPResponseException as error:
        return error.smtp_code, error.smtp_error
    finally:
        client.close()


for _ in range(int(times[0]) if times else 1):
    code, text = deliver()
    print(code, text.decode("utf-8", "replace").replace("\n", " "))
