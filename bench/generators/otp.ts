import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchInbox } from '../client.js';
import { codeMail } from '../code-mail.js';
import type { SmtpAddress } from '../service.js';
import { spreadOf, type Spread } from '../statistics.js';
import { serve } from './serve.js';
import { SmtpSession } from './smtp-session.js';

/** Codes to be waited for, one after the other. */
export interface OtpJob {
  readonly rest: string;
  readonly smtp: SmtpAddress;
  readonly apiKey: string;
  readonly inboxes: readonly BenchInbox[];
  readonly mails: number;
  /** Milliseconds from one mail to the next; 5 behind each answer when left out. */
  readonly every?: number;
}

/** Milliseconds from the end of DATA. */
export interface OtpOutcome {
  readonly answered: Spread;
  readonly accepted: Spread;
}

/** What the generator can be asked. */
export type OtpCommands = typeof commands;

// Milliseconds for a wait to be known to the service before its mail comes, and between mails.
const BEFORE_MAIL = 20;
const BETWEEN = 5;

const commands = {
  /** Opens `/otp`, sends the mail, takes the time to the answer. @throws Error on a wrong code. */
  async measure({ rest, smtp, apiKey, inboxes, mails, every }: OtpJob): Promise<OtpOutcome> {
    const agent = new Agent({ keepAlive: true, noDelay: true });
    const session = await SmtpSession.open(smtp);
    const answered: number[] = [];
    const accepted: number[] = [];
    const begin = performance.now();
    for (let i = 0; i < mails; i++) {
      const { id, address } = inboxes[i % inboxes.length]!;
      const mail = codeMail(address);
      const answer = codeOf(`${rest}/v1/inboxes/${id}/otp?timeout=30`, apiKey, agent);
      await session.startData(address);
      await sleep(BEFORE_MAIL);
      const from = performance.now();
      const taken = session.finish(mail).then(() => performance.now());
      const { code, at } = await answer;
      if (code !== mail.code) throw new Error(`/otp answered ${code}, ${mail.code} was sent`);
      answered.push(at - from);
      accepted.push((await taken) - from);
      await sleep(every ? begin + (i + 1) * every - performance.now() : BETWEEN);
    }
    session.close();
    agent.destroy();
    return { answered: spreadOf(answered), accepted: spreadOf(accepted) };
  },
};

interface Code {
  readonly code: string;
  /** When the whole answer was there. */
  readonly at: number;
}

function codeOf(url: string, apiKey: string, agent: Agent): Promise<Code> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { 'X-API-Key': apiKey } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.once('end', () => {
        const at = performance.now();
        if (response.statusCode !== 200) reject(new Error(`${response.statusCode} ${body}`));
        else resolve({ code: (JSON.parse(body) as { code: string }).code, at });
      });
    });
    request.once('error', reject);
  });
}

serve(commands);
