import { expect } from '@jest/globals';
import { simpleParser } from 'mailparser';
import type { ApprovalsApi, SentMail } from './approvals-api.js';
import { until } from './mail-api.js';

export const PUBLIC_URL = 'https://mail.test/restante';
export const APPROVERS = ['boss@example.net', 'deputy@example.net'];

/** What tests do with the links that approvers get by mail. */
export function approvalLinksOf(api: () => ApprovalsApi) {
  let visitor = 0;
  /** The mails to approvers, as they left. */
  const notices = () =>
    api().handed.filter(({ envelopeFrom }) => envelopeFrom.startsWith('postmaster@'));
  const tell = async (sent: SentMail, count = 2) => {
    await api().background.approvalRuns.tellApprovers(sent.approval_id!);
    await until(() => notices().length >= count);
  };
  const pathIn = async (raw: Buffer) => {
    const { text } = await simpleParser(raw);
    const url = /https:\S+/.exec(text!)![0];
    expect(url).toMatch(new RegExp(`^${PUBLIC_URL}/approvals/[\\w-]+$`));
    return url.slice(PUBLIC_URL.length);
  };
  return {
    notices,
    tell,
    pathIn,
    /** From an address of its own each, so that limits do not meet. */
    visit: (method: string, path: string, form?: Record<string, string>) =>
      fetch(new URL(path, api().baseUrl), {
        method,
        headers: { 'X-Forwarded-For': `10.2.${visitor >> 8}.${visitor++ & 255}` },
        ...(form && { body: new URLSearchParams(form) }),
      }),
    async ask(more: object = {}, policy: object = {}): Promise<SentMail> {
      await api().setPolicy({ sends: 'always', approvers: APPROVERS, ...policy });
      return api().sendMail(more);
    },
    async linkOf(sent: SentMail, address = APPROVERS[0]!) {
      await tell(sent);
      return pathIn(notices().find(({ recipients }) => recipients.includes(address))!.raw);
    },
  };
}
