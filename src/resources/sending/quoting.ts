import { mailboxesOf, type Original } from './originals.js';
import type { Mailbox } from '../../mail/analysis.js';
import { escapeHtmlText } from '../../mail/html/escape-html.js';

/** The texts of a mail; at least one is there. */
interface Texts {
  readonly text?: string | undefined;
  readonly html?: string | undefined;
}

/** An answer above the mail it answers, as mail programs write it. */
export function quoted({ text, html }: Texts, original: Original): Texts {
  const line = `On ${whenOf(original)}, ${authorOf(original)} wrote:`;
  const lines = original.text_body.trimEnd().split(/\r?\n/);
  const quote = lines.map((one) => (one.startsWith('>') ? `>${one}` : `> ${one}`)).join('\n');
  return {
    ...(text !== undefined && { text: `${text.trimEnd()}\n\n${line}\n\n${quote}\n` }),
    ...(html !== undefined && {
      html: `${html}<br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escapeHtmlText(line)}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">${htmlOf(original)}</blockquote></div>`,
    }),
  };
}

/** A mail that is passed on, below a comment. */
export function forwarded(comment: string, original: Original): Texts {
  const fields = [
    ['From', [{ name: original.from_name, address: original.from_address }]],
    ['Date', whenOf(original)],
    ['Subject', original.subject],
    ['To', original.to_addresses],
    ...(original.cc_addresses.length > 0 ? [['Cc', original.cc_addresses] as const] : []),
  ] as const;
  const shown = fields.map(
    ([name, value]) =>
      `${name}: ${typeof value === 'string' ? value : value.map(shownAs).join(', ')}`,
  );
  const head = ['---------- Forwarded message ---------', ...shown];
  const texts = {
    text: `${comment === '' ? '' : `${comment.trimEnd()}\n\n`}${head.join('\n')}\n\n${original.text_body}`,
  };
  if (original.html_body === '') return texts;
  const above =
    comment === '' ? '' : `<div>${escapeHtmlText(comment).replace(/\r?\n/g, '<br>')}</div><br>`;
  const lines = head.map((line) => `${escapeHtmlText(line)}<br>`).join('');
  return {
    ...texts,
    html: `${above}<div class="gmail_quote"><div dir="ltr" class="gmail_attr">${lines}</div><br>${htmlOf(original)}</div>`,
  };
}

const shownAs = ({ name, address }: Mailbox) => (name ? `${name} <${address}>` : `<${address}>`);

const authorOf = (original: Original) =>
  shownAs(
    mailboxesOf(original, 'from')[0] ?? {
      name: original.from_name,
      address: original.from_address,
    },
  );

// The form of Gmail, which every program knows as a quote, in UTC since nobody's zone is known.
const WHEN = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
});

const whenOf = ({ received_at }: Original) =>
  `${WHEN.format(received_at).replace(/\u202f/g, ' ')} (UTC)`;

const BODY = /<body[\s/>]/i;
const BODY_END = '</body';

/** What stands inside the body of a page; tags are looked for in the text itself, whose letters may change their number with their case. */
function htmlOf({ html_body: html, text_body: text }: Original): string {
  if (html === '') return `<pre style="white-space:pre-wrap">${escapeHtmlText(text)}</pre>`;
  const open = html.search(BODY);
  const start = open < 0 ? 0 : html.indexOf('>', open) + 1;
  const end = bodyEnd(html);
  return html.slice(start, end > start ? end : undefined);
}

/** Where the last `</body` is; -1 for nowhere. */
function bodyEnd(html: string): number {
  let at = html.lastIndexOf('</');
  const isBody = () => html.slice(at, at + BODY_END.length).toLowerCase() === BODY_END;
  while (at > 0 && !isBody()) at = html.lastIndexOf('</', at - 1);
  return at;
}
