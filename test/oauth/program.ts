import * as oauth from 'oauth4webapi';
import { anywhere } from './anywhere.js';
import { allow } from './browser.js';

const insecure = (headers: Readonly<Record<string, string>> = {}) => ({
  [oauth.allowInsecureRequests]: true,
  headers: new Headers({ ...anywhere(), ...headers }),
});

/** Where programs of tests have browsers sent. */
export const REDIRECT = 'http://127.0.0.1:7777/callback';

/** What came of a sign-in. */
export type Tokens = oauth.TokenEndpointResponse;

/** A program that signs in by OAuth, with an implementation of the protocol that is not ours. */
export class Program {
  private constructor(
    readonly server: oauth.AuthorizationServer,
    readonly client: oauth.Client,
    private readonly auth: oauth.ClientAuth,
  ) {}

  /** Registers one; `metadata` is as RFC 7591 has it. */
  static async register(
    baseUrl: string,
    metadata: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Program> {
    const server = await discover(baseUrl);
    const body = { client_name: 'Test', redirect_uris: [REDIRECT], ...NONE, ...metadata };
    const response = await oauth.dynamicClientRegistrationRequest(server, body, insecure(headers));
    const client = await oauth.processDynamicClientRegistrationResponse(response);
    const secret = client.client_secret as string | undefined;
    return Program.known(server, client, secret);
  }

  static known(server: oauth.AuthorizationServer, client: oauth.Client, secret?: string): Program {
    return new Program(server, client, secret ? oauth.ClientSecretBasic(secret) : oauth.None());
  }

  /** The same program, asking another process of the same service. */
  at(baseUrl: string): Program {
    const { token_endpoint: token, ...server } = this.server;
    const elsewhere = new URL(new URL(token!).pathname, baseUrl).href;
    return new Program({ ...server, token_endpoint: elsewhere }, this.client, this.auth);
  }

  /** Begins a sign-in. */
  async begin(
    parameters: Readonly<Record<string, string>> = {},
    redirectUri = REDIRECT,
  ): Promise<SignInUnderWay> {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(this.server.authorization_endpoint!);
    const asked = {
      client_id: this.client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      ...parameters,
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return { url, verifier, state, redirectUri };
  }

  /** Checks what the browser came back with, `iss` among it (RFC 9207). */
  parametersOf(callback: URL, { state }: SignInUnderWay): URLSearchParams {
    return oauth.validateAuthResponse(this.server, this.client, callback, state);
  }

  /** The answer to an exchange of the code, whatever it is. */
  exchange(
    callback: URL,
    underWay: SignInUnderWay,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return oauth.authorizationCodeGrantRequest(
      this.server,
      this.client,
      this.auth,
      this.parametersOf(callback, underWay),
      underWay.redirectUri,
      underWay.verifier,
      { ...insecure(), additionalParameters: more },
    );
  }

  /** All of a sign-in. */
  async signIn(
    key: string,
    parameters: Readonly<Record<string, string>> = {},
    redirectUri = REDIRECT,
  ): Promise<Tokens> {
    const underWay = await this.begin(parameters, redirectUri);
    const callback = await allow(underWay.url, key);
    const response = await this.exchange(callback, underWay, resourceOf(parameters));
    return oauth.processAuthorizationCodeResponse(this.server, this.client, response);
  }

  /** The answer to a refresh, whatever it is. */
  refresh(refreshToken: string, more: Readonly<Record<string, string>> = {}): Promise<Response> {
    const options = { ...insecure(), additionalParameters: more };
    const { server, client, auth } = this;
    return oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, options);
  }

  async refreshed(refreshToken: string): Promise<Tokens> {
    const response = await this.refresh(refreshToken);
    return oauth.processRefreshTokenResponse(this.server, this.client, response);
  }

  /** The answer to a request for a token of the program's own. */
  forItself(parameters: Readonly<Record<string, string>> = {}): Promise<Response> {
    const { server, client, auth } = this;
    return oauth.clientCredentialsGrantRequest(server, client, auth, parameters, insecure());
  }

  revoke(token: string): Promise<Response> {
    return oauth.revocationRequest(this.server, this.client, this.auth, token, insecure());
  }
}

/** What a program remembers until the browser is back. */
export interface SignInUnderWay {
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
  readonly redirectUri: string;
}

const NONE = { token_endpoint_auth_method: 'none' };

const resourceOf = ({ resource }: Readonly<Record<string, string>>) =>
  resource === undefined ? {} : { resource };

/** The metadata of the server at `baseUrl`. */
export async function discover(baseUrl: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(baseUrl);
  const options = { ...insecure(), algorithm: 'oauth2' as const };
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
}
