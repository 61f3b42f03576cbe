import type { z } from 'zod';
import type { JsonWriter } from '../operations/prepared-json.js';
import { email } from './email-shape.js';
import type { Description } from './mail/described.js';

// An email's JSON is made once, when the mail is read, but for what changes and for its bodies, which are
// kept as they are (docs/decisions/0024-the-json-of-an-email-is-made-once.md).

/** The form that is stored; it is raised with what `MADE` says. 0: mail stored before there was any. */
export const SHOWN_VERSION = 1;

/** A field of an email as lists show it. */
type Field = keyof typeof email.shape;

/** Fields that may change, or differ between the copies of a message: the statement that reads a row makes their JSON. */
const ROW = {
  id: true,
  inbox_id: true,
  thread_id: true,
  is_read: true,
  received_at: true,
  parse_status: true,
  direction: true,
  status: true,
  size: true,
  labels: true,
  workflow_id: true,
} as const;

/** Fields that are added when a mail is read: from objects, or since a part of the mail is shown. */
const READ_TIME = { truncated: true, next_offset: true, sending: true, auth: true } as const;

const BODIES = { text_body: true, html_body: true, stripped_text: true } as const;
const CANDIDATES = { otp_candidates: true } as const;
const LINKS = { verification_links: true, magic_links: true, links: true, parsed: true } as const;

/** An email in a list whose `view` may be that of a summary. */
export const listedEmail = email.partial({ ...BODIES, ...CANDIDATES, ...LINKS });

/** The fields that are added when a mail is read. */
export const readTimeFields = email.pick(READ_TIME);

/** The fields that are made once. */
const madeFields = email.omit({ ...ROW, ...READ_TIME, ...BODIES });

type ReadonlyDeep<T> = T extends Date | string | number | boolean | null | undefined
  ? T
  : { readonly [Name in keyof T]: ReadonlyDeep<T[Name]> };

/** What `makeShown` makes JSON of. */
export type Shown = ReadonlyDeep<z.input<typeof madeFields>>;

/** What of it may be much: it is left out of summaries, and where mail is large. */
export type ShownLinks = Pick<Shown, keyof typeof LINKS>;

/** Columns of `stored_messages`. */
export interface MadeShown {
  readonly shown_version: number;
  /** A line for the candidates, and one for each run of short fields in the order of the schema. */
  readonly shown: string;
  /** A line for each run of the links. */
  readonly shown_links: string;
}

type SectionSource = 'row' | 'beside' | 'bodies' | 'candidates' | 'links' | 'short';

/** Fields that follow one another in the schema and come from one place. */
export interface ShownSection {
  readonly place: SectionSource;
  readonly fields: readonly Field[];
}

/** An email, part by part. */
export const SECTIONS = sectionsOf(Object.keys(email.shape) as Field[]);

function sectionsOf(fields: readonly Field[]): readonly ShownSection[] {
  const sections: { place: SectionSource; fields: Field[] }[] = [];
  for (const field of fields) {
    const place = placeOf(field);
    const last = sections.at(-1);
    if (last?.place === place) last.fields.push(field);
    else sections.push({ place, fields: [field] });
  }
  return sections;
}

function placeOf(field: Field): SectionSource {
  if (field in ROW) return 'row';
  if (field in READ_TIME) return 'beside';
  if (field in BODIES) return 'bodies';
  if (field in CANDIDATES) return 'candidates';
  return field in LINKS ? 'links' : 'short';
}

/** What the statement that reads a row makes JSON of: a line for each run, in the order of the schema. */
export const ROW_RUNS = SECTIONS.filter(({ place }) => place === 'row').map(
  ({ fields }) => fields as readonly (keyof typeof ROW)[],
);

/** Makes the JSON of what never changes of a mail, checked against the schema. */
export function makeShown(shown: Shown): MadeShown {
  const checked = madeFields.parse(shown);
  return {
    shown_version: SHOWN_VERSION,
    shown: [...linesOf('candidates', checked), ...linesOf('short', checked)].join('\n'),
    shown_links: linksLines(checked),
  };
}

/** `shown_links` of these links. */
export const linksLines = (links: ShownLinks): string => linesOf('links', links).join('\n');

const linesOf = (place: SectionSource, values: Values): string[] =>
  SECTIONS.filter((section) => section.place === place).map(({ fields }) =>
    membersOf(fields, values),
  );

type Values = Readonly<Partial<Record<Field, unknown>>>;

/** The members of an object, without its braces. No JSON holds a line feed. */
function membersOf(fields: readonly Field[], values: Values): string {
  let members = '';
  for (const field of fields)
    if (values[field] !== undefined)
      members += `${members && ','}"${field}":${JSON.stringify(values[field])}`;
  return members;
}

/** The links of `shown_links`. */
export const readLinks = (lines: string): ShownLinks => objectOf(lines) as ShownLinks;

/** What of the short fields stands among the links as well. */
export const readShort = (lines: string): Pick<Shown, 'otp_codes' | 'category'> =>
  objectOf(lines) as Shown;

const objectOf = (lines: string): unknown => JSON.parse(`{${lines.replaceAll('\n', ',')}}`);

/** `shown` with what a model said of the mail. */
export const describedShown = (lines: string, { summary, category }: Description): string =>
  withValues(lines, { ...(summary && { summary }), ...(category && { category }) });

/** The same of `shown_links`. */
export const describedLinks = (lines: string, { category }: Description): string =>
  category === undefined
    ? lines
    : withValues(lines, { parsed: { ...readLinks(lines).parsed, category } });

/** Lines with other values of fields that they have. */
const withValues = (lines: string, values: Values): string =>
  lines
    .split('\n')
    .map((line) => {
      const had = objectOf(line) as Values;
      const changed = Object.entries(values).filter(([field]) => field in had);
      return JSON.stringify({ ...had, ...Object.fromEntries(changed) }).slice(1, -1);
    })
    .join('\n');

/** The candidates of `shown`. */
export const readCandidates = (lines: string): Shown['otp_candidates'] =>
  (objectOf(lines.split('\n', 1)[0]!) as Shown).otp_candidates;

/** SQL: the candidates of `stored_messages s`, of whichever version, as JSON. */
export const CANDIDATES_OF = `
  coalesce(('{' || split_part(s.shown, E'\\n', 1) || '}')::json->'otp_candidates', s.otp_candidates::json)`;

/** What an email's JSON is put together from. */
export interface EmailParts extends Pick<MadeShown, 'shown' | 'shown_links'> {
  /** The lines of `ROW_RUNS`. */
  readonly row: string;
  readonly beside: z.output<typeof readTimeFields>;
  readonly bodies: Pick<z.output<typeof email>, keyof typeof BODIES>;
}

/** Adds the members of an email as its schema makes them. */
export const writeEmail = (json: JsonWriter, parts: EmailParts): void =>
  write(json, SECTIONS, parts);

type SummaryJsonParts = Pick<EmailParts, 'shown' | 'row' | 'beside'>;

/** The same of a summary. */
export const writeSummary = (json: JsonWriter, parts: SummaryJsonParts): void =>
  write(json, OF_SUMMARY, parts);

/** The same of a summary. */
export const OF_SUMMARY = SECTIONS.filter(({ place }) =>
  ['row', 'beside', 'short'].includes(place),
);

/** What of an email depends on how much of it is shown. */
export const OF_EXTENT = SECTIONS.filter(
  ({ place, fields }) => place === 'bodies' || place === 'links' || fields.includes('truncated'),
);

type ExtentParts = Pick<EmailParts, 'bodies' | 'shown_links'> & {
  readonly beside: Pick<EmailParts['beside'], 'truncated' | 'next_offset'>;
};

/** Adds an email of which all but `OF_EXTENT` is there: `between` is what stands around those. */
export function writeExtent(
  json: JsonWriter,
  between: readonly string[],
  parts: ExtentParts,
): void {
  const links = parts.shown_links.split('\n');
  let linked = 0;
  for (const [index, { place, fields }] of OF_EXTENT.entries()) {
    json.add(between[index]!);
    if (place === 'bodies') addTexts(json, fields, parts.bodies);
    else if (place === 'links') json.add(`,${links[linked++]!}`);
    else addBeside(json, fields, parts.beside);
  }
  json.add(between[OF_EXTENT.length]!);
}

type SomeParts = SummaryJsonParts & Partial<EmailParts>;

function write(json: JsonWriter, sections: readonly ShownSection[], parts: SomeParts): void {
  const row = parts.row.split('\n');
  const short = parts.shown.split('\n');
  const links = parts.shown_links?.split('\n') ?? [];
  let [rows, shorts, linked] = [0, 1, 0];
  for (const { place, fields } of sections) {
    // The first section is of the row.
    if (place === 'row') json.add(`${rows > 0 ? ',' : ''}${row[rows++]!}`);
    else if (place === 'beside') addBeside(json, fields, parts.beside);
    else if (place === 'bodies') addTexts(json, fields, parts.bodies!);
    else if (place === 'links') json.add(`,${links[linked++]!}`);
    else json.add(`,${place === 'candidates' ? short[0]! : short[shorts++]!}`);
  }
}

function addBeside(json: JsonWriter, fields: readonly Field[], values: Values): void {
  const members = membersOf(fields, values);
  if (members !== '') json.add(`,${members}`);
}

function addTexts(json: JsonWriter, fields: readonly Field[], texts: Values): void {
  for (const field of fields) {
    json.add(`,"${field}":`);
    json.addText(texts[field] as string);
  }
}
