import {
  OF_EXTENT,
  OF_SUMMARY,
  ROW_RUNS,
  SECTIONS,
  SHOWN_VERSION,
  type ShownSection,
} from '../../store/shown.js';
import {
  beginningOf,
  IS_SMALL,
  LINKS_READ,
  rowMembers,
  timeInSql,
  type SqlExtent,
} from './rows.js';
import { sql, textInSql, type Piece } from './sql-text.js';

// The statement of a list makes the JSON of its mails, which is handed on as it is
// (docs/decisions/0055-pages-are-made-by-their-statement.md). It is what `writing.ts` writes of rows, to the byte.

/** A byte between mails: no JSON holds it. */
export const MAIL_END = 0x1e;
/** What stands where something of a mail is left out, and before what that is to be made of. */
export const LEFT_OUT = '\x1f';

/** How a statement makes JSON of the mails `emails e`, with the tables of `EMAIL_JOINS`. */
export interface MadeJson {
  /** Tables that come behind those of `EMAIL_JOINS`. */
  readonly tables: string;
  /** Whether it makes it. What a model described, is large or of a version before is written elsewhere. */
  readonly isMade: string;
  /** The JSON of a mail. */
  readonly json: string;
}

// Metadata are the client's, of any form.
const IS_PLAIN = `s.shown_version = ${SHOWN_VERSION} AND e.described IS NULL
  AND coalesce(d.metadata = '{}', true)`;
const LINES = `string_to_array(s.shown, E'\\n') AS lines`;
const LINKS = `string_to_array(s.shown_links, E'\\n') AS links`;

/** SQL for the JSON of mails as lists show them. */
export function madeJson(extent: SqlExtent): MadeJson {
  if (extent === 'whole') return madeWhole();
  if (extent !== 'summary') return ofBeginnings(extent.characters);
  const pieces = OF_SUMMARY.flatMap((section) => piecesOf(section));
  return {
    tables: foundOnce('m', LINES),
    isMade: IS_PLAIN,
    json: textInSql(['{', ...pieces, '}']),
  };
}

/** The same of all of them; `runId` says which run finished one. */
export function madeWhole(runId?: string): MadeJson {
  const pieces = SECTIONS.flatMap((section) => piecesOf(section, runId));
  return {
    tables: foundOnce('m', LINES, LINKS),
    isMade: `${IS_PLAIN} AND ${IS_SMALL}`,
    json: textInSql(['{', ...pieces, '}']),
  };
}

/** A table of expressions that are found once, and not wherever they are used. */
const foundOnce = (name: string, ...columns: readonly string[]) =>
  ` CROSS JOIN LATERAL (SELECT ${columns.join(', ')} OFFSET 0) ${name}`;

/**
 * Where links are longer than `max`, or a text is not ASCII, of which characters may count twice, what depends on the
 * extent is left out. Behind the mail then stand its text, as JSON, and its links.
 */
function ofBeginnings(max: number | string): MadeJson {
  const fits = `octet_length(m.beginning) = length(m.beginning) AND octet_length(s.shown_links) <= ${max}`;
  const leftOut = `E'\\x1f'`;
  const whereItFits = (section: ShownSection) => [
    sql(`CASE WHEN f.fits THEN ${textInSql(clippedPieces(section, max))} ELSE ${leftOut} END`),
  ];
  const pieces = SECTIONS.flatMap((section) =>
    OF_EXTENT.includes(section) ? whereItFits(section) : piecesOf(section),
  );
  const behind = `${leftOut} || to_json(m.beginning)::text || ${leftOut} || s.shown_links`;
  return {
    tables:
      foundOnce('m', LINES, LINKS, `${beginningOf(max)} AS beginning`) +
      foundOnce('f', `${fits} AS fits`),
    isMade: `${IS_PLAIN} AND ${LINKS_READ}`,
    json: textInSql(['{', ...pieces, '}', sql(`CASE WHEN f.fits THEN '' ELSE ${behind} END`)]),
  };
}

/** The members of a section whose mail is shown whole. */
function piecesOf(section: ShownSection, runId?: string): Piece[] {
  const { place, fields } = section;
  const turn = turnOf(section);
  switch (place) {
    case 'row':
      return [turn > 1 ? ',' : '', ...rowMembers(ROW_RUNS[turn - 1]!, runId)];
    case 'beside':
      return fields.flatMap((field) => BESIDE[field] ?? []);
    case 'bodies':
      return fields.flatMap((field) => [`,"${field}":`, sql(`to_json(s.${field})::text`)]);
    case 'links':
      return [',', sql(`m.links[${turn}]`)];
    case 'candidates':
      return [',', sql('m.lines[1]')];
    case 'short':
      return [',', sql(`m.lines[${turn + 1}]`)];
  }
}

/** The same of what depends on the extent, of a mail that fits. */
function clippedPieces(section: ShownSection, max: number | string): Piece[] {
  if (section.place === 'links') return piecesOf(section);
  if (section.place === 'beside') {
    const offset = textInSql([',"truncated":true,"next_offset":', sql(`${max}::text`)]);
    return [sql(`CASE WHEN length(m.beginning) > ${max} THEN ${offset} ELSE '' END`)];
  }
  return section.fields.flatMap((field) => [
    `,"${field}":`,
    field === 'text_body' ? sql(`to_json(left(m.beginning, ${max}))::text`) : '""',
  ]);
}

/** Which section of its place it is, from 1. */
const turnOf = (section: ShownSection): number =>
  SECTIONS.filter(({ place }) => place === section.place).indexOf(section) + 1;

/** A member of an object in jsonb, which has blanks between items and another order of members. */
const member = (object: string, name: string): Piece[] => [
  `"${name}":`,
  sql(`coalesce(${object}->'${name}', 'null')::text`),
];

const members = (object: string, names: readonly string[]): Piece[] =>
  names.flatMap((name, index) => [index > 0 ? ',' : '', ...member(object, name)]);

const AUTH = textInSql([
  '{',
  ...members('c.auth', ['spf', 'dkim', 'dmarc', 'policy', 'arc', 'aligned_domain', 'verdict']),
  // They are words.
  ',"flags":',
  sql(`replace(c.auth->>'flags', ', ', ',')`),
  '}',
]);

const orNull = (expression: string) => sql(`coalesce(${expression}, 'null')`);

const RECIPIENT = textInSql([
  '{',
  ...members('one.recipient', ['address', 'status', 'response']),
  '}',
]);

const SENDING = textInSql([
  ...['provider', 'provider_message_id', 'error'].flatMap((field, index) => [
    `${index > 0 ? ',' : '{'}"${field}":`,
    orNull(`to_json(d.${field})::text`),
  ]),
  ...['send_at', 'sent_at'].flatMap((field) => [
    `,"${field}":`,
    orNull(`'"' || ${timeInSql(`d.${field}`)} || '"'`),
  ]),
  ',"metadata":{},"recipients":[',
  sql(`coalesce((SELECT string_agg(${RECIPIENT}, ',' ORDER BY one.turn)
    FROM jsonb_array_elements(d.recipients) WITH ORDINALITY AS one (recipient, turn)), '')`),
  ']}',
]);

const BESIDE: Partial<Record<string, readonly Piece[]>> = {
  sending: [',"sending":', sql(`CASE WHEN d.email_id IS NULL THEN 'null' ELSE ${SENDING} END`)],
  auth: [',"auth":', sql(`CASE WHEN c.auth IS NULL THEN 'null' ELSE ${AUTH} END`)],
};
