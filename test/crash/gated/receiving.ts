import { randomUUID } from 'node:crypto';
import { drive } from './driving.js';
import type { Stage } from './stage.js';

/** A mail as a mail server hands it in. */
interface IncomingMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Hands a mail in until it is taken, as a mail server does; answers its id. */
export async function receive(
  { client, inboundSecret }: Pick<Stage<never>, 'client' | 'inboundSecret'>,
  mail: IncomingMail,
): Promise<string> {
  const headers = { 'Message-ID': `<${randomUUID()}@northwind.example>`, ...mail.headers };
  const body = JSON.stringify({ ...mail, headers });
  let id = '';
  await drive(
    async () => {
      const response = await fetch(`${client.base}/v1/inbound`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${inboundSecret}`, 'Content-Type': 'application/json' },
        body,
      });
      if (response.status !== 202) return;
      [id = ''] = ((await response.json()) as { ids: string[] }).ids;
    },
    async () => id !== '',
    'mail that is taken',
  );
  return id;
}
