import { operationWith } from '../../operations/operation.js';
import { accepted, inboundMail } from './schema.js';
import { LIMITS } from '../../operations/limits.js';
import type { InboundService } from './service.js';

const operation = operationWith<{ readonly inbound: InboundService }>();

/** Accepting, parsing later, processing, sender checks, releasing. */
export const inboundOperations = [
  operation({
    name: 'deliverInbound',
    summary: 'Take in a mail that another mail server received.',
    access: 'inbound-secret',
    input: inboundMail,
    output: accepted,
    bodyLimit: LIMITS.body_bytes.inbound,
    alsoAnswers: { 404: 'None of the recipients is known here.' },
    http: { method: 'POST', path: '/v1/inbound', status: 202 },
    run: async ({ caller, services }, mail) => ({
      ids: [...(await services.inbound.deliver(mail, caller.address))],
    }),
  }),
];
