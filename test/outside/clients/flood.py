"""Hands large pages to an SMTP server on many connections at once; prints what each was answered.

flood.py HOST PORT OWN_ADDRESS RECIPIENT MAILS MEGABYTES CONNECTIONS SECONDS
"""
import concurrent.futures
import smtplib
import sys
import time
import uuid

host, port, own, recipient, mails, megabytes, connections, seconds = sys.argv[1:]
ROW = '<tr><td><a href="https://shop.example/item">Item</a> costs 7 dollars, order before 1 pm</td></tr>\r\n'
PAGE = "<table>\r\n" + ROW * (int(megabytes) * 1_048_576 // len(ROW)) + "</table>\r\n"
began = time.monotonic()


def deliver(number):
    time.sleep(max(0, began + number * float(seconds) / int(mails) - time.monotonic()))
    head = f"Subject: All we have\r\nMessage-ID: <{uuid.uuid4()}@flood.test>\r\n"
    message = f"{head}Content-Type: text/html; charset=utf-8\r\n\r\n{PAGE}"
    try:
        client = smtplib.SMTP(host, int(port), timeout=120, source_address=(own, 0))
        try:
            client.sendmail("bulk@flood.test", [recipient], message)
            return 250
        finally:
            client.close()
    except smtplib.SMTPRecipientsRefused as error:
        return error.recipients[recipient][0]
    except smtplib.SMTPResponseException as error:
        return error.smtp_code
    except (OSError, smtplib.SMTPServerDisconnected):
        return 0


with concurrent.futures.ThreadPoolExecutor(int(connections)) as pool:
    for code in pool.map(deliver, range(int(mails))):
        print(code)
