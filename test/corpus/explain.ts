// `npm run explain -- mail.eml [--why-not VALUE]`: what the analysis makes of a mail, and why.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { CodeCase } from '../../src/mail/codes/code-case.js';
import { codeCases, codeScorer } from '../../src/mail/codes/codes.js';
import { parseMail } from '../../src/mail/mime/parse.js';
import type { LinkCase } from '../../src/mail/links/link-case.js';
import { LINK_ACTIONS } from '../../src/mail/analysis.js';
import { linkScorer } from '../../src/mail/links/link-scorer.js';
import { probabilityOf, type Addend } from '../../src/mail/model/model.js';
import { chancesOf } from '../../src/mail/model/choice.js';
import { categoryClues } from '../../src/mail/reading/mail-category.js';
import { analyse } from '../../src/mail/reading/analyse.js';
import { linkMail, mailLinkCases, readMailLinks } from '../../src/mail/reading/mail-links.js';
import { readMail, readPagesOf } from '../../src/mail/reading/reading.js';
import type { TextPage } from '../../src/mail/text/page.js';
import { categoryCase, TOPICS, type CategoryCase } from '../../src/mail/topic/category-case.js';
import { categoryScorer } from '../../src/mail/topic/category.js';
import { lifetimeCases } from '../../src/mail/times/lifetime-case.js';
import { lifetimeScorer } from '../../src/mail/times/expiry.js';

/** Prints what is known about the mail in `raw`, and the sum of each candidate for a code and of each link. */
function explain(raw: Buffer): void {
  const analysis = analyse(raw, { receivedAt: new Date() });
  console.dir({ ...analysis, headers: {}, htmlBody: '', attachments: [] }, { depth: 4 });
  const { pages, signs, cases, links, mail } = candidatesOf(raw);
  console.log('\nterms', JSON.stringify(signs.counts));
  pages.forEach(printPage);
  for (const one of cases) printSum(one);
  for (const one of links) printLink(one);
  const sentAt = Date.parse(mail.envelope.date ?? new Date().toISOString());
  printCategory(categoryOf(raw));
  const [main] = cases;
  if (main) printTimes(pages, main.page.text.slice(main.raw.start, main.raw.end), sentAt);
}

/** What may be the lifetime of a code where no words tell of one. */
function printTimes(pages: readonly TextPage[], code: string, sentAt: number): void {
  const scorer = lifetimeScorer();
  for (const one of lifetimeCases(pages, code, sentAt)) {
    const what = `${one.isPoint ? 'until' : 'for'} ${one.ms / 60_000} minutes`;
    printAddends(what, scorer.sum(one), scorer.addends(one).filter(shown(all)));
  }
}

/** How likely each category is, and what the sums of the likeliest two are made of. */
function printCategory(mail: CategoryCase): void {
  const scorer = categoryScorer();
  const sums = scorer.sums(mail);
  const chances = chancesOf(sums);
  const ranked = TOPICS.map((topic, i) => ({ topic, i })).sort((a, b) => sums[b.i]! - sums[a.i]!);
  for (const { topic, i } of ranked.slice(0, 2)) {
    console.log(`\n${topic}: ${sums[i]!.toFixed(2)}, probability ${chances[i]!.toFixed(3)}`);
    printAddendsOf(scorer.addends(mail, i).filter(shown(all)));
  }
  const others = ranked.slice(2).map(({ topic, i }) => `${topic} ${chances[i]!.toFixed(3)}`);
  console.log(`\nothers: ${others.join(', ')}`);
}

function categoryOf(raw: Buffer): CategoryCase {
  const mail = parseMail(raw);
  const pages = readPagesOf(mail);
  const reading = readMail(mail, pages);
  const links = readMailLinks(mail, pages, reading);
  return categoryCase(categoryClues(mail, { pages, reading, links }));
}

function candidatesOf(raw: Buffer) {
  const mail = parseMail(raw);
  const own = readPagesOf(mail);
  const reading = readMail(mail, own);
  const { pages, signs, exclusions } = reading;
  const links = mailLinkCases(own.body, linkMail(mail, own, reading));
  return { pages, signs, cases: codeCases(pages, signs, exclusions), links, mail };
}

function printPage({ source, text, hits }: TextPage): void {
  console.log(`\n${source}: ${text.trim()}`);
  for (const { start, end, term } of hits)
    console.log(`  ${term.kind} (${term.languages.join(' ')}): ${text.slice(start, end)}`);
}

/** Which addends are shown. */
type Shown = (adds: number) => boolean;
const all: Shown = (adds) => adds !== 0;
const against: Shown = (adds) => adds < 0;

/** The sum of a candidate, the heaviest addend first. */
function printSum(one: CodeCase, isShown = all): void {
  printAddends(
    one.raw.code,
    codeScorer().sum(one),
    codeScorer().addends(one).filter(shown(isShown)),
  );
}

/** The sums of a link for all that it may do. */
function printLink(one: LinkCase, isShown = all): void {
  const { text, target } = one.link;
  console.log(`\n${target.url} (${text})`);
  const sums = linkScorer().sums(one);
  LINK_ACTIONS.forEach((action, i) => {
    printAddends(action, sums[i]!, linkScorer().addends(one, i).filter(shown(isShown)));
  });
}

const shown =
  (isShown: Shown) =>
  ({ adds }: Addend) =>
    isShown(adds);

function printAddends(name: string, sum: number, addends: readonly Addend[]): void {
  console.log(`\n${name}: ${sum.toFixed(2)}, probability ${probabilityOf(sum).toFixed(3)}`);
  printAddendsOf(addends);
}

function printAddendsOf(addends: readonly Addend[]): void {
  for (const addend of [...addends].sort((a, b) => Math.abs(b.adds) - Math.abs(a.adds))) {
    const value = addend.value === 1 ? '' : ` × ${addend.value.toFixed(2)}`;
    console.log(`  ${addend.adds.toFixed(2).padStart(6)}  ${addend.name}${value}`);
  }
}

/** What speaks against a code or an address; or that the mail shows none. */
function whyNot(raw: Buffer, value: string): void {
  const { cases, links } = candidatesOf(raw);
  const one = cases.find(({ raw: { code } }) => code === value);
  const places = links.filter(({ link }) => link.target.url === value);
  if (one) printSum(one, against);
  for (const place of places) printLink(place, against);
  if (!one && places.length === 0)
    console.log(
      `${value} is no candidate: nothing in the mail has this form and stands for itself, no link leads there`,
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
if (values['why-not'] === undefined) explain(raw);
else whyNot(raw, values['why-not']);
