// Reads a mailbox with emersion/go-imap v2 and prints the sizes of its mails.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log"
	"os"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

func main() {
	pem, err := os.ReadFile(os.Args[2])
	check(err)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	client, err := imapclient.DialTLS("127.0.0.1:"+os.Args[1], &imapclient.Options{
		TLSConfig: &tls.Config{RootCAs: roots},
	})
	check(err)
	check(client.Login("in@restante.test", "secret").Wait())
	boxes, err := client.List("", "*", &imap.ListOptions{
		ReturnStatus: &imap.StatusOptions{NumMessages: true},
	}).Collect()
	check(err)
	if len(boxes) != 3 {
		log.Fatalf("%d mailboxes", len(boxes))
	}
	_, err = client.Select("INBOX", &imap.SelectOptions{ReadOnly: true}).Wait()
	check(err)
	found, err := client.UIDSearch(&imap.SearchCriteria{Larger: 1}, &imap.SearchOptions{ReturnAll: true}).Wait()
	check(err)
	mails, err := client.Fetch(found.All, &imap.FetchOptions{
		Envelope: true, UID: true, BodyStructure: &imap.FetchItemBodyStructure{Extended: true},
		BodySection: []*imap.FetchItemBodySection{{Peek: true}},
	}).Collect()
	check(err)
	for _, mail := range mails {
		fmt.Print(len(mail.BodySection[0].Bytes), " ")
	}
	check(client.Logout().Wait())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
