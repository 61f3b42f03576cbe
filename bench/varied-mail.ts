import { codeMail, newFrame, type CodeMail, type MailText } from './code-mail.js';
import { layoutMail } from './layout-mail.js';

/** About how many KB a mail has: plain, or in a layout of tables above a newsletter. */
export type MailSize = 1.25 | 10;

const TOWNS = [
  ...['Harbour', 'Meadow', 'Cedar', 'Quarry', 'Willow', 'Lantern', 'Copper', 'Juniper', 'Marble'],
  ...['Saffron', 'Thistle', 'Orchard', 'Granite', 'Ember', 'Falcon', 'Cobalt', 'Maple', 'Raven'],
  ...['Amber', 'Slate'],
];
const TRADES = [
  ...['Bank', 'Books', 'Travel', 'Cloud', 'Games', 'Foods', 'Post', 'Rail', 'Music', 'Tools'],
];
const SENDERS = TOWNS.flatMap((town) =>
  TRADES.map((trade) => ({
    name: `${town} ${trade}`,
    domain: `${town}-${trade}.example`.toLowerCase(),
  })),
);

const REASONS = [
  ['Confirm your e-mail address', 'thank you for signing up with us.'],
  ['Your sign-in code', 'somebody, most likely you, wants to sign in from a new device.'],
  ['Reset your password', 'we were asked to set a new password for your account.'],
  ['Approve your payment', 'a payment with your card has to be approved by you.'],
  ['Verify your new device', 'a new phone was added to your account.'],
  ['Change of your address', 'you asked us to change the address of your account.'],
  ['Join your team', 'your team has asked you to join its workspace.'],
  ['One more step', 'your account is nearly ready.'],
] as const;
const WORDINGS = [
  ['Please enter this verification code:', 'The code is valid for 10 minutes.'],
  ['Your one-time code is:', 'It expires in 15 minutes. Do not share it with anybody.'],
  ['Use the code below where you were asked for it:', 'It can be used once, within half an hour.'],
  ['To go on, type this security code:', 'This code will stop working after 5 minutes.'],
  ['Here is your confirmation code:', 'You have one hour to use it.'],
] as const;
const IGNORE = 'If this was not you, you can ignore this message.';
const TEXTS = REASONS.flatMap(([subject, reason]) =>
  WORDINGS.map(([lead, life]) => ({ subject, lead: [reason, lead], rest: [life, IGNORE] })),
);
const ARTICLES = 9;

let made = 0;

/** Mails of 200 senders in turn, with forty texts: what a service sees, rather than one mail again and again. */
export function variedMail(to: string, size: MailSize): CodeMail {
  const number = made++;
  // Each sender has another text in each round.
  const round = Math.floor(number / SENDERS.length);
  const text: MailText = {
    ...SENDERS[number % SENDERS.length]!,
    ...TEXTS[((number + round) * 7) % TEXTS.length]!,
  };
  return size === 10 ? layoutOf(to, text) : codeMail(to, text);
}

function layoutOf(to: string, text: MailText): CodeMail {
  const { code, messageId, head, boundary } = newFrame(to, text);
  const [lead, rest] = [text.lead.join(' '), text.rest.join(' ')];
  const title = text.subject;
  const raw = layoutMail({ head, boundary, title, lead, code, rest, articles: ARTICLES });
  return { to, code, messageId, raw };
}
