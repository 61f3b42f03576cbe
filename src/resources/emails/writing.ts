import { JsonWriter, type PreparedJson } from '../../operations/prepared-json.js';
import {
  readTimeFields,
  describedLinks,
  describedShown,
  writeEmail,
  writeExtent,
  writeSummary,
} from '../../store/shown.js';
import { briefly, noLinks, partOf, wholeOf, type EmailPart, type ShownPart } from './email-part.js';
import type { PageOfMails } from './large-mail.js';
import { LEFT_OUT, MAIL_END } from './made-json.js';
import type { EmailDetail, EmailRow, Extent } from './rows.js';
import { detailFields, presentAuth, presentSending } from './schema.js';
import type { WholeEmail } from './reading.js';
import type { EmailPage } from './selection.js';

/** A page of emails. */
export function emailPage(
  { mails, cursor, has_more }: Omit<EmailPage, 'state'>,
  extent: Extent,
): PreparedJson {
  const json = new JsonWriter();
  json.add('{"data":[');
  writeMails(json, mails, extent);
  json.add(`],"cursor":${JSON.stringify(cursor)},"has_more":${has_more}}`);
  return json.written();
}

/** Adds the mails of a page: mostly what their statement made of them. */
function writeMails(
  json: JsonWriter,
  { made, others }: PageOfMails<EmailRow | null>,
  extent: Extent,
): void {
  if (others.length === 0 && !made.includes(LEFT_OUT)) {
    json.addBytes(withCommas(made));
    return;
  }
  const rest = others.values();
  let between = '';
  for (const mail of mailsIn(made)) {
    const row = mail.length === 0 ? rest.next().value : undefined;
    if (row === null) continue;
    json.add(between);
    if (row) writeRow(json, row, extent);
    else addMade(json, mail, extent);
    between = ',';
  }
}

const COMMA = 0x2c;

/** The same bytes, changed where they are. */
function withCommas(made: Buffer): Buffer {
  for (let at = made.indexOf(MAIL_END); at >= 0; at = made.indexOf(MAIL_END, at)) made[at] = COMMA;
  return made;
}

function* mailsIn(made: Buffer): Generator<Buffer> {
  let from = 0;
  for (let at = made.indexOf(MAIL_END); at >= 0; at = made.indexOf(MAIL_END, from)) {
    yield made.subarray(from, at);
    from = at + 1;
  }
  yield made.subarray(from);
}

function addMade(json: JsonWriter, mail: Buffer, extent: Extent): void {
  if (typeof extent !== 'object' || !mail.includes(LEFT_OUT)) {
    json.addBytes(mail);
    return;
  }
  const pieces = mail.toString().split(LEFT_OUT);
  const [text, links] = pieces.splice(-2) as [string, string];
  const { bodies, shown_links, ...beside } = briefly(
    { text_body: JSON.parse(text) as string, html_body: '', shown_links: links },
    extent.characters,
  );
  writeExtent(json, pieces, { bodies, shown_links: shown_links!, beside });
}

/** Adds a list of emails. */
export function writeEmails(json: JsonWriter, rows: readonly EmailRow[], extent: Extent): void {
  for (const [index, row] of rows.entries()) {
    json.add(index === 0 ? '[' : ',');
    writeRow(json, row, extent);
  }
  json.add(rows.length === 0 ? '[]' : ']');
}

function writeRow(json: JsonWriter, given: EmailRow, extent: Extent): void {
  const row = asDescribed(given);
  json.add('{');
  if (extent === 'summary') writeSummary(json, madeOf(row));
  else writePart(json, row, extent === 'whole' ? wholeOf(row) : briefly(row, extent.characters));
  json.add('}');
}

/** A row as a single read shows it: all of it, or a part. */
export function emailDetail(given: EmailDetail, wanted: EmailPart = {}): PreparedJson {
  const row = asDescribed(given);
  const [part, headers] = partOf(row, wanted);
  const json = new JsonWriter();
  json.add('{');
  writePart(json, row, part);
  addDetails(json, { attachments: row.attachments, headers });
  return json.written();
}

/** An email that is shown whole. */
export function wholeEmail({ mail, ...details }: WholeEmail): PreparedJson {
  const json = new JsonWriter();
  // Its last brace comes behind the rest.
  if (Buffer.isBuffer(mail)) json.addBytes(mail.subarray(0, -1));
  else {
    const row = asDescribed(mail);
    json.add('{');
    writePart(json, row, wholeOf(row));
  }
  addDetails(json, details);
  return json.written();
}

function addDetails(json: JsonWriter, details: Omit<WholeEmail, 'mail'>): void {
  json.add(`,${JSON.stringify(detailFields.parse(details)).slice(1)}`);
}

/** A row as a model described it. */
function asDescribed<Row extends EmailRow>(row: Row): Row {
  const { described, shown, shown_links: links } = row;
  if (described === null) return row;
  const linked = links && describedLinks(links, described);
  return { ...row, shown: describedShown(shown, described), shown_links: linked };
}

const writePart = (json: JsonWriter, row: EmailRow, part: ShownPart): void =>
  writeEmail(json, {
    shown: row.shown,
    row: row.row_json,
    beside: besideOf(row, part),
    shown_links: part.shown_links ?? noLinks(row),
    bodies: part.bodies,
  });

const madeOf = (row: EmailRow) => ({
  shown: row.shown,
  row: row.row_json,
  beside: besideOf(row),
});

const besideOf = (row: EmailRow, { truncated, next_offset }: Partial<ShownPart> = {}) =>
  readTimeFields.parse({
    truncated,
    next_offset,
    sending: row.sending && presentSending(row.sending),
    auth: presentAuth(row.auth),
  });
