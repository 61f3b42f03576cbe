// A site with passkeys that an unmodified library of others checks (@simplewebauthn/server), and Chromium's own JSON.
import type { Sites } from '../../support/site.js';

/** The site: where one makes a passkey, and where one signs in by it. */
export interface RelyingParty {
  readonly registerUrl: string;
  readonly loginUrl: string;
  /** Counters of the signatures that were good, in order. */
  readonly counters: readonly number[];
  /** What the library said of others. */
  readonly problems: readonly string[];
}

/** What of the library is used. */
interface WebAuthn {
  generateRegistrationOptions(options: object): Promise<Options>;
  verifyRegistrationResponse(options: object): Promise<{
    readonly verified: boolean;
    readonly registrationInfo?: { readonly credential: KnownKey };
  }>;
  generateAuthenticationOptions(options: object): Promise<Options>;
  verifyAuthenticationResponse(options: object): Promise<{
    readonly verified: boolean;
    readonly authenticationInfo: { readonly newCounter: number };
  }>;
}

interface Options {
  readonly challenge: string;
}

interface KnownKey {
  readonly id: string;
  readonly counter: number;
}

const LIBRARY = '@simplewebauthn/server';
const RP = 'site.test';

const page = (words: string, type: 'Creation' | 'Request', options: object, answer: string) =>
  `<title>Keys</title><button>${words}</button><output></output><script>
const output = document.querySelector('output');
document.querySelector('button').onclick = async () => {
  const publicKey = PublicKeyCredential.parse${type}OptionsFromJSON(${JSON.stringify(options)});
  const made = await navigator.credentials.${type === 'Creation' ? 'create' : 'get'}({ publicKey });
  const told = await fetch('${answer}', { method: 'POST', body: JSON.stringify(made) });
  output.textContent = await told.text();
  if (output.textContent === 'welcome') location = '/party/inside';
};</script>`;

/** Puts it at `site.test`. @throws Error without the package */
export async function startRelyingParty(sites: Sites): Promise<RelyingParty> {
  const library = (await import(LIBRARY)) as WebAuthn;
  const counters: number[] = [];
  const problems: string[] = [];
  const known = new Map<string, KnownKey>();
  const expected = { expectedOrigin: `https://${RP}:${sites.port}`, expectedRPID: RP };
  const userVerification = 'required';
  const registration = await library.generateRegistrationOptions({
    ...{ rpName: 'Site', rpID: RP, userName: 'ada' },
    authenticatorSelection: { residentKey: 'required', userVerification },
  });
  const authentication = await library.generateAuthenticationOptions({
    ...{ rpID: RP, userVerification },
  });
  const answer = (path: string, check: (given: KnownKey) => Promise<string>) =>
    sites.page(RP, path, (request, response) => {
      const told = check(JSON.parse(request.body) as KnownKey).catch((error: Error) => {
        problems.push(error.message);
        return error.message;
      });
      void told.then((text) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end(text));
    });
  answer('/party/made', async (response) => {
    const given = { response, expectedChallenge: registration.challenge, ...expected };
    const { verified, registrationInfo } = await library.verifyRegistrationResponse(given);
    if (!verified) throw new Error('not verified');
    known.set(registrationInfo!.credential.id, registrationInfo!.credential);
    return 'made';
  });
  answer('/party/signed', async (response) => {
    const credential = known.get(response.id);
    if (!credential) throw new Error('nobody knows this key');
    const given = { response, expectedChallenge: authentication.challenge, ...expected };
    const checked = await library.verifyAuthenticationResponse({ ...given, credential });
    if (!checked.verified) throw new Error('not verified');
    const { newCounter: counter } = checked.authenticationInfo;
    known.set(response.id, { ...credential, counter });
    counters.push(counter);
    return 'welcome';
  });
  sites.page(RP, '/party/inside', '<h1>Hello</h1><button>Log out</button>');
  const register = page('Create a passkey', 'Creation', registration, '/party/made');
  const login = page('Sign in with a passkey', 'Request', authentication, '/party/signed');
  return {
    ...{ counters, problems },
    registerUrl: sites.page(RP, '/party/register', register),
    loginUrl: sites.page(RP, '/party/login', login),
  };
}
