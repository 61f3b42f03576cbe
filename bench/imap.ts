import { join } from 'node:path';
import { call, withDatabase, type BenchInbox } from './client.js';
import { atLeast, atMost, type Bench, type Figure } from './figures.js';
import { filledWord, fillMails, MAILS_AN_INBOX } from './fill.js';
import { withProgram, type Program } from './generator.js';
import type { ImapTarget } from './generators/imap-session.js';
import type { ImapCommands } from './generators/imap.js';
import { MEASURABLE } from './memory.js';
import { withService, type BenchService } from './service.js';

interface ImapInbox extends BenchInbox {
  readonly imap_username: string;
  readonly imap_password: string;
}

interface Parts {
  readonly service: BenchService;
  readonly client: Program<ImapCommands>;
  readonly target: ImapTarget;
  readonly full: boolean;
}

/** Reading 10,000 mails by IMAP. */
export const imap: Bench = ({ full, directory }) =>
  withProgram('generators/imap', (client: Program<ImapCommands>) =>
    withService(
      { dataDir: join(directory, 'service'), nodeArguments: MEASURABLE },
      async (service) => {
        const inbox = await createInbox(service);
        await withDatabase(service.databaseUrl, (database) => fillMails(database, [inbox]));
        const parts = { service, client, target: targetOf(service, inbox), full };
        return {
          figures: [...(await firstUse(parts)), ...(await commands(parts)), ...(await load(parts))],
        };
      },
    ),
  );

const createInbox = (service: BenchService) => call<ImapInbox>(service, '/v1/inboxes', {});

const targetOf = ({ imap: { port } }: BenchService, inbox: ImapInbox): ImapTarget => ({
  ...{ port, isTls: true, username: inbox.imap_username, password: inbox.imap_password },
});

/** Mail whose parts nobody has looked for. */
async function firstUse({ client, target }: Parts): Promise<Figure[]> {
  const command = 'FETCH 1:* (ENVELOPE)';
  const { p50: value } = await client.ask('times', { target, command, times: 1 });
  return [{ what: 'all envelopes for the first time', value, unit: 'ms' }];
}

const PAGE = `FETCH ${MAILS_AN_INBOX - 49}:* (UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE)`;
/** What is asked for, and milliseconds it may take. */
const COMMANDS: readonly (readonly [what: string, command: string, goal: number, times: number])[] =
  [
    ['SELECT', 'EXAMINE INBOX', 5, 50],
    ['a page of 50 envelopes', PAGE, 4, 100],
    ['a body', 'FETCH 5000 BODY.PEEK[]', 2, 200],
    ['a part', 'FETCH 5000 BODY.PEEK[1]', 2, 200],
    ['all flags', 'FETCH 1:* (UID FLAGS)', 60, 10],
    ['all envelopes', 'FETCH 1:* (UID ENVELOPE)', 300, 5],
    ['all BODYSTRUCTUREs', 'FETCH 1:* (UID BODYSTRUCTURE)', 250, 5],
    ['SEARCH SUBJECT', `SEARCH SUBJECT ${filledWord(300)}`, 20, 20],
    ['SEARCH BODY', `SEARCH BODY ${filledWord(300)}`, 70, 20],
    ['SEARCH TEXT', `SEARCH TEXT ${filledWord(300)}`, 150, 20],
    ['SEARCH TEXT, in most mails', `SEARCH TEXT ${filledWord(0)}`, 150, 10],
  ];

async function commands({ client, target }: Parts): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, command, goal, times] of COMMANDS) {
    const spread = await client.ask('times', { target, command, times });
    figures.push({
      what,
      value: spread.p50,
      unit: 'ms',
      ...spread,
      goal: atMost(spread.p50, goal),
    });
  }
  return figures;
}

async function load({ client, target, full }: Parts): Promise<Figure[]> {
  const job = { target, connections: 10, seconds: full ? 10 : 4, messages: MAILS_AN_INBOX };
  const signIns = await client.ask('signIns', job);
  const bodies = await client.ask('bodies', job);
  return [
    { what: 'signed in, 10 at once', value: signIns, unit: '/s', goal: atLeast(signIns, 300) },
    { what: 'bodies, 10 connections', value: bodies, unit: '/s', goal: atLeast(bodies, 2_000) },
  ];
}
