// A program of the Go SDK: signs in, makes an inbox, gets a code, answers the mail, and goes on when the service is
// killed. Prints a line of JSON where somebody else has to do something (see foreign.ts). Argument: the address of the
// tools.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

type object = map[string]any

func tell(line object) {
	text, _ := json.Marshal(line)
	fmt.Println(string(text))
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// signIn is where the browser is sent with the code.
func signIn() auth.OAuthHandler {
	came := make(chan *auth.AuthorizationResult, 1)
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	go http.Serve(listener, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		came <- &auth.AuthorizationResult{Code: query.Get("code"), State: query.Get("state"), Iss: query.Get("iss")}
	}))
	metadata := &oauthex.ClientRegistrationMetadata{
		ClientName:   "Go",
		RedirectURIs: []string{fmt.Sprintf("http://%s/callback", listener.Addr())},
	}
	return must(auth.NewAuthorizationCodeHandler(&auth.AuthorizationCodeHandlerConfig{
		DynamicClientRegistrationConfig: &auth.DynamicClientRegistrationConfig{Metadata: metadata},
		RequestRefreshToken:             true,
		AuthorizationCodeFetcher: func(_ context.Context, asked *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
			tell(object{"open": asked.URL})
			return <-came, nil
		},
	}))
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client := mcp.NewClient(&mcp.Implementation{Name: "go", Version: "1"}, nil)
	transport := &mcp.StreamableClientTransport{Endpoint: os.Args[1], OAuthHandler: signIn()}
	session := must(client.Connect(ctx, transport, nil))
	defer session.Close()
	call := func(name string, args object) object {
		result := must(session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args}))
		if result.IsError {
			log.Fatal(name, result.Content)
		}
		return result.StructuredContent.(object)
	}

	tools := must(session.ListTools(ctx, nil)).Tools
	inbox := call("create_inbox", object{})
	tell(object{"inbox": inbox["address"]})
	otp := call("get_otp", object{"inbox_id": inbox["id"]})
	call("reply_to_email", object{
		"inbox_id": inbox["id"], "email_id": otp["email_id"], "text": fmt.Sprintf("Thanks for %s", otp["code"]),
	})
	tell(object{"killed": true})
	must(bufio.NewReader(os.Stdin).ReadString('\n'))
	call("get_inbox", object{"inbox_id": inbox["id"]})
	tell(object{"told": object{
		"protocol": session.InitializeResult().ProtocolVersion, "tools": len(tools), "code": otp["code"],
	}})
}
