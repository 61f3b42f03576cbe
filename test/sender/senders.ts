import { cachedResolver } from '../../src/dns/resolver.js';
import type { SenderEnvelope } from '../../src/sender/auth.js';
import { createSenderVerifier } from '../../src/sender/verify.js';
import { createZone } from '../support/dns-zone.js';
import { createSigner, mailFrom } from '../support/signed-mail.js';

/** A sender that signs its mail, and a service that sends for others. */
export const northwind = createSigner('northwind.example');
export const mailer = createSigner('mailer.example');

export const FROM = 'Northwind <no-reply@northwind.example>';
export const plain = mailFrom(FROM);

/** Handed in without a word about where it came from. */
export const UNKNOWN: SenderEnvelope = { remoteIp: null, helo: '', mailFrom: '' };

export const sentBy = (remoteIp: string, sender = 'bounce@northwind.example'): SenderEnvelope => ({
  remoteIp,
  helo: 'mx.northwind.example',
  mailFrom: sender,
});

/** The DNS with the keys of both, verifiers that ask it, and their clock. */
export function startZone() {
  let now = 1_000_000;
  const zone = createZone();
  for (const { keyName, keyRecord } of [northwind, mailer]) zone.publish(keyName, keyRecord);
  const clock = () => now;
  const verifier = () => createSenderVerifier(cachedResolver(zone, clock), clock);
  return {
    zone,
    verifier,
    verify: (raw: Buffer, envelope = UNKNOWN) => verifier().verify(raw, envelope),
    policy: (record: string, domain = 'northwind.example') =>
      zone.publish(`_dmarc.${domain}`, record),
    passTime: (milliseconds: number) => (now += milliseconds),
  };
}
