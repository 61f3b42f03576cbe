"""Hands small mail to an SMTP server, one after the other; prints a reply code and seconds for each.

steady.py HOST PORT OWN_ADDRESS RECIPIENT SECONDS PAUSE
"""
import smtplib
import sys
import time
import uuid

host, port, own, recipient, seconds, pause = sys.argv[1:]
end = time.monotonic() + float(seconds)


def deliver():
    message = f"Subject: Your code\r\nMessage-ID: <{uuid.uuid4()}@calm.test>\r\n\r\nYour code is 482913\r\n"
    client = smtplib.SMTP(host, int(port), timeout=60, source_address=(own, 0))
    try:
        client.sendmail("no-reply@calm.test", [recipient], message)
        return 250
    finally:
        client.close()


while time.monotonic() < end:
    began = time.monotonic()
    try:
        code = deliver()
    except smtplib.SMTPRecipientsRefused as error:
        code = error.recipients[recipient][0]
    except smtplib.SMTPResponseException as error:
        code = error.smtp_code
    print(code, round(time.monotonic() - began, 3), flush=True)
    time.sleep(float(pause))
