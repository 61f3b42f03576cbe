// `npm run corpus [-- --misses [PART]] [--lang CODE] [--from FOLDER]`: what the analysis makes of the corpus,
// or of labelled mails in another folder.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildMail } from './build.js';
import { readCorpus, type CorpusMail } from './read.js';
import { samples } from './samples.js';
import { scoreSpamSet } from './spam-set.js';
import { isForTuning, judge, scores, type Part } from './score.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    misses: { type: 'boolean', default: false },
    lang: { type: 'string' },
    from: { type: 'string' },
    write: { type: 'string' },
    samples: { type: 'boolean', default: false },
    'spam-set': { type: 'boolean', default: false },
  },
});

if (values.write) {
  const mail = readCorpus().find(({ name }) => name === values.write);
  if (!mail) throw new Error(`No mail ${values.write}`);
  process.stdout.write(buildMail(mail));
  process.exit();
}

if (values['spam-set']) {
  console.log(await scoreSpamSet());
  process.exit();
}

if (values.samples) {
  for (const line of await samples(readCorpus().filter(isForTuning))) console.log(line);
  process.exit();
}

const folder = values.from && pathToFileURL(`${resolve(values.from)}/`);
const mails = readCorpus(folder || undefined).filter(
  ({ labels }) => !values.lang || labels.lang === values.lang,
);
const isShown = folder ? () => true : isForTuning;
const tuning = await partsOf(mails.filter(isShown));
const judging = await partsOf(mails.filter((mail) => !isShown(mail)));

console.log(`${mails.length} mails\n`);
console.log(row('', 'tuning', 'n', 'judging', 'n', 'goal'));
for (const [i, part] of tuning.entries()) {
  const other = judging[i]!;
  const met = other.figure >= part.goal ? 'yes' : 'NO';
  const goal = `≥ ${part.goal} ${met}`;
  console.log(row(part.part, percent(part), String(part.n), percent(other), String(other.n), goal));
}
// Mails of the judging half are not shown: who tunes on them has nothing left to judge with.
if (values.misses) for (const part of tuning.filter(isAsked)) show(part);

async function partsOf(chosen: readonly CorpusMail[]): Promise<Part[]> {
  const judged = [];
  for (const mail of chosen) judged.push(await judge(mail));
  return scores(judged);
}

function isAsked({ part }: Part): boolean {
  return positionals.length === 0 || positionals.some((name) => part.includes(name));
}

function show({ part, misses }: Part): void {
  console.log(`\n${part}`);
  for (const { mail, expected, got } of misses)
    console.log(`  ${mail.name} (${mail.file})\n    wanted: ${expected}\n    got:    ${got}`);
}

function percent({ figure }: Part): string {
  return figure.toFixed(3);
}

function row(...[name = '', ...cells]: string[]): string {
  return `${name.padEnd(30)}${cells.map((cell) => cell.padStart(12)).join('')}`;
}
