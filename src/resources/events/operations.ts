import { operationWith } from '../../operations/operation.js';
import { eventStream, streamHeaders } from './schema.js';
import type { EventStreams } from './service.js';

const operation = operationWith<{ readonly events: EventStreams }>();

const EVERYTHING = ['*'];

/** The stream of events. */
export const eventOperations = [
  operation({
    name: 'streamEvents',
    summary: 'Follow what happens in the organization, live, as server-sent events.',
    access: 'emails:read',
    input: eventStream,
    answers: 'events',
    headers: streamHeaders,
    http: { method: 'GET', path: '/v1/events' },
    run: ({ caller, services, signal }, input) =>
      services.events.open(caller, {
        events: input.events ?? EVERYTHING,
        inboxId: input.inbox_id,
        // A client that connects again repeats its address; what its header says is newer.
        lastEventId: input.resume || input.last_event_id || null,
        signal,
      }),
  }),
];
