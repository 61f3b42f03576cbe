import { isRange, type Shape } from './code-forms.js';
import type { CodeCase } from './code-case.js';
import { flag } from '../model/feature.js';
import type { CodeFeature } from './code-feature.js';

const EXAMPLES = {
  digits: '482913',
  groups: '482 913',
  uneven: '816 30 25',
  single: '4 8 2 9 1 3',
  prefixed: 'G-482913',
  upper: 'X7K9PQ',
  lower: 'x7k9pq',
  letters: 'WDJB-MJHT',
} satisfies Partial<Record<Shape, string>>;

const shapes: readonly CodeFeature[] = Object.entries(EXAMPLES).map(([shape, example]) => ({
  name: `shape.${shape}`,
  says: `It is written as ${shape}.`,
  example,
  of: ({ raw }) => flag(raw.shape === shape),
}));

const isNumber = ({ raw }: CodeCase) => /^\d+$/.test(raw.code);

const counts: readonly CodeFeature[] = [4, 5, 6, 7, 8].map((count) => ({
  name: `digits.${count}`,
  says: `It is a number of ${count} digits.`,
  example: '482913'.padEnd(count, '07').slice(0, count),
  of: (one) => flag(one.raw.code.length === count && isNumber(one)),
}));

const MIXED = /[A-Z](?=-?\d)|\d(?=-?[A-Z])/g;

const PAIR = /^\d\d\s?[-‐‑‒–—]\s?\d\d$/;

/** How a candidate is written. */
export const form: readonly CodeFeature[] = [
  ...shapes,
  ...counts,
  {
    name: 'form.long',
    says: 'It has nine characters or more.',
    example: '4829130756',
    of: ({ raw }) => flag(raw.code.length >= 9),
  },
  {
    name: 'form.mixed',
    says: 'Letters and digits take turns.',
    example: 'X7K9PQ',
    of: ({ raw }) => flag((raw.code.match(MIXED)?.length ?? 0) > 1),
  },
  {
    name: 'form.year',
    says: 'It may be a year.',
    example: '2026',
    of: ({ raw }) => flag(/^(?:19\d\d|20[0-4]\d)$/.test(raw.code)),
  },
  {
    name: 'form.round',
    says: 'It ends in two zeros.',
    example: '5000',
    of: ({ raw }) => flag(/00$/.test(raw.code)),
  },
  {
    name: 'form.word',
    says: 'Letters that can be spoken, and a number behind them.',
    example: 'SAVE20',
    of: ({ raw }) => flag(/^(?=.{0,3}[AEIOUY])[A-Z]{3,}-?\d{1,4}$/.test(raw.code)),
  },
  {
    name: 'form.range',
    says: 'It may be a range: from a number to a larger one.',
    example: 'Lk 312-340',
    of: ({ page: { text }, raw: { start, end } }) => flag(isRange(text.slice(start, end))),
  },
  {
    name: 'form.pair',
    says: 'Two numbers of two digits, as scores and hours are written.',
    example: '31-29',
    of: ({ page: { text }, raw: { start, end } }) => flag(PAIR.test(text.slice(start, end))),
  },
  {
    name: 'form.zero',
    says: 'It begins with a zero, as numbers that count something do not.',
    example: '048291',
    of: ({ raw }) => flag(raw.code.startsWith('0')),
  },
];
