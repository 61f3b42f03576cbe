import { randomInt } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { RestClient } from './rest-client.js';
import type { Ready } from './service-process.js';

/** An inbox as creating it answers. */
export interface Inbox {
  readonly id: string;
  readonly address: string;
  readonly created_at: string;
}

/** A new inbox of the client's organization. */
export const createInbox = (client: RestClient, given: object = {}): Promise<Inbox> =>
  client.read<Inbox>('/v1/inboxes', given);

/** A code no other mail of the test is likely to have. */
export const newCode = (): string => String(randomInt(100_000, 1_000_000));

/** Sends a sign-up mail over SMTP; the id of the email that it was accepted as. */
export async function sendCode(
  { smtp }: Pick<Ready, 'smtp'>,
  { address }: Pick<Inbox, 'address'>,
  code: string,
): Promise<string> {
  const transport = createTransport({ host: smtp.host, port: smtp.port });
  const { response } = await transport.sendMail({
    from: '"Northwind" <no-reply@northwind.example>',
    to: address,
    subject: 'Confirm your e-mail address',
    text: `Welcome to Northwind!\n\nYour verification code is ${code}\n\nIt is valid for 10 minutes.\n`,
  });
  transport.close();
  return acceptedAs(response);
}

/** The email id in the reply to a message. */
export function acceptedAs(reply: string): string {
  const [id] = /eml_\w+/.exec(reply) ?? [];
  if (!id) throw new Error(`not accepted: ${reply}`);
  return id;
}

/** The ids on the first page of a list. */
export async function idsOf(client: RestClient, path: string): Promise<string[]> {
  const { data } = await client.read<{ data: { id: string }[] }>(path);
  return data.map(({ id }) => id);
}

/** The steps of an email. */
export async function timeline(client: RestClient, emailId: string): Promise<TimelineStep[]> {
  const path = `/v1/emails/${emailId}/timeline`;
  return (await client.read<{ data: TimelineStep[] }>(path)).data;
}

/** The last step of an email's timeline: what its run did. */
export async function processed(client: RestClient, emailId: string): Promise<TimelineStep> {
  return (await timeline(client, emailId)).find(({ step }) => step === 'processed')!;
}

/** A step as the timeline shows it. */
export interface TimelineStep {
  readonly step: string;
  readonly at: string | null;
  readonly attempts: number;
  readonly outcome: string;
  readonly workflow_id: string | null;
  readonly workflow_url: string | null;
}
