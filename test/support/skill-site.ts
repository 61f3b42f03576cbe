import { randomBytes, randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createTransport } from 'nodemailer';
import { cachedResolver } from '../../src/dns/resolver.js';
import { ByteBudget } from '../../src/byte-budget.js';
import { createLog } from '../../src/log.js';
import { parser } from './parser.js';
import { createSenderVerifier } from '../../src/sender/verify.js';
import { PeerRates } from '../../src/smtp/peer-rates.js';
import { startSmtp } from '../../src/smtp/server.js';
import { startBrowserApi, type BrowserApi } from './browser-api.js';
import { createZone } from './dns-zone.js';
import { DOMAIN } from './services.js';
import { createSigner } from './signed-mail.js';
import type { Sites, SiteRequest as ReceivedRequest } from './site.js';

/** A request of a site: what was sent in its form, and whose session it is of. */
export interface SiteRequest {
  readonly form: URLSearchParams;
  readonly query: URLSearchParams;
  readonly session: Map<string, string>;
  /** Answers with a page. */
  show(html: string): void;
  /** Leads elsewhere. */
  go(path: string): void;
}

/** The API with browsers, a mail server in front of it, and a site that mails. */
export interface SkillApi extends BrowserApi {
  /** Of the mail server, on 127.0.0.1. */
  readonly mailPort: number;
  /** What is at a path of `site.test`; answers its address. */
  at(path: string, answer: (request: SiteRequest) => void): string;
  /** Mails by SMTP, signed by the site's domain unless it is to be forged. */
  mail(to: string, text: string, options?: { readonly forged?: boolean }): Promise<void>;
  /**
   * Does what is to be done of a task, as its run does, until it has ended or asks; answers it. `before` is called
   * before each step.
   */
  finish(
    id: string,
    key: string,
    before?: (step: string) => void | Promise<void>,
  ): Promise<FinishedTask>;
}

/** A task as tests look at it. */
export interface FinishedTask {
  readonly id: string;
  readonly status: string;
  readonly error: string | null;
  readonly approval_id: string | null;
  readonly output: {
    readonly account: {
      readonly service: string;
      readonly identifier: string;
      readonly credential_id: string;
    };
    readonly session_id: string;
  };
  readonly steps: readonly { readonly name: string }[];
}

const TEXT =
  'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit';

// Milliseconds.
const GUARD_MS = 150_000;
const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED', 'WAITING_APPROVAL'];

/** Starts all of it; `chromiumPath` names another Chromium. */
export async function startSkillApi(chromiumPath?: string): Promise<SkillApi> {
  const zone = createZone();
  const signer = createSigner('site.test');
  zone.publish(signer.keyName, signer.keyRecord);
  const verifier = createSenderVerifier(cachedResolver(zone));
  const browser = await startBrowserApi({ parser, verifier }, chromiumPath);
  const { api, sites } = browser;
  const smtp = await startSmtp({
    acceptance: api.services.inbound,
    config: { host: '127.0.0.1', port: 0, serverName: DOMAIN },
    log: createLog('silent'),
    budget: new ByteBudget({ bytes: 2 ** 28, sharePercent: 100 }),
    rates: new PeerRates(0),
  });
  const transport = createTransport({ host: '127.0.0.1', port: smtp.port, ignoreTLS: true });
  return {
    ...browser,
    mailPort: smtp.port,
    at: pagesAt(sites, 'site.test'),
    async mail(to, text, { forged = false } = {}) {
      const from = 'no-reply@site.test';
      const subject = `=?utf-8?B?${Buffer.from(text.split('\n')[0]!).toString('base64')}?=`;
      const raw = Buffer.from(
        `From: Site <${from}>\r\nTo: ${to}\r\nSubject: ${subject}\r\nDate: ${new Date().toUTCString()}\r\n` +
          `Message-ID: <${randomBytes(8).toString('hex')}@site.test>\r\n${TEXT}\r\n\r\n${text}\r\n`,
      );
      await transport.sendMail({
        envelope: { from, to: [to] },
        raw: forged ? raw : await signer.sign(raw),
      });
    },
    async finish(id, key, before = () => undefined) {
      const { taskRuns } = api.background;
      // What never ends is shown as it is then, and keeps nobody busy.
      for (const until = Date.now() + GUARD_MS; Date.now() < until;) {
        const report = await taskRuns.look(id);
        if (!report || ENDED.includes(report.status)) break;
        if (report.next === null) continue;
        await before(report.next);
        await taskRuns.runStep(id, report.next, 1);
      }
      await undo(api, id);
      return (await api.call<FinishedTask>('GET', `/v1/tasks/${id}`, { key })).body;
    },
    async close() {
      await smtp.close(1_000);
      transport.close();
      await browser.close();
    },
  };
}

async function undo({ background: { taskRuns } }: BrowserApi['api'], id: string): Promise<void> {
  for (let report = await taskRuns.look(id); report?.undo;)
    report = await taskRuns.undoStep(id, report.undo);
}

/** What puts pages at a host that knows who comes again; answers their addresses. */
export function pagesAt(
  sites: Sites,
  host: string,
): (path: string, answer: (request: SiteRequest) => void) => string {
  const sessions = new Map<string, Map<string, string>>();
  return (path, answer) =>
    sites.page(host, path, (request, response) => answer(requestOf(sessions, request, response)));
}

function requestOf(
  sessions: Map<string, Map<string, string>>,
  request: ReceivedRequest,
  response: ServerResponse,
): SiteRequest {
  const { url: address = '', body } = request;
  const known = /sid=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
  const id = known !== undefined && sessions.has(known) ? known : randomBytes(8).toString('hex');
  const session = sessions.get(id) ?? new Map<string, string>();
  sessions.set(id, session);
  response.setHeader('Set-Cookie', `sid=${id}; Path=/; Secure; HttpOnly`);
  return {
    form: new URLSearchParams(body),
    query: new URL(address, 'https://site.test').searchParams,
    session,
    show: (html) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html),
    go: (path) => response.writeHead(303, { Location: path }).end(),
  };
}

/** A code of six digits. */
export const newCode = (): string => String(randomInt(100_000, 1_000_000));
