import type { Page } from '../../db/page.js';
import { JsonWriter, type PreparedJson } from '../../operations/prepared-json.js';
import {
  readTimeFields,
  describedLinks,
  describedShown,
  writeEmail,
  writeSummary,
} from '../../store/shown.js';
import { briefly, noLinks, partOf, wholeOf, type EmailPart, type ShownPart } from './email-part.js';
import type { EmailDetail, EmailRow, Extent } from './rows.js';
import { detailFields, presentAuth, presentSending } from './schema.js';

/** A page of emails. */
export function emailPage(
  { data, cursor, has_more }: Page<EmailRow>,
  extent: Extent,
): PreparedJson {
  const json = new JsonWriter();
  json.add('{"data":');
  writeEmails(json, data, extent);
  json.add(`,"cursor":${JSON.stringify(cursor)},"has_more":${has_more}}`);
  return json.written();
}

/** Adds a list of emails. */
export function writeEmails(json: JsonWriter, rows: readonly EmailRow[], extent: Extent): void {
  for (const [index, given] of rows.entries()) {
    const row = asDescribed(given);
    json.add(index === 0 ? '[{' : '},{');
    if (extent === 'summary') writeSummary(json, madeOf(row));
    else writePart(json, row, extent === 'whole' ? wholeOf(row) : briefly(row, extent.characters));
  }
  json.add(rows.length === 0 ? '[]' : '}]');
}

/** A row as a single read shows it: all of it, or a part. */
export function emailDetail(given: EmailDetail, wanted: EmailPart = {}): PreparedJson {
  const row = asDescribed(given);
  const [part, headers] = partOf(row, wanted);
  const json = new JsonWriter();
  json.add('{');
  writePart(json, row, part);
  const details = detailFields.parse({ attachments: row.attachments, headers });
  json.add(`,${JSON.stringify(details).slice(1)}`);
  return json.written();
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
