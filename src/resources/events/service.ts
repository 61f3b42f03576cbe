import type { Caller } from '../../auth/caller.js';
import { countedKeyId, principalId } from '../../auth/principal.js';
import { invalid, rateLimited, unauthorized } from '../../errors.js';
import type { EventHub } from '../../live/events/hub.js';
import { listedInboxes, type FindInbox } from '../../store/inboxes.js';
import { startOf } from '../../store/events/position.js';
import type { EventStore, Start } from '../../live/events/reading.js';
import type { StreamStart, EventStream } from '../../live/events/stream.js';
import { QUOTAS } from '../../operations/limits.js';

interface EventStreamsDeps {
  readonly hub: EventHub;
  readonly store: Pick<EventStore, 'start'>;
  readonly findInbox: FindInbox;
}

/** A stream as an operation asks for it. */
export interface StreamRequest {
  /** Kinds and wildcards. */
  readonly events: readonly string[];
  /** Only events of this inbox. */
  readonly inboxId?: string | undefined;
  /** Null: from now on. */
  readonly lastEventId: string | null;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

const RETRY_AFTER_SECONDS = 1;

/** Opens streams of what happens in an organization. */
export class EventStreams {
  constructor(private readonly deps: EventStreamsDeps) {}

  /** @throws AppError 400 unknown event, 401 key revoked, 403, 404 inbox, 429 too many streams */
  async open(caller: Caller, request: StreamRequest): Promise<EventStream> {
    const { inboxId, events, lastEventId, signal } = request;
    const { orgId, inboxIds } = await listedInboxes(caller, inboxId, this.deps.findInbox);
    const principal = principalId(caller.principal);
    const keyId = countedKeyId(caller.principal);
    if (this.deps.hub.openStreams(keyId) >= QUOTAS.open_streams_per_key)
      throw rateLimited(
        RETRY_AFTER_SECONDS,
        `At most ${QUOTAS.open_streams_per_key} streams can be open with a key`,
      );
    // Known to the hub before the key is looked at: whoever revokes it now ends the stream too.
    const stream = this.deps.hub.add({
      ...{ orgId, keyId },
      principalId: principal,
      subscription: { events, inboxIds },
    });
    try {
      const start = await this.deps.store.start({
        orgId,
        principalId: principal,
        lastEventId,
        inboxIds,
      });
      stream.startAt(beginningOf(start, lastEventId));
    } catch (error) {
      stream.end();
      throw error;
    }
    if (signal.aborted) stream.end();
    else signal.addEventListener('abort', () => stream.end(), { once: true });
    return stream;
  }
}

function beginningOf(
  { keyIsValid, now, after, newestId }: Start,
  lastEventId: string | null,
): StreamStart {
  if (!keyIsValid) throw unauthorized('This API key was revoked');
  if (lastEventId === null) return { cursor: startOf(now.xmin), since: now, newestId };
  if (!after)
    throw invalid(
      'last_event_id, or the header Last-Event-ID, must be the id of an event that is still kept; ' +
        'leave it out to start now, and read what you may have missed from the lists',
    );
  return { cursor: after, since: null, newestId: null };
}
