// Says whether the mail on standard input has DKIM signatures that hold. Argument: the port of the resolver.
package main

import (
	"context"
	"fmt"
	"net"
	"os"

	"github.com/emersion/go-msgauth/dkim"
)

func main() {
	resolver := &net.Resolver{
		PreferGo: true,
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, "127.0.0.1:"+os.Args[1])
		},
	}
	lookUp := func(name string) ([]string, error) {
		return resolver.LookupTXT(context.Background(), name+".")
	}
	options := &dkim.VerifyOptions{LookupTXT: lookUp}
	verifications, err := dkim.VerifyWithOptions(os.Stdin, options)
	if err != nil || len(verifications) == 0 {
		fmt.Println("fail:", err)
		return
	}
	for _, verification := range verifications {
		if verification.Err != nil {
			fmt.Println("fail:", verification.Err)
			return
		}
	}
	fmt.Println("pass")
}
