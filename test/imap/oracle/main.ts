import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { parseArgs } from 'node:util';
import { readPartMap } from '../../../src/mail/structure/part-map.js';
import { messageStructure } from '../../../src/mail/structure/structure.js';
import { closeFixtures, startFixture } from '../fixture.js';
import { ACCEPTED, type Difference } from './accepted.js';
import { HungUp, ImapClient, type StatusResponse } from './client.js';
import { startDovecot } from './dovecot.js';
import { oracleMessages, type OracleMessage } from './messages.js';
import { searchDifferences } from './searches.js';
import { binariesOf, sectionsOf } from './sections.js';

const ITEMS = 'RFC822.SIZE ENVELOPE BODY BODYSTRUCTURE';
const AT_ONCE = 50;

interface Servers {
  readonly ours: ImapClient;
  /** Dovecot hangs up over some parts: then there is another one. */
  theirs: ImapClient;
  readonly openTheirs: () => Promise<ImapClient>;
}

async function startServers(messages: readonly OracleMessage[]) {
  const fixture = await startFixture();
  for (const { raw } of messages) fixture.inbox.inbox.add(raw);
  const dovecot = await startDovecot(messages.map(({ raw }) => raw));
  const socket = connectTls({ port: fixture.port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const ours = new ImapClient(socket);
  await ours.greeted();
  const openTheirs = async () => examined(await dovecot.client());
  const theirs = await openTheirs();
  const servers: Servers = { ours: await examined(ours), theirs, openTheirs };
  return {
    servers,
    async close() {
      ours.close();
      servers.theirs.close();
      await Promise.all([closeFixtures(), dovecot.close()]);
    },
  };
}

async function examined(client: ImapClient): Promise<ImapClient> {
  await client.command('LOGIN in@restante.test secret');
  await client.command('EXAMINE INBOX');
  return client;
}

async function* differences(
  servers: Servers,
  messages: readonly OracleMessage[],
): AsyncGenerator<Difference> {
  const { ours } = servers;
  for (let from = 1; from <= messages.length; from += AT_ONCE) {
    const set = `${from}:${Math.min(from + AT_ONCE - 1, messages.length)}`;
    yield* compared(messages, await ours.fetch(set, ITEMS), await servers.theirs.fetch(set, ITEMS));
  }
  for (const [index, { raw }] of messages.entries()) {
    const parts = readPartMap(messageStructure(raw).partMap, 0);
    const items = sectionsOf(parts).join(' ');
    const set = String(index + 1);
    yield* compared(messages, await ours.fetch(set, items), await servers.theirs.fetch(set, items));
    for (const item of binariesOf(parts)) {
      const told = await answered(ours, set, item);
      yield* compared(messages, told, await answeredByThem(servers, set, item));
    }
  }
}

/** What is told of an item that may be refused. */
const answered = (client: ImapClient, set: string, item: string): Promise<Fetched> =>
  client.fetch(set, item).catch((error: Error) => {
    if (error instanceof HungUp) throw error;
    return refused(set, item, error.message);
  });

async function answeredByThem(servers: Servers, set: string, item: string): Promise<Fetched> {
  try {
    return await answered(servers.theirs, set, item);
  } catch (error) {
    if (!(error instanceof HungUp)) throw error;
    servers.theirs = await servers.openTheirs();
    return refused(set, item, 'BYE');
  }
}

function refused(set: string, item: string, message: string): Fetched {
  const name = item.replace('.PEEK', '').replace(/\.\d+>/, '>');
  return new Map([[Number(set), new Map([[name, codeOf(message)]])]]);
}

const codeOf = (text: string) => ({ atom: /\b(?:NO|BAD)(?: \[[\w-]+\])?/.exec(text)?.[0] ?? text });

type Fetched = Awaited<ReturnType<ImapClient['fetch']>>;

function* compared(
  messages: readonly OracleMessage[],
  ours: Fetched,
  theirs: Fetched,
): Generator<Difference> {
  for (const [number, items] of ours)
    for (const [item, answer] of items) {
      const told = { ours: written(answer), theirs: written(theirs.get(number)?.get(item)) };
      const { name: message, raw } = messages[number - 1]!;
      const kind = item.replace(/\d+/g, 'n').replace(/(?:n\.)+n/g, 'n');
      if (told.ours !== told.theirs) yield { kind, message, raw, item, ...told };
    }
}

/** Names of types and parameters have no case. */
const written = (answer: StatusResponse | undefined) => JSON.stringify(answer) ?? 'nothing';

/** All that FETCH tells. */
async function* fetchDifferences(messages: readonly OracleMessage[]): AsyncGenerator<Difference> {
  const { servers, close } = await startServers(messages);
  try {
    yield* differences(servers, messages);
  } finally {
    await close();
  }
}

// `npm run imap:oracle -- [fetch] [search] [--step N] [--words N] [--show N]`: every Nth message of the set, N words for
// each key of SEARCH; both parts unless named.
const PARTS = { fetch: fetchDifferences, search: searchDifferences } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    step: { type: 'string', default: '1' },
    words: { type: 'string', default: '100' },
    show: { type: 'string', default: '3' },
  },
});
const wanted = Object.entries(PARTS)
  .filter(([part]) => positionals.length === 0 || positionals.includes(part))
  .map(([, differencesOf]) => differencesOf);
const messages = oracleMessages(Number(values.step));
const accepted = new Map<string, number>();
const others = new Map<string, Difference[]>();
const judge = (difference: Difference) => {
  const reason = ACCEPTED.find(({ accepts }) => accepts(difference))?.reason;
  if (reason) accepted.set(reason, (accepted.get(reason) ?? 0) + 1);
  else others.set(difference.kind, [...(others.get(difference.kind) ?? []), difference]);
};

function report(): void {
  console.log(`${messages.length} messages`);
  for (const [reason, count] of accepted) console.log(`accepted ${count} × ${reason}`);
  for (const [kind, found] of others) {
    console.log(`\n${kind}: ${found.length} differences`);
    for (const { message, item, ours, theirs } of found.slice(0, Number(values.show)))
      console.log(`  ${message}: ${item}\n    ours   ${ours}\n    theirs ${theirs}`);
  }
}

try {
  for (const differencesOf of wanted)
    for await (const difference of differencesOf(messages, Number(values.words))) judge(difference);
} finally {
  report();
}
process.exitCode = others.size === 0 ? 0 : 1;
