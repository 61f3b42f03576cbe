// `npm run corpus [-- --misses [PART]] [--lang CODE] [--from FOLDER]`: what the analysis makes of the corpus,
// or of labelled mails in another folder.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildMail } from './build.js';
import { APART, readCorpus, type CorpusMail } from './read.js';
import { samples } from './samples.js';
import { scoreSpamSet } from './spam-set.js';
import { isForTuning, isForTuningApart, judge, scores, type Part } from './score.js';

const HANDS_APART = {
  zinnia: 'Languages with a short list, or none:',
  yarrow: 'What services send:',
  quince: 'With markup for programs:',
};

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
  for (const line of samples(readCorpus().filter(isForTuning))) console.log(line);
  process.exit();
}

const folder = values.from && pathToFileURL(`${resolve(values.from)}/`);
const mails = readCorpus(folder || undefined).filter(
  ({ labels }) => !values.lang || labels.lang === values.lang,
);
const isShown = folder ? () => true : isForTuning;
report('', mails, isShown);
if (!folder)
  for (const [hand, title] of Object.entries(HANDS_APART))
    report(title, readCorpus(APART).filter(isOf(hand)), isForTuningApart);

/** Mails of the judging half are not shown: who tunes on them has nothing left to judge with. */
function report(
  title: string,
  chosen: readonly CorpusMail[],
  isTuned: (mail: CorpusMail) => boolean,
): void {
  const tuning = partsOf(chosen.filter(isTuned));
  const judging = partsOf(chosen.filter((mail) => !isTuned(mail)));
  console.log(`\n${title} ${chosen.length} mails\n`.replace('\n ', ''));
  console.log(row('', 'tuning', 'n', 'judging', 'n', 'goal'));
  for (const [i, part] of tuning.entries()) {
    const other = judging[i]!;
    const goal = `≥ ${part.goal} ${other.figure >= part.goal ? 'yes' : 'NO'}`;
    console.log(
      row(part.part, percent(part), String(part.n), percent(other), String(other.n), goal),
    );
  }
  if (values.misses) for (const part of tuning.filter(isAsked)) show(part);
}

function isOf(hand: string) {
  return ({ file, labels }: CorpusMail) =>
    file.startsWith(`${hand}-`) && (!values.lang || labels.lang === values.lang);
}

function partsOf(chosen: readonly CorpusMail[]): Part[] {
  const judged = [];
  for (const mail of chosen) judged.push(judge(mail));
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
