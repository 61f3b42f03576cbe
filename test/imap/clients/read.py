"""Reads a mailbox with one of three libraries; prints the sizes of its mails and what is new meanwhile."""
import imaplib
import ssl
import sys

library, port, ca = sys.argv[1], int(sys.argv[2]), sys.argv[3]
context = ssl.create_default_context(cafile=ca)
USER, PASSWORD = "in@restante.test", "secret"


def with_imaplib():
    with imaplib.IMAP4_SSL("127.0.0.1", port, ssl_context=context) as client:
        client.login(USER, PASSWORD)
        client.select("INBOX", readonly=True)
        _, found = client.uid("SEARCH", None, "ALL")
        uids = found[0].split()
        bodies = [client.uid("FETCH", uid, "(BODY.PEEK[])")[1][0][1] for uid in uids]
        print(imaplib.__doc__ and sys.version.split()[0])
        return [len(body) for body in bodies]


def with_imap_tools():
    import imap_tools

    with imap_tools.MailBox("127.0.0.1", port, ssl_context=context).login(
        USER, PASSWORD, initial_folder=None
    ) as box:
        box.folder.set("INBOX", readonly=True)
        print(imap_tools.__version__)
        assert [folder.name for folder in box.folder.list()] == ["INBOX", "Sent", "Spam"]
        mails = list(box.fetch(mark_seen=False))
        assert [a.filename for m in mails for a in m.attachments] == ["a.pdf"]
        assert len(list(box.fetch(imap_tools.AND(subject="Your code"), mark_seen=False))) == 1
        return [mail.size_rfc822 for mail in mails]


def with_imapclient():
    import imapclient

    with imapclient.IMAPClient("127.0.0.1", port, ssl_context=context) as client:
        client.login(USER, PASSWORD)
        client.select_folder("INBOX", readonly=True)
        print(imapclient.__version__)
        uids = client.search("ALL")
        fetched = client.fetch(uids, ["ENVELOPE", "BODYSTRUCTURE", "BODY.PEEK[]", "FLAGS"])
        assert fetched[uids[0]][b"ENVELOPE"].subject == b"Your code"
        client.idle()
        client.idle_done()
        return [len(fetched[uid][b"BODY[]"]) for uid in uids]


print(*{"imaplib": with_imaplib, "imap_tools": with_imap_tools, "IMAPClient": with_imapclient}[library]())
