import { createRestClient, type RestClient } from '../../e2e/rest-client.js';
import { startDohServer } from '../../support/doh-server.js';
import { startSmtpSink, type SinkMail } from '../../support/smtp-sink.js';
import type { TestDns } from '../../resources/domains/dns.js';
import { closable, type Closing } from '../gated/closing.js';
import { makeDirectory, openStage, type Stage } from '../gated/stage.js';
import { GATES, type Step } from './gates.js';

/** A service whose processes come and go, and what stays: its storage, resolvers and the receiver of its mail. */
export interface Scene extends Omit<Stage<Step>, 'client'> {
  readonly dns: Pick<TestDns, 'publish' | 'withdraw'>;
  /** Mail of a domain that was taken so far. */
  mailOf(domain: string): readonly SinkMail[];
  /** Domains whose mail is not taken now. */
  readonly putOff: Set<string>;
  /** Of two organizations. */
  readonly clients: readonly [RestClient, RestClient];
}

/** Starts all of it; `onProblem` is told of ends that nobody asked for. */
export const openScene = (onProblem: (text: string) => void) =>
  closable((closing) => open(closing, onProblem));

async function open(closing: Closing, onProblem: (text: string) => void): Promise<Scene> {
  const resolvers = await Promise.all([startDohServer(), startDohServer(), startDohServer()]);
  const sink = await startSmtpSink();
  const putOff = new Set<string>();
  sink.script({ MAIL: ({ text }) => (putOff.has(domainOf(text)) ? '451 4.3.0 later' : undefined) });
  closing.push(...resolvers.map((resolver) => () => resolver.close()), () => sink.close());
  const settings = {
    DOH_URL: resolvers.map(({ url }) => url).join(','),
    OUTBOUND_URL: `smtp://127.0.0.1:${sink.port}?tls=never`,
  };
  const directory = await makeDirectory(closing);
  const stage = await openStage({ directory, gates: GATES, settings, onProblem }, closing);
  return {
    ...stage,
    putOff,
    mailOf: (domain) => sink.mails.filter(({ from }) => domainOf(from) === domain),
    dns: {
      publish: (...record) => resolvers.forEach((one) => one.publish(...record)),
      withdraw: (...record) => resolvers.forEach((one) => one.withdraw(...record)),
    },
    clients: [stage.client, await secondOrganization(stage)],
  };
}

const domainOf = (address: string) =>
  address.slice(address.lastIndexOf('@') + 1).replace(/>.*/, '');

async function secondOrganization({ client, database }: Stage<Step>): Promise<RestClient> {
  const { api_key: other } = await client.read<{ api_key: string }>('/v1/orgs', { name: 'Other' });
  // It needs an inbox a story.
  await database.query(`UPDATE orgs SET plan = 'selfhost'`);
  return createRestClient(client.base, other);
}
