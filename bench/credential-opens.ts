import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FieldValues, FoundForm } from '../src/browser/fill.js';
import { credentialOpening } from '../src/composition/browser.js';
import { openKeyedParts } from '../src/composition/keyed-parts.js';
import { Database } from '../src/db/database.js';
import type { PageToFill } from '../src/resources/credentials/opening.js';
import { atLeast, type Figure } from './figures.js';

// As many as an organization has sessions.
const AT_ONCE = 20;
const OPENS = 2_000;

/** Whose credential is opened, and what is in it. */
interface Known {
  readonly orgId: string;
  readonly credentialId: string;
  readonly value: string;
}

/**
 * How often a second credentials of one organization are opened: the log written before, the value opened, the log
 * and the event written behind. A page is stood in for.
 */
export async function auditedOpens(
  databaseUrl: string,
  dataDir: string,
  { value, ...of }: Known,
): Promise<Figure> {
  const MASTER_KEY = (await readFile(join(dataDir, 'master-key'), 'utf8')).trim();
  const database = await Database.open({
    ...{ url: databaseUrl, poolSize: AT_ONCE, queryTimeout: 10_000, entities: [] },
  });
  try {
    const parts = await openKeyedParts({ MASTER_KEY }, database);
    const { opening, audit } = credentialOpening(database, parts);
    const use = { ...of, sessionId: 'brs_bench', principal: 'key', keyId: 'key', fields: null };
    const lane = async () => {
      for (let n = 0; n < OPENS / AT_ONCE; n++) await opening.fillIn(pageThatTakes(value), use);
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const rate = OPENS / ((performance.now() - began) / 1_000);
    const { ok, entries } = await audit.verify(of.orgId);
    if (!ok || entries < 2 * OPENS) throw new Error('The audit log is not whole');
    return { what: 'audited opens', value: rate, unit: '/s', n: OPENS, goal: atLeast(rate, 500) };
  } finally {
    await database.close();
  }
}

/** A page with a field for a password. @throws Error where it gets another value */
function pageThatTakes(value: string): PageToFill {
  const form: FoundForm = {
    ...{ origin: 'https://site.test', found: ['value'] },
    fill: async (given: FieldValues) => {
      if (given.value !== value) throw new Error('Another value was opened');
    },
    press: async () => undefined,
    close: async () => undefined,
  };
  return {
    findForm: async () => form,
    hide: () => undefined,
    usePasskey: () => Promise.reject(new Error('There is no passkey')),
  };
}
