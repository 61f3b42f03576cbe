import type { Mailbox } from '../analysis.js';
import type { MailHeaders } from '../mime/headers.js';
import { fold } from '../text/fold.js';
import { clip } from '../text/safe-text.js';
import { wordList } from '../words/word-lists.js';

/** What a mail's header says of its sender and its subject. */
interface MailHead {
  readonly from: Mailbox;
  readonly subject: string;
  readonly headers: MailHeaders;
}

const MAX_SUBJECT = 300;
/** Programs that send nothing but reports of failures. */
const DAEMON = /^(?:mailer-daemon|mail-daemon)(?:[+@.-]|$)/i;
const SYSTEM = /^(?:postmaster|bounces?)(?:[+@.-]|$)/i;
const SYSTEM_NAME = /^(?:mailer[- ]daemon|mail deliver[a-z]{0,3} (?:sub)?system)$/i;
const SUBJECTS = wordList('subject.bounce').map(foldSubject);

/** Whether a mail says that it reports a failure, by its header alone. */
export function isBounceMail({ from: { name, address }, subject, headers }: MailHead): boolean {
  // Some programs have a name only: "MAILER-DAEMON <>".
  const sender = address === '' ? (name ?? '') : address;
  if (headers.has('x-failed-recipients') || DAEMON.test(sender)) return true;
  const isNobody = address === '' && headers.first('from').trim() === '<>';
  if (!isNobody && !SYSTEM.test(sender) && !SYSTEM_NAME.test(name ?? '')) return false;
  const said = foldSubject(subject);
  return SUBJECTS.some((words) => said.includes(words));
}

function foldSubject(subject: string): string {
  return fold(clip(subject, MAX_SUBJECT)).replace(/ +/g, ' ');
}
