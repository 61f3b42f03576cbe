import { REDIRECT } from './program.js';

/** What a program keeps, as the examples of both packages do: whatever it is given, in memory. */
export class Memory {
  readonly redirectUrl = REDIRECT;
  redirected: URL | undefined;
  private client: unknown;
  private held: { access_token: string; refresh_token?: string } | undefined;
  private verifier = '';
  private discovered: unknown;

  readonly clientMetadata = {
    client_name: 'A program of the SDK',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };

  state = () => 'a-state';
  clientInformation = () => this.client as never;
  saveClientInformation = (client: unknown) => void (this.client = client);
  tokens = () => this.held as never;
  saveTokens = (tokens: never) => void (this.held = tokens);
  redirectToAuthorization = (url: URL) => void (this.redirected = url);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
  invalidateCredentials = () => void (this.held = undefined);
  saveDiscoveryState = (found: unknown) => void (this.discovered = found);
  discoveryState = () => this.discovered as never;

  get accessToken() {
    return this.held?.access_token;
  }
}
