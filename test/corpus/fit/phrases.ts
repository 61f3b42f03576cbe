import { entriesOf, readLexicon } from '../../../scripts/lexicon-rows.js';
import type { TermKind } from '../../../src/mail/words/roles.js';
import type { CorpusMail } from '../read.js';
import { oldPhrases } from '../old-phrases.js';
import { chance, numberFor } from './chance.js';
import { madeMail } from './made-mail.js';

/** Names of a kind that are taken from each language. */
const COUNT = 24;

const LAYOUTS: readonly ((name: string, number: string) => string)[] = [
  (name, number) => `<p>${name} ${number}</p>`,
  (name, number) => `<p>${name}:</p><p><strong>${number}</strong></p>`,
  (name, number) => `<table><tr><th>${name}</th><td><b>${number}</b></td></tr></table>`,
  (name, number) => `<p>${name}</p><p style="font-size:28px">${[...number].join(' ')}</p>`,
  (name, number) => `<p style="font-size:28px"><b>${number}</b></p><p>${name}</p>`,
  (name, number) => `<p>${name}</p><p>${number.slice(0, 3)} ${number.slice(3)}</p>`,
  (name, number) => `<p>${name} – ${number}</p><p>Northwind</p>`,
];

/**
 * Mails that say nothing but a name of a word list and a number: what is called a code is one, what is called
 * another thing's number is none, whatever it looks like.
 */
export const phraseMails = (): CorpusMail[] =>
  readLexicon().flatMap((file) =>
    (['code', 'number', 'otherCode'] as const).flatMap((kind) =>
      namesOf([...entriesOf(file, kind), ...oldPhrases(file.language, kind)]).flatMap((name) =>
        toMails(file.language, kind, name),
      ),
    ),
  );

const namesOf = (entries: readonly string[]) =>
  entries
    .filter((term) => !term.includes('='))
    .map((term) => term.replace('*', ''))
    .sort((one, other) => chance(one) - chance(other))
    .slice(0, COUNT);

/** Layouts that each is put into. */
const SHOWN = [0, 1];

const toMails = (lang: string, kind: TermKind, phrase: string) =>
  SHOWN.map((time) => toMail(lang, kind, phrase, time));

function toMail(lang: string, kind: TermKind, phrase: string, time: number): CorpusMail {
  const name = `phrases-${lang}-${kind}-${phrase}${time === 0 ? '' : ` ${time}`}`;
  const number = numberFor(name);
  const layout = LAYOUTS[Math.floor(chance(`${name} layout`) * LAYOUTS.length)]!;
  return madeMail({
    name: encodeURIComponent(name),
    file: 'phrases',
    labels: { lang, class: 'code', codes: kind === 'code' ? [number] : [] },
    content: layout(phrase, number),
  });
}
