// `npm run explain -- mail.eml [--why-not VALUE]`: what the analysis makes of a mail, and why.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { explainCode } from '../../src/mail/codes/code-evidence.js';
import { mailWeight } from '../../src/mail/codes/code-mail.js';
import { codeCases, codeScorer, type RankedCase } from '../../src/mail/codes/codes.js';
import { parseMail } from '../../src/mail/mime/parse.js';
import { probabilityOf, type Addend } from '../../src/mail/model/model.js';
import { analyse } from '../../src/mail/reading/analyse.js';
import { prepareReading, readMail, readPagesOf, urlsOf } from '../../src/mail/reading/reading.js';
import type { TextPage } from '../../src/mail/text/page.js';
import { lifetimeCases } from '../../src/mail/times/lifetime-case.js';
import { lifetimeScorer } from '../../src/mail/times/likely-lifetime.js';

/** Prints what is known about the mail in `raw`, and the sum of each candidate for a code. */
async function explain(raw: Buffer): Promise<void> {
  const analysis = await analyse(raw, { receivedAt: new Date() });
  console.dir({ ...analysis, headers: {}, htmlBody: '', attachments: [] }, { depth: 4 });
  const { pages, signs, cases, mail } = await candidatesOf(raw);
  console.log('\nterms', JSON.stringify(signs.counts));
  pages.forEach(printPage);
  const weight = mailWeight(signs);
  for (const one of cases) {
    printSum(one);
    console.log('  the rules:', JSON.stringify(explainCode(one.page, one.raw, weight)));
  }
  const sentAt = Date.parse(mail.envelope.date ?? new Date().toISOString());
  const [main] = cases;
  if (main) printTimes(pages, main.page.text.slice(main.raw.start, main.raw.end), sentAt);
}

/** What may be the lifetime of a code where no words tell of one. */
function printTimes(pages: readonly TextPage[], code: string, sentAt: number): void {
  const scorer = lifetimeScorer();
  for (const one of lifetimeCases(pages, code, sentAt)) {
    const what = `${one.isPoint ? 'until' : 'for'} ${one.ms / 60_000} minutes`;
    printAddends(what, scorer.sum(one), scorer.addends(one));
  }
}

async function candidatesOf(raw: Buffer) {
  const mail = await parseMail(raw);
  const own = readPagesOf(mail);
  const { pages } = await readMail(mail, own);
  const { signs, exclusions } = prepareReading(pages, mail, urlsOf(own));
  return { pages, signs, mail, cases: codeCases(pages, signs, exclusions) };
}

function printPage({ source, text, hits }: TextPage): void {
  console.log(`\n${source}: ${text.trim()}`);
  for (const { start, end, term } of hits)
    console.log(`  ${term.kind} (${term.languages.join(' ')}): ${text.slice(start, end)}`);
}

/** The sum of a candidate; with `only`, what speaks that way alone. */
function printSum(one: RankedCase, only?: (adds: number) => boolean): void {
  const scorer = codeScorer();
  printAddends(one.raw.code, scorer.sum(one), scorer.addends(one), only);
}

/** The heaviest addend first. */
function printAddends(
  what: string,
  sum: number,
  all: readonly Addend[],
  only: (adds: number) => boolean = (adds) => adds !== 0,
): void {
  console.log(`\n${what}: ${sum.toFixed(2)}, probability ${probabilityOf(sum).toFixed(3)}`);
  const addends = all.filter(({ adds }) => only(adds));
  addends.sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds));
  for (const { name, value, adds } of addends)
    console.log(
      `  ${adds.toFixed(2).padStart(6)}  ${name}${value === 1 ? '' : ` × ${value.toFixed(2)}`}`,
    );
}

/** What speaks against a value; or that it has not the form of a code. */
async function whyNot(raw: Buffer, value: string): Promise<void> {
  const { cases } = await candidatesOf(raw);
  const one = cases.find(({ raw: { code } }) => code === value);
  if (one) printSum(one, (adds) => adds < 0);
  else
    console.log(
      `${value} is no candidate: nothing in the mail has this form and stands for itself`,
    );
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'why-not': { type: 'string' } },
});
const [file] = positionals;
if (file === undefined) {
  console.error('npm run explain -- mail.eml [--why-not VALUE]');
  process.exit(2);
}
const raw = await readFile(file);
if (values['why-not'] === undefined) await explain(raw);
else await whyNot(raw, values['why-not']);
