import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { Sites } from './site.js';

/** A site where one makes a passkey and signs in with it, as WebAuthn says (https://www.w3.org/TR/webauthn-3/). */
export interface PasskeySite {
  readonly registerUrl: string;
  readonly loginUrl: string;
  /** The same with a page behind it; and where it is offered with a field, as the page loads. */
  readonly enteringUrl: string;
  readonly offeringUrl: string;
  /** Counters of the signatures that were good, in order. */
  readonly counters: readonly number[];
  /** Why others were not. */
  readonly problems: readonly string[];
}

const RP = 'site.test';

const SCRIPT = `
const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));
async function told(path, body) {
  const answer = await fetch(path, { method: 'POST', body: JSON.stringify(body) });
  document.querySelector('output').textContent = await answer.text();
  const { then } = document.body.dataset;
  if (then && document.querySelector('output').textContent === 'welcome') location = then;
}
async function make(challenge) {
  const { response, id } = await navigator.credentials.create({ publicKey: {
    challenge: bytes(challenge), rp: { id: '${RP}', name: 'Site' },
    user: { id: bytes('dXNlcg=='), name: 'ada', displayName: 'Ada' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' } } });
  await told('/made', { id, key: text(response.getPublicKey()), client: text(response.clientDataJSON) });
}
async function signIn(challenge, mediation = 'optional') {
  const { response, id } = await navigator.credentials.get({ mediation, publicKey: {
    challenge: bytes(challenge), rpId: '${RP}', userVerification: 'required' } });
  await told('/signed', { id, data: text(response.authenticatorData),
    client: text(response.clientDataJSON), signature: text(response.signature) });
}
const tell = (error) => { document.querySelector('output').textContent = error.name; };`;

const pageOf = (words: string, call: string) =>
  `<title>Keys</title><button onclick="${call}.catch(tell)">${words}</button><output></output>
<script>${SCRIPT}</script>`;

/** Puts it at `site.test`; the sign-in page is at another host too, which is not the relying party's. */
export function startPasskeySite(sites: Sites): PasskeySite {
  const challenge = randomBytes(32).toString('base64');
  const counters: number[] = [];
  const problems: string[] = [];
  const keys = new Map<string, Buffer>();
  const answer = (path: string, check: (body: Signed) => string) =>
    sites.page(RP, path, (request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      response.end(check(JSON.parse(request.body) as Signed));
    });
  answer('/made', ({ id, key, client }) => {
    keys.set(id, Buffer.from(key, 'base64'));
    return isOf(client, 'webauthn.create', challenge) ? 'made' : 'wrong';
  });
  answer('/signed', (signed) => {
    const problem = problemOf(signed, keys.get(signed.id), challenge, counters.at(-1) ?? 0);
    if (problem !== null) problems.push(problem);
    else counters.push(counterOf(signed));
    return problem ?? 'welcome';
  });
  const login = pageOf('Sign in with a passkey', `signIn('${challenge}')`);
  sites.page('evil.test', '/login', login);
  sites.page(RP, '/inside', '<h1>Hello</h1><button>Log out</button>');
  return {
    ...{ counters, problems },
    registerUrl: sites.page(RP, '/register', pageOf('Create a passkey', `make('${challenge}')`)),
    loginUrl: sites.page(RP, '/login', login),
    enteringUrl: sites.page(RP, '/entering', `<body data-then="/inside">${login}`),
    offeringUrl: sites.page(
      RP,
      '/offering',
      `<body data-then="/inside"><form onsubmit="return false"><label>Email <input autocomplete="username webauthn"></label>
<button>Continue</button></form><output></output>
<script>${SCRIPT} signIn('${challenge}', 'conditional').catch(tell);</script>`,
    ),
  };
}

interface Signed {
  readonly id: string;
  readonly key: string;
  readonly client: string;
  readonly data: string;
  readonly signature: string;
}

function isOf(client: string, type: string, challenge: string): boolean {
  const said = JSON.parse(Buffer.from(client, 'base64').toString()) as Record<string, string>;
  const isAsked = Buffer.from(said.challenge!, 'base64url').toString('base64') === challenge;
  return isAsked && said.type === type && said.origin!.startsWith(`https://${RP}:`);
}

/** Section 7.2: what a relying party checks of an assertion. */
function problemOf(
  { client, data, signature }: Signed,
  key: Buffer | undefined,
  challenge: string,
  last: number,
): string | null {
  if (!key) return 'nobody knows this key';
  if (!isOf(client, 'webauthn.get', challenge)) return 'it was not asked for';
  const [authenticator, clientData] = [data, client].map((text) => Buffer.from(text, 'base64'));
  if (!authenticator!.subarray(0, 32).equals(sha256(Buffer.from(RP)))) return 'another party';
  if ((authenticator![32]! & 0b101) !== 0b101) return 'nobody was there';
  if (authenticator!.readUInt32BE(33) <= last) return 'a copy of the key was used';
  const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
  const signed = Buffer.concat([authenticator!, sha256(clientData!)]);
  return verify('sha256', signed, publicKey, Buffer.from(signature, 'base64')) ? null : 'forged';
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const counterOf = ({ data }: Signed) => Buffer.from(data, 'base64').readUInt32BE(33);
