import { z } from 'zod';
import { asAnswered, timestamp } from '../../operations/shapes.js';
import { eventBody } from '../../store/events/body.js';
import { EVENT_KINDS, KINDS, type EventKind } from '../../store/events/kinds.js';
import type { NewEvent } from '../../store/events/record.js';
import type { eventKinds } from './schema.js';

/** A kind of event as subscribers read about it. */
export type DescribedKind = z.input<typeof eventKinds>['data'][number];

const EXAMPLE_ID = 'evt_4v7q0h3r6t9w2k5m8x1c';
const EXAMPLE_TIME = new Date('2026-01-31T12:00:00.250Z');

let described: readonly DescribedKind[] | undefined;

/** Every kind of event there is; made at the first call. */
export const describedKinds = (): readonly DescribedKind[] =>
  (described ??= EVENT_KINDS.map((event) => ({
    event,
    description: KINDS[event].description,
    example: exampleOf(event),
    schema: schemaOf(event),
  })));

function exampleOf(kind: EventKind): unknown {
  const about = { orgId: '', inboxId: null, resourceId: '' };
  const event = { ...about, kind, data: KINDS[kind].example } as NewEvent;
  return JSON.parse(eventBody(event, { id: EXAMPLE_ID, createdAt: EXAMPLE_TIME }));
}

function schemaOf(kind: EventKind): DescribedKind['schema'] {
  const body = z.object({
    id: z.string().describe('The same on every attempt and replay; also in webhook-id.'),
    event: z.literal(kind),
    timestamp,
    data: KINDS[kind].data,
  });
  return z.toJSONSchema(body, { unrepresentable: 'any', override: asAnswered });
}
