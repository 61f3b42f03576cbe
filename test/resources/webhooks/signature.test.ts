import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { newSecret } from '../../../src/resources/webhooks/signature.js';
import { signatureHeaders } from '../../../src/resources/webhooks/signature.js';

const ID = 'evt_7m2c9x4k1v8q5h3r6t0w';
const BODY = '{"id":"evt_7m2c9x4k1v8q5h3r6t0w","event":"email.received"}';
const secret = newSecret();
const older = newSecret();

const isTaken = (by: string, body: string, headers: Record<string, string>) => {
  try {
    new Webhook(by).verify(body, headers);
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
};

describe('the signature', () => {
  it.each([
    ['a small body', BODY],
    ['letters of other scripts', '{"subject":"Grüße, Ελλάδα, \u{1f680}"}'],
    ['spaces and line ends, as they are', '{ "a" :\r\n1 }\n'],
    ['a lone surrogate, escaped', '{"subject":"\\ud83d"}'],
    ['a large body', JSON.stringify({ text: 'x'.repeat(200_000) })],
  ])('is taken by an independent verifier: %s', (_what, body) => {
    const headers = signatureHeaders({ id: ID, body, at: new Date() }, [secret]);
    expect(isTaken(secret, body, headers)).toBe(true);
  });

  it('is taken with either secret after a rotation', () => {
    const headers = signatureHeaders({ id: ID, body: BODY, at: new Date() }, [secret, older]);
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
    expect([secret, older].map((by) => isTaken(by, BODY, headers))).toEqual([true, true]);
  });

  it.each<[string, (signed: Record<string, string>) => [string, Record<string, string>]]>([
    ['another body', (signed) => [`${BODY} `, signed]],
    ['another event', (signed) => [BODY, { ...signed, 'webhook-id': 'evt_other' }]],
    ['another time', (signed) => [BODY, { ...signed, 'webhook-timestamp': timeOf(-60_000) }]],
  ])('does not hold for %s', (_what, change) => {
    const headers = signatureHeaders({ id: ID, body: BODY, at: new Date() }, [secret]);
    expect(isTaken(secret, ...change(headers))).toBe(false);
  });

  it('does not hold for a secret it was not made with', () => {
    const headers = signatureHeaders({ id: ID, body: BODY, at: new Date() }, [secret]);
    expect(isTaken(older, BODY, headers)).toBe(false);
  });

  it('tells the time in whole seconds, so that an old one is refused', () => {
    const at = new Date('2026-01-31T12:00:00.999Z');
    const headers = signatureHeaders({ id: ID, body: BODY, at }, [secret]);
    expect(headers['webhook-timestamp']).toBe('1769860800');
    expect(isTaken(secret, BODY, headers)).toBe(false);
  });

  it('of the second kind is made of the body alone, by the present secret as it was shown', () => {
    const headers = signatureHeaders({ id: ID, body: BODY, at: new Date() }, [secret, older]);
    const expected = createHmac('sha256', secret).update(BODY).digest('hex');
    expect(headers['X-Service-Signature']).toBe(expected);
  });

  it('has the figures that the definition of Standard Webhooks gives', () => {
    const known = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
    const headers = signatureHeaders({ ...message, at: new Date(1_614_265_330_000) }, [known]);
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});

const timeOf = (offset: number) => Math.floor((Date.now() + offset) / 1_000).toString();
