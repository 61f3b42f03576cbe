// `npm run explain -- mail.eml`: what the analysis makes of a mail, and why, for those who tune it.
import { readFile } from 'node:fs/promises';
import { analyse } from '../../src/mail/reading/analyse.js';
import { findRawCodes } from '../../src/mail/codes/code-candidates.js';
import { explainCode } from '../../src/mail/codes/code-evidence.js';
import { mailWeight, type MailWeight } from '../../src/mail/codes/code-mail.js';
import type { TextPage } from '../../src/mail/text/page.js';
import { parseMail } from '../../src/mail/mime/parse.js';
import { readMail, readPagesOf } from '../../src/mail/reading/reading.js';

/** Prints everything that is known about the mail in `raw`. */
export async function explain(raw: Buffer): Promise<void> {
  const analysis = await analyse(raw, { receivedAt: new Date() });
  console.dir({ ...analysis, headers: {}, htmlBody: '', attachments: [] }, { depth: 4 });
  const mail = await parseMail(raw);
  const { pages, signs } = await readMail(mail, readPagesOf(mail));
  console.log('\nterms', JSON.stringify(signs.counts));
  for (const page of pages) explainPage(page, mailWeight(signs));
}

function explainPage(page: TextPage, mail: MailWeight): void {
  console.log(`\n${page.source}: ${page.text.trim()}`);
  for (const { start, end, term } of page.hits)
    console.log(`  ${term.kind} (${term.languages.join(' ')}): ${page.text.slice(start, end)}`);
  for (const raw of findRawCodes(page.text))
    console.log(`  ${raw.code}`, JSON.stringify(explainCode(page, raw, mail)));
}

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('npm run explain -- mail.eml');
  process.exit(2);
}
await explain(await readFile(file));
