import { eventually } from '../../e2e/eventually.js';
import { createSharedInstallation } from '../../e2e/installation.js';
import { newCode, sendCode } from '../../e2e/mail.js';
import { freePort } from '../../support/free-port.js';
import { startSmtpSink } from '../../support/smtp-sink.js';

/** A started service, as programs and strangers meet it. */
export interface Service {
  readonly base: string;
  /** The address of the tools: all that a program is told. */
  readonly url: string;
  readonly key: string;
  /** A stranger sends a code by SMTP; which one. */
  sendCode(address: string): Promise<string>;
  /** Waits until a stranger gets a mail with these words. */
  answered(words: string): Promise<void>;
  /** Kills it, and starts it again at the same address. */
  killed(): Promise<void>;
  /** An hour passes for all access tokens. */
  expireTokens(): Promise<void>;
  stop(): Promise<void>;
}

const ANSWER_WITHIN = 30_000;

/** Starts all roles of it, and a mail server of strangers. */
export async function startService(): Promise<Service> {
  const sink = await startSmtpSink();
  const installation = await createSharedInstallation({
    OUTBOUND_URL: `smtp://127.0.0.1:${sink.port}`,
    HTTP_PORT: String(await freePort()),
  });
  const running = { service: await installation.start() };
  const { rest } = running.service;
  return {
    base: rest,
    url: `${rest}/mcp`,
    key: await installation.apiKey(),
    async sendCode(address) {
      const code = newCode();
      await sendCode(running.service, { address }, code);
      return code;
    },
    async answered(words) {
      await eventually(() => sink.mails.some(({ data }) => data.includes(words)), ANSWER_WITHIN);
    },
    async killed() {
      const { service } = running;
      service.kill('SIGKILL');
      await service.ended;
      running.service = await installation.start();
    },
    async expireTokens() {
      const { database } = installation.database;
      await database.query('UPDATE oauth_tokens SET expires_at = now() WHERE is_access');
    },
    async stop() {
      await installation.remove();
      await sink.close();
    },
  };
}
