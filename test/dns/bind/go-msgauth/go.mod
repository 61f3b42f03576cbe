module restante.test/verify-dkim

go 1.23

require github.com/emersion/go-msgauth v0.7.0

require golang.org/x/crypto v0.31.0 // indirect
