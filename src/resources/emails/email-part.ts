import { shownText } from '../../mail/reading/shown-text.js';
import { clip } from '../../mail/text/safe-text.js';
import { linksLines, readLinks, readShort, type ShownLinks } from '../../store/shown.js';
import type { EmailDetail, EmailRow } from './rows.js';

/** Which part of a mail is shown. */
export interface EmailPart {
  /** The only body that is shown; auto: text, that of the HTML where the plain part only stands in for it. */
  readonly body?: 'auto' | 'text' | 'html' | undefined;
  /** Characters of it that are skipped. */
  readonly offset?: number | undefined;
  /** Characters that are shown of it, and links and headers that take up as many. */
  readonly max_chars?: number | undefined;
}

/** What is shown of a mail beside what is made of it. */
export interface ShownPart {
  readonly bodies: Pick<EmailRow, 'text_body' | 'html_body' | 'stripped_text'>;
  /** Null where links are left out. */
  readonly shown_links: string | null;
  /** Set where it is not all. */
  readonly truncated?: true | undefined;
  /** Where the body goes on. */
  readonly next_offset?: number | undefined;
}

/** All of a mail. */
export const wholeOf = (row: EmailRow): ShownPart => ({
  bodies: row,
  shown_links: row.shown_links,
});

/** What of a mail may be long. */
type LongFields = Pick<EmailRow, 'text_body' | 'html_body' | 'shown_links'>;

/** A mail of a list whose text was read no further than `max` characters. */
export const briefly = (row: LongFields, max: number): ShownPart =>
  part(row, { body: 'text', max_chars: max });

/** Whether anything is asked for but all of a mail. */
export const isPart = (wanted: EmailPart): boolean =>
  Object.values(wanted).some((value) => value !== undefined);

/** The part of a mail that was asked for, all of it when nothing was, and its headers. */
export function partOf(
  row: EmailDetail,
  wanted: EmailPart,
): readonly [ShownPart, EmailDetail['headers']] {
  if (!isPart(wanted)) return [wholeOf(row), row.headers];
  const shown = part(row, wanted);
  const headers = fitting(Object.entries(row.headers), wanted.max_chars);
  const isCut = headers.length < Object.keys(row.headers).length;
  return [isCut ? { ...shown, truncated: true } : shown, Object.fromEntries(headers)];
}

// Done for each mail of a list: of its row no copy is made.
function part(
  row: LongFields,
  { body = 'auto', offset = 0, max_chars: max }: EmailPart,
): ShownPart {
  const whole = bodyOf(row, body).slice(offset);
  const shown = max === undefined ? whole : clip(whole, max);
  const links = row.shown_links === null ? null : fittingLinks(row.shown_links, max);
  const goesOn = shown.length < whole.length;
  const isCut = goesOn || links === null || links !== row.shown_links;
  return {
    bodies: onlyBody(body, shown),
    shown_links: links,
    truncated: isCut || undefined,
    next_offset: goesOn ? offset + shown.length : undefined,
  };
}

const onlyBody = (body: EmailPart['body'], text: string): ShownPart['bodies'] =>
  body === 'html'
    ? { text_body: '', html_body: text, stripped_text: '' }
    : { text_body: text, html_body: '', stripped_text: '' };

function bodyOf({ text_body, html_body }: LongFields, body: 'auto' | 'text' | 'html'): string {
  if (body === 'html') return html_body;
  return body === 'text' ? text_body : shownText(text_body, html_body);
}

/** `shown_links` with as many of each kind as take up `max` characters. */
function fittingLinks(lines: string, max = Infinity): string {
  // No list is longer than all of them.
  if (lines.length <= max) return lines;
  const { links, verification_links, magic_links, parsed } = readLinks(lines);
  const verifying = fitting(verification_links, max);
  return linksLines({
    links: fitting(links, max),
    verification_links: verifying,
    magic_links: fitting(magic_links, max),
    parsed: { ...parsed, verification_links: verifying },
  });
}

/** What stands for links that are left out. */
export function noLinks({ shown }: EmailRow): string {
  const { otp_codes, category } = readShort(shown);
  const none: ShownLinks = {
    ...{ links: [], verification_links: [], magic_links: [] },
    parsed: { otp_codes, verification_links: [], category },
  };
  return linksLines(none);
}

/** The first of them, as many as take up `max` characters as JSON. */
function fitting<Item>(items: readonly Item[], max = Infinity): Item[] {
  let room = max;
  const end = items.findIndex((item) => (room -= JSON.stringify(item).length) < 0);
  return items.slice(0, end < 0 ? undefined : end);
}
