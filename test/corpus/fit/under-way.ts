import type { CorpusMail } from '../read.js';
import { chance } from './chance.js';
import { END_OF_BODY, escaped } from './laid-out.js';

/** What gateways, lists and people put into a mail on its way, and what it says where they put it. */
type Change = (mail: CorpusMail) => CorpusMail;

const picked = <Item>(items: readonly Item[], { name }: CorpusMail, what: string): Item =>
  items[Math.floor(items.length * chance(`${name} ${what}`))]!;

const headerOf = ({ headers }: CorpusMail, wanted: string): string =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

const withHeader = (mail: CorpusMail, wanted: string, value: string): CorpusMail => ({
  ...mail,
  headers: [...mail.headers.filter(([name]) => name.toLowerCase() !== wanted), [wanted, value]],
});

/** Puts a text above or below what a mail says, in plain text and in HTML. */
function around(mail: CorpusMail, place: 'above' | 'below', text: string, style = ''): CorpusMail {
  const block = `<div style="${style}">${escaped(text).replace(/\n/g, '<br>')}</div>`;
  const content = (name: string, own: string): string => {
    if (name === 'html')
      return place === 'above' ? block + own : own.replace(END_OF_BODY, (tag) => block + tag);
    return place === 'above' ? `${text}\n\n${own}` : `${own}\n\n${text}`;
  };
  return {
    ...mail,
    sections: mail.sections.map((one) => ({ ...one, content: content(one.name, one.content) })),
  };
}

const WARNINGS = [
  'CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless you recognize the sender and know the content is safe.',
  'EXTERNAL EMAIL - Think before you click!',
  "You don't often get email from this sender. Learn why this is important",
  '[EXTERNAL SENDER] Be careful with links, attachments and requests for passwords.',
  'ACHTUNG: Diese E-Mail stammt von einem externen Absender. Klicken Sie nicht auf Links und öffnen Sie keine Anhänge, wenn Sie den Absender nicht kennen.',
  'ATTENTION : cet e-mail provient de l’extérieur de l’entreprise. Ne cliquez pas sur les liens si vous ne connaissez pas l’expéditeur.',
  'PRECAUCIÓN: Este correo procede de fuera de la organización. No abra enlaces ni archivos si no conoce al remitente.',
  'LET OP: deze e-mail komt van buiten de organisatie.',
] as const;

const FEET = [
  '-- \nThis email has been checked for viruses by Avast antivirus software.\nwww.avast.example',
  '_______________________________________________\nTeam mailing list -- team@lists.inbox.example\nTo unsubscribe send an email to team-leave@lists.inbox.example',
  'This message and any attachments are confidential and intended solely for the addressee. If you have received it in error, please notify the sender and delete it. Registered in England No. 04839213. VAT GB 482 9135 71.',
  'Diese E-Mail enthält vertrauliche Informationen. Sollten Sie nicht der richtige Adressat sein, löschen Sie sie bitte. HRB 55120, Amtsgericht Charlottenburg.',
  'Sent from my phone',
] as const;

const SHADES = [
  'background:#ffeb9c;border:1px solid #9c6500;padding:2pt',
  '',
  'color:#888',
] as const;
const PREFIXES = ['[EXTERNAL] ', '[EXT] ', '[Team] ', 'EXTERN: ', '{External} '] as const;

const withSubject = (mail: CorpusMail, subject: (own: string) => string) =>
  withHeader(mail, 'subject', subject(headerOf(mail, 'subject')));

/** Gmail's way and Outlook's to pass a mail on. */
function forwarded(mail: CorpusMail): CorpusMail {
  const [from, to] = [headerOf(mail, 'from'), headerOf(mail, 'to') || 'me@inbox.example'];
  const [date, subject] = [headerOf(mail, 'date'), headerOf(mail, 'subject')];
  const isGmail = chance(`${mail.name} forward`) < 0.5;
  const head = isGmail
    ? `---------- Forwarded message ---------\nFrom: ${from}\nDate: ${date}\nSubject: ${subject}\nTo: <${to}>`
    : `________________________________\nFrom: ${from}\nSent: ${date}\nTo: ${to}\nSubject: ${subject}`;
  const sent = withHeader(around(mail, 'above', head), 'from', 'Mara Lind <mara@home.example>');
  return withSubject(sent, (own) => `${isGmail ? 'Fwd' : 'FW'}: ${own}`);
}

/** Many senders' services write these into all mail, that with codes as well. */
function listed(mail: CorpusMail): CorpusMail {
  const one = withHeader(mail, 'list-unsubscribe', '<https://u.example/u/8f3a>');
  return chance(`${mail.name} bulk`) < 0.5 ? withHeader(one, 'precedence', 'bulk') : one;
}

/** What programs do; who forwards a mail makes it a person's. */
export const BY_PROGRAMS: readonly Change[] = [
  (mail) => mail,
  listed,
  listed,
  (mail) => around(mail, 'above', picked(WARNINGS, mail, 'warning'), picked(SHADES, mail, 'shade')),
  (mail) => around(mail, 'below', picked(FEET, mail, 'foot'), picked(SHADES, mail, 'shade')),
  (mail) => withSubject(mail, (own) => picked(PREFIXES, mail, 'prefix') + own),
  (mail) => withSubject(mail, (own) => own.toUpperCase()),
];

/** A mail with one thing that happens to mail on its way, or none. */
export const underWay = (
  mail: CorpusMail,
  changes: readonly Change[] = [...BY_PROGRAMS, forwarded],
): CorpusMail => picked(changes, mail, 'way')(mail);
