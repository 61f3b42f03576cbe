import { randomUUID } from 'node:crypto';
import { composeOutgoing } from '../../mail/compose/outgoing.js';
import type { Outbound, OutgoingMail, ProviderName, SendOutcome } from '../../outbound/provider.js';
import { withTimeout } from '../../deadline.js';
import type { ChosenSettings } from './rows.js';
import type { ConfigTestResult } from './schema.js';

// Milliseconds a request waits for the provider.
const ANSWER_WITHIN_MS = 25_000;

/** Sends `to` a small mail now. */
export async function testConfig(
  outbound: Pick<Outbound, 'send'>,
  settings: ChosenSettings,
  { from, to }: { readonly from: string; readonly to: string },
  milliseconds: number = ANSWER_WITHIN_MS,
): Promise<ConfigTestResult> {
  const { provider } = settings;
  const mail = await testMail(from, to, provider);
  const response = `No answer within ${milliseconds / 1_000} seconds; the mail may still arrive`;
  const outcome = await withTimeout<SendOutcome>(milliseconds, outbound.send(settings, mail), {
    kind: 'unknown',
    response,
  });
  return { ok: wasTaken(outcome), provider, response: responseOf(outcome) };
}

async function testMail(from: string, to: string, provider: ProviderName): Promise<OutgoingMail> {
  const messageId = `<${randomUUID()}@${from.slice(from.lastIndexOf('@') + 1)}>`;
  const raw = await composeOutgoing({
    messageId,
    date: new Date(),
    from: { name: null, address: from },
    to: [{ name: null, address: to }],
    cc: [],
    replyTo: [],
    subject: `Test of a ${provider} configuration`,
    text: 'This mail was sent to find out whether mail can be sent this way. It can.\n',
    headers: { 'Auto-Submitted': 'auto-generated' },
    files: [],
  });
  return { messageId, envelopeFrom: from, recipients: [to], raw };
}

const wasTaken = (outcome: SendOutcome) =>
  outcome.kind === 'accepted' && outcome.refused.length === 0;

function responseOf(outcome: SendOutcome): string {
  const [refused] = outcome.kind === 'accepted' ? outcome.refused : [];
  return refused?.response ?? outcome.response;
}
