import { isRange, type Shape } from './code-forms.js';
import type { CodeCase } from './code-case.js';
import { features } from '../model/feature.js';

const SHAPES: readonly Shape[] = [
  ...(['digits', 'groups', 'uneven', 'single', 'prefixed', 'upper', 'lower', 'letters'] as const),
];

const isNumber = ({ raw }: CodeCase) => /^\d+$/.test(raw.code);

const MIXED = /[A-Z](?=-?\d)|\d(?=-?[A-Z])/g;

const PAIR = /^\d\d\s?[-‐‑‒–—]\s?\d\d$/;

/** How a candidate is written. */
export const form = [
  // It is written so. `482913`, `482-913`, `G-482913`, `X7K9PQ`
  ...SHAPES.flatMap((shape) =>
    features<CodeCase>({ [`shape.${shape}`]: ({ raw }) => raw.shape === shape }),
  ),
  // It is a number of so many digits. `482913`
  ...[4, 5, 6, 7, 8].flatMap((count) =>
    features<CodeCase>({
      [`digits.${count}`]: (one) => one.raw.code.length === count && isNumber(one),
    }),
  ),
  ...features<CodeCase>({
    // It has nine characters or more. `4829130756`
    'form.long': ({ raw }) => raw.code.length >= 9,
    // Letters and digits take turns. `X7K9PQ`
    'form.mixed': ({ raw }) => (raw.code.match(MIXED)?.length ?? 0) > 1,
    // It may be a year. `2026`
    'form.year': ({ raw }) => /^(?:19\d\d|20[0-4]\d)$/.test(raw.code),
    // It ends in two zeros. `5000`
    'form.round': ({ raw }) => /00$/.test(raw.code),
    // Letters that can be spoken, and a number behind them. `SAVE20`
    'form.word': ({ raw }) => /^(?=.{0,3}[AEIOUY])[A-Z]{3,}-?\d{1,4}$/.test(raw.code),
    // It may be a range: from a number to a larger one. `Lk 312-340`
    'form.range': ({ page: { text }, raw: { start, end } }) => isRange(text.slice(start, end)),
    // Two numbers of two digits, as scores and hours are written. `31-29`
    'form.pair': ({ page: { text }, raw: { start, end } }) => PAIR.test(text.slice(start, end)),
    // It begins with a zero, as numbers that count something do not. `048291`
    'form.zero': ({ raw }) => raw.code.startsWith('0'),
  }),
];
