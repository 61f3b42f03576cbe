import { createHash } from 'node:crypto';
import type { Cookie } from 'playwright-core';
import type { BrowserSession } from '../../browser/session.js';
import type { Queries } from '../../db/queries.js';
import type { Vault } from '../../vault/vault.js';

interface CookiesDeps {
  readonly database: Queries;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
}

/** A credential, as far as cookies are kept beside it. */
export interface CookieOwner {
  readonly id: string;
  readonly orgId: string;
}

interface OwnerRow {
  readonly service: string;
  readonly origins: readonly string[];
}

// More is no state of one site.
const MAX_LENGTH = 512 * 1024;

/** What sites gave sessions that signed in: sealed beside the credential, as secret as it. */
export class CredentialCookies {
  constructor(private readonly deps: CookiesDeps) {}

  /** Gives a session those that were kept; answers how many. */
  async bring(
    session: BrowserSession,
    { id, orgId }: CookieOwner,
    sealed: Buffer | null,
  ): Promise<number> {
    if (sealed === null) return 0;
    const text = await this.deps.vault.open(orgId, { id, field: 'cookies' }, sealed);
    const cookies = JSON.parse(text) as Cookie[];
    await session.addCookies(cookies);
    return cookies.length;
  }

  /**
   * Keeps those that a session has of where the credential belongs, unless they are the `last` ones; answers what they
   * are known by. Without a last one it only does that.
   */
  async keep(
    session: BrowserSession,
    { id, orgId }: CookieOwner,
    last: string | null,
  ): Promise<string | null> {
    const { database, vault } = this.deps;
    const [owner] = await database.query<OwnerRow>(FIND, [id, orgId]);
    const cookies = owner && (await session.cookiesOf(owner));
    if (!cookies) return last;
    const text = JSON.stringify(cookies);
    const digest = createHash('sha256').update(text).digest('base64');
    if (last === null || digest === last || text.length > MAX_LENGTH) return digest;
    const sealed = await vault.seal(orgId, { id, field: 'cookies' }, text);
    await database.query(KEEP, [id, orgId, sealed]);
    return digest;
  }
}

const FIND = 'SELECT service, origins FROM credentials WHERE id = $1 AND org_id = $2';
const KEEP = 'UPDATE credentials SET sealed_cookies = $3 WHERE id = $1 AND org_id = $2';
