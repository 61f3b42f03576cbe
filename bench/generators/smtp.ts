import { codeMail, type CodeMail } from '../code-mail.js';
import type { SmtpAddress } from '../service.js';
import { spreadOf, type Spread } from '../statistics.js';
import { variedMail, type MailSize } from '../varied-mail.js';
import { serve } from './serve.js';
import { SmtpSession } from './smtp-session.js';

/** Mail to be sent for a while. */
export interface SmtpLoad {
  readonly smtp: SmtpAddress;
  readonly sessions: number;
  readonly seconds: number;
  readonly recipients: readonly string[];
  /** Mails a second over all sessions; as many as possible when left out. */
  readonly perSecond?: number;
  /** Ends before the time is over, once about this many were sent. */
  readonly mails?: number;
  /** Mail of many senders; the same mail again and again when left out. */
  readonly varied?: MailSize;
}

/** What became of it. */
export interface SmtpOutcome {
  readonly sent: number;
  /** From the first command to the last 250. */
  readonly seconds: number;
  /** Milliseconds from the end of DATA to the 250. */
  readonly accepted: Spread;
}

/** Mails to be sent once, on one session. */
export interface SmtpBatch {
  readonly smtp: SmtpAddress;
  readonly recipients: readonly string[];
}

/** What the SMTP generator can be asked. */
export type SmtpCommands = typeof commands;

const commands = {
  /** One mail to each recipient; answers what was sent. */
  async send({ smtp, recipients }: SmtpBatch): Promise<CodeMail[]> {
    const session = await SmtpSession.open(smtp);
    const mails = recipients.map((to) => codeMail(to));
    for (const mail of mails) await session.send(mail);
    session.close();
    return mails;
  },

  /** Sends until the time is over. */
  async load(job: SmtpLoad): Promise<SmtpOutcome> {
    const { smtp, sessions, seconds, recipients, perSecond, mails = Infinity, varied } = job;
    const open = await Promise.all(Array.from({ length: sessions }, () => SmtpSession.open(smtp)));
    const latencies: number[] = [];
    const begin = performance.now();
    const end = begin + seconds * 1_000;
    let turn = 0;

    const sendOnAndOn = async (session: SmtpSession) => {
      while (performance.now() < end && turn < mails) {
        const mine = turn++;
        const to = recipients[mine % recipients.length]!;
        const mail = varied ? variedMail(to, varied) : codeMail(to);
        if (perSecond !== undefined) await until(begin + (mine / perSecond) * 1_000);
        latencies.push(await session.send(mail));
      }
    };

    await Promise.all(open.map(sendOnAndOn));
    const spent = (performance.now() - begin) / 1_000;
    for (const session of open) session.close();
    return { sent: latencies.length, seconds: spent, accepted: spreadOf(latencies) };
  },
};

const until = (time: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())));

serve(commands);
