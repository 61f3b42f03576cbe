import { isIP } from 'node:net';
import type { DnsSource } from '../../dns/answer.js';
import { canonicalHost } from '../../egress/host.js';
import { createLookup, type Lookup } from '../../egress/lookup.js';
import { serviceHost } from '../../outbound/service-url.js';
import type { DeliveryReport } from '../../mail/reports/bounce.js';
import { domainOf, isAligned, organizationOf } from '../../sender/domains.js';
import type { ReportedMail, ReportMail } from './report-original.js';

/** The operator's own server, and how host names are found. */
export interface OwnRelay {
  /** Of OUTBOUND_URL. */
  readonly host: string | undefined;
  readonly lookup: Lookup;
}

/** As `outboundUrl` names it; its name is looked up by `dns`. */
export const ownRelay = (outboundUrl: string | undefined, dns: DnsSource): OwnRelay => ({
  host: outboundUrl && serviceHost(outboundUrl),
  lookup: createLookup(dns),
});

/** Whether a report may speak of what became of mail to an address. */
export type Trust = (address: string) => boolean;

const NOBODY: Trust = () => false;
const EVERYBODY: Trust = () => true;

/** Domains under which an organization reports beside its own. */
const REPORTS_AS: Readonly<Record<string, string>> = {
  'amazonaws.com': 'amazonses.com',
  'gmail.com': 'googlemail.com',
  'google.com': 'googlemail.com',
  'hotmail.com': 'outlook.com',
  'live.com': 'outlook.com',
  'msn.com': 'outlook.com',
};

/** Under which domains providers with an API report. */
const PROVIDERS_REPORT_AS: Readonly<Record<string, string>> = {
  SES: 'amazonses.com',
  RESEND: 'amazonses.com',
  SENDGRID: 'sendgrid.net',
  POSTMARK: 'mtasv.net',
};

/**
 * Of whom a report is believed: of everybody the mail was handed over for when it comes from the
 * server that took it, of people of its own domain when its sender is authenticated. Either way it
 * has to come from the mail system, for anybody can have an address beside that of a recipient. Null
 * while the DNS does not say who sent it.
 */
export async function trustOf(
  relay: OwnRelay,
  { auth, remote_ip: peer }: ReportMail,
  { source }: DeliveryReport,
  original: ReportedMail,
): Promise<Trust | null> {
  if (!source.isMailSystem) return NOBODY;
  const hosts = hostsOf(relay, original);
  if (source.isMadeByServer && (await isPeer(peer, hosts, relay.lookup))) return EVERYBODY;
  if (auth === null || auth.verdict === 'unknown') return null;
  if (auth.verdict !== 'pass' || auth.aligned_domain === null) return NOBODY;
  const carrier = PROVIDERS_REPORT_AS[original.provider ?? ''] ?? '';
  return trustIn(auth.aligned_domain, [...hosts, carrier]);
}

const trustIn = (domain: string, carriers: readonly string[]): Trust =>
  carriers.some((carrier) => reportsFor(domain, carrier))
    ? EVERYBODY
    : (address) => reportsFor(domain, address);

/** The servers that may have taken it: which one of them it was is not kept. */
const hostsOf = ({ host }: OwnRelay, { provider, hosts }: ReportedMail): readonly string[] =>
  provider === 'SMTP' ? [...hosts, ...(host === undefined ? [] : [host])] : [];

/** Whether `domain`, which is authenticated, speaks for the mail system of a host or an address. */
function reportsFor(domain: string, hostOrAddress: string): boolean {
  const own = domainOf(hostOrAddress);
  if (own === null) return false;
  const alias = REPORTS_AS[organizationOf(own) ?? ''];
  return isAligned(domain, own, false) || (alias !== undefined && isAligned(domain, alias, false));
}

/** Whether a mail was handed over by one of these hosts. */
async function isPeer(
  peer: string | null,
  hosts: readonly string[],
  lookup: Lookup,
): Promise<boolean> {
  const address = peer && canonicalHost(peer.replace(/^::ffff:(?=[\d.]+$)/i, ''));
  if (!address) return false;
  const found = await Promise.all(hosts.map((host) => addressesOf(host, lookup)));
  return found.flat().includes(address);
}

/** None while its name cannot be found: then what is authenticated counts. */
async function addressesOf(text: string, lookup: Lookup): Promise<readonly (string | null)[]> {
  const host = canonicalHost(text);
  if (host === null) return [];
  if (isIP(host) > 0) return [host];
  const addresses = await lookup(host).catch(() => []);
  return addresses.map(canonicalHost);
}
