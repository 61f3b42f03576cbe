import { z } from 'zod';
import { idOf } from '../../operations/shapes.js';
import { isSubscribable } from '../../store/events/subscription.js';

const MAX_PATTERNS = 100;

/** Kinds and wildcards, separated by commas. */
const patterns = z
  .string()
  .transform((text) => text.split(',').map((pattern) => pattern.trim()))
  .pipe(
    z
      .array(
        z
          .string()
          .refine(isSubscribable, 'must be a kind of event, or a wildcard such as email.* or *'),
      )
      .max(MAX_PATTERNS),
  )
  .describe(
    'Kinds of events (`email.received`) and wildcards (`email.*`), separated by commas; all without it.',
  );

/** What the headers of a stream can say. */
export const streamHeaders = { resume: 'Last-Event-ID' } as const;

/** A stream of events. */
export const eventStream = z.object({
  events: patterns.optional(),
  inbox_id: idOf('inbox').min(1).optional().describe('Only events of this inbox.'),
  last_event_id: z
    .string()
    .optional()
    .describe('The same as the header Last-Event-ID, for clients that cannot set it.'),
  resume: z
    .string()
    .optional()
    .describe('The id of the last event that was read: the stream goes on after it.'),
});
