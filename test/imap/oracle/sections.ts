import type { PlacedPart } from '../../../src/mail/structure/part-map.js';

/** Sections that are compared of a message at most. */
const MAX_SECTIONS = 80;
const MAX_BINARIES = 20;
const OF_MESSAGE = ['', 'HEADER', 'TEXT', '1', '1.MIME', '1.1', '9', '1.HEADER', '1.TEXT'];
const FIELDS = [
  'HEADER.FIELDS (From SUBJECT Received)',
  'HEADER.FIELDS (X-None)',
  'HEADER.FIELDS.NOT (Received To)',
];
const PARTIALS = ['<0.10>', '<7.100>', '<100000000.1>'];

/** Everything that can be asked for of a message with these parts. */
export function sectionsOf(message: PlacedPart): string[] {
  const sections = new Set([...OF_MESSAGE, ...FIELDS, ...within(message, '')]);
  const items = [...sections].map((section) => `BODY.PEEK[${section}]`);
  const cut = PARTIALS.flatMap((partial) =>
    ['', 'TEXT', '1'].map((section) => `BODY.PEEK[${section}]${partial}`),
  );
  return [...items.slice(0, MAX_SECTIONS), ...cut];
}

/** What can be asked for of its parts without their encoding; each may be refused alone. */
export function binariesOf(message: PlacedPart): string[] {
  const sections = within(message, '').filter((section) => /^[\d.]+$/.test(section));
  const parts = ['1', '9', ...sections];
  return [...new Set(parts)]
    .slice(0, MAX_BINARIES)
    .flatMap((part) => [
      `BINARY.SIZE[${part}]`,
      `BINARY.PEEK[${part}]`,
      `BINARY.PEEK[${part}]<3.20>`,
    ]);
}

function within(part: PlacedPart, path: string): string[] {
  const inside = part.message ?? part;
  const children = inside.children ?? (part.message ? [inside] : []);
  const own = path === '' ? [] : [path, `${path}.MIME`];
  const ofMessage = part.message
    ? ['HEADER', 'TEXT', 'HEADER.FIELDS (Subject)'].map((what) => `${path}.${what}`)
    : [];
  return [
    ...own,
    ...(path === '' ? [] : ofMessage),
    ...children.flatMap((child, index) =>
      within(child, `${path === '' ? '' : `${path}.`}${index + 1}`),
    ),
  ];
}
