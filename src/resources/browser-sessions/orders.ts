import { problemOf } from '../../browser/acts.js';
import type { ControlPlace, KeptState, PageEntry, SeenPage } from '../../browser/forms.js';
import type { FieldName } from '../../browser/page/order.js';
import type { BrowserSession } from '../../browser/session.js';
import type { Queries } from '../../db/queries.js';
import { AppError, conflict } from '../../errors.js';
import type { Vault } from '../../vault/vault.js';
import type { CredentialsInSessions, SessionPlace } from './performing.js';
import type { BrowserStepOutcome } from './sealed-steps.js';
import { KEEP_STATE, READ_STATE } from './store.js';

/** What the service itself does in a session: each order is answered with the page behind it. */
export type PageOrder =
  /** Goes there, where the session is not there already. */
  | { readonly do: 'visit'; readonly url: string }
  /** Again: once the page is not as it was, or a while later. */
  | { readonly do: 'read'; readonly isAgain: boolean }
  /** Goes on where another session of the organization ended; `to` goes elsewhere with its cookies. */
  | {
      readonly do: 'resume';
      readonly sessionId: string;
      readonly url: string;
      readonly to?: string;
    }
  | { readonly do: 'enter'; readonly entry: PageEntry; readonly uses: readonly CredentialEntry[] }
  | { readonly do: 'submit'; readonly at: ControlPlace; readonly how: 'click' | 'enter' };

/** A credential, and the fields it goes into. */
export interface CredentialEntry {
  readonly credentialId: string;
  /** Who is told to have used it, and the key behind it. */
  readonly principal: string;
  readonly keyId: string;
  readonly fields: readonly { readonly name: FieldName; readonly at: ControlPlace }[];
}

interface OrderDeps {
  readonly use: CredentialsInSessions['use'];
  readonly states: StateStore;
}

/** Carries an order out; a picture is taken behind it. @throws AppError 403, 409 */
export async function carryOut(
  session: BrowserSession,
  place: SessionPlace,
  order: PageOrder,
  deps: OrderDeps,
): Promise<{ readonly outcome: BrowserStepOutcome; readonly picture: Buffer | null }> {
  const seen = await seenBehind(session, place, order, deps).catch(inOurWords);
  await deps.states.keep(place, await session.forms.state());
  const { picture } = await session.act({ action: 'screenshot' });
  return { outcome: { seen }, picture };
}

/** @throws AppError */
function inOurWords(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw conflict(`The page did not let it be done: ${problemOf(error)}`);
}

async function seenBehind(
  session: BrowserSession,
  place: SessionPlace,
  order: PageOrder,
  { use, states }: OrderDeps,
): Promise<SeenPage> {
  const { forms } = session;
  if (order.do === 'submit') return forms.submit(order.at, order.how);
  if (order.do === 'visit') await visit(session, order.url);
  if (order.do === 'resume') await resume(session, place, order, states);
  if (order.do === 'enter') {
    await forms.enter(order.entry);
    for (const one of order.uses) await enterCredential(session, place, one, use);
  }
  return forms.read(order.do === 'read' && order.isAgain);
}

async function visit(session: BrowserSession, url: string): Promise<void> {
  const { outcome } = await session.act({ action: 'goto', url });
  if (!outcome.ok) throw conflict(`${url} could not be opened: ${outcome.error}`);
}

async function resume(
  session: BrowserSession,
  { orgId }: SessionPlace,
  { sessionId, url, to }: Extract<PageOrder, { do: 'resume' }>,
  states: StateStore,
): Promise<void> {
  const state = await states.read({ orgId, sessionId });
  if (state) await session.forms.resume(state);
  const isPage = state?.url.startsWith('https:') === true;
  await visit(session, to ?? (isPage ? state.url : url));
}

/** By the same call, with the same checks, as by `POST /v1/credentials/use`. */
async function enterCredential(
  session: BrowserSession,
  place: SessionPlace,
  { credentialId, principal, keyId, fields }: CredentialEntry,
  use: CredentialsInSessions['use'],
): Promise<void> {
  const selectors = await session.forms.mark(fields.map(({ at }) => at));
  const places = Object.fromEntries(fields.map(({ name }, index) => [name, selectors[index]!]));
  await use(session, place, { credentialId, principal, keyId, fields: places });
}

/** What sessions can go on from, sealed. */
export class StateStore {
  constructor(
    private readonly database: Queries,
    private readonly vault: Pick<Vault, 'seal' | 'open'>,
  ) {}

  async keep({ orgId, sessionId }: SessionPlace, state: KeptState): Promise<void> {
    const about = { id: sessionId, field: 'state' };
    const sealed = await this.vault.seal(orgId, about, JSON.stringify(state));
    await this.database.query(KEEP_STATE, [sessionId, sealed]);
  }

  /** Null where nothing was kept. */
  async read({ orgId, sessionId }: SessionPlace): Promise<KeptState | null> {
    const [row] = await this.database.query<{ sealedState: Buffer | null }>(READ_STATE, [
      ...[sessionId, orgId],
    ]);
    if (!row?.sealedState) return null;
    const about = { id: sessionId, field: 'state' };
    return JSON.parse(await this.vault.open(orgId, about, row.sealedState)) as KeptState;
  }
}
