import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What it takes for a mail that arrives after its replies to join their thread. */
export class LateOriginals1700000000002 implements MigrationInterface {
  readonly name = 'LateOriginals1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(PLACE_MAIL);
    await runner.query(JOIN_THREADS);
  }

  async down(): Promise<void> {
    throw new Error('Restore a backup: these tables hold mail');
  }
}

const TABLES = `
-- Mails that others refer to and that are not there, with the thread they will belong to.
-- first_uid: where that thread starts, when it started with a reply to a missing mail: it is then
-- joined to the thread in which the missing mail turns out to be. Null: the thread stays as it is.
CREATE TABLE missing_messages (
  inbox_id text NOT NULL,
  message_id text NOT NULL,
  thread_id text NOT NULL,
  first_uid bigint,
  noted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX missing_messages_by_id
  ON missing_messages (inbox_id, hashtextextended(message_id, 0));
CREATE INDEX missing_messages_by_thread ON missing_messages (thread_id);
CREATE INDEX missing_messages_by_age ON missing_messages (noted_at);

-- Until when mail for the inbox may be missing: mails of other inboxes are not looked up.
ALTER TABLE inbox_counters ADD awaits_until timestamptz NOT NULL DEFAULT '-infinity';
`;

/**
 * The thread of a mail: that of the closest mail it refers to, else the one in which it or a mail
 * it refers to is missed; null when there is none. Threads that turn out to be one are joined:
 * `merged` names those that became `target`. `start` as first_uid of missing_messages.
 */
const PLACE_MAIL = `
CREATE FUNCTION place_mail(
  inbox text, own_id text, refers_to text[], OUT target text, OUT start bigint, OUT merged text[])
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  other record;
BEGIN
  merged := '{}';
  SELECT e.thread_id INTO target
  FROM unnest(refers_to) WITH ORDINALITY AS r(id, place)
  JOIN emails e ON e.inbox_id = inbox AND e.message_id = r.id
    AND hashtextextended(e.message_id, 0) = hashtextextended(r.id, 0)
  ORDER BY r.place, e.uid DESC LIMIT 1;
  SELECT min(m.first_uid) INTO start FROM missing_messages m WHERE m.thread_id = target;

  FOR other IN
    SELECT m.thread_id, min(m.first_uid) AS first_uid
    FROM unnest(array_prepend(own_id, refers_to)) WITH ORDINALITY AS r(id, place)
    JOIN missing_messages m ON m.inbox_id = inbox AND m.message_id = r.id
      AND hashtextextended(m.message_id, 0) = hashtextextended(r.id, 0)
    GROUP BY m.thread_id ORDER BY min(r.place)
  LOOP
    IF target IS NULL THEN
      target := other.thread_id;
      start := other.first_uid;
    ELSIF other.thread_id <> target AND other.first_uid IS NOT NULL THEN
      merged := merged || other.thread_id;
      start := CASE WHEN start IS NOT NULL THEN least(start, other.first_uid) END;
      UPDATE emails e SET thread_id = target
      WHERE e.inbox_id = inbox AND e.uid >= other.first_uid AND e.thread_id = other.thread_id;
      UPDATE missing_messages m SET thread_id = target, first_uid = start
      WHERE m.thread_id IN (target, other.thread_id);
    END IF;
  END LOOP;

  DELETE FROM missing_messages m
  WHERE m.inbox_id = inbox AND m.message_id = own_id
    AND hashtextextended(m.message_id, 0) = hashtextextended(own_id, 0);
END $$`;

/** Noted of a mail that refers to many: the closest, and the oldest. */
const NOTED_IDS = 20;

/**
 * The threads of mails that are about to be stored, by id; also notes what they refer to and is not
 * there. Mails of one thread_id belong together already; refers_to has the closest id first.
 *
 * To be called while the counter rows of their inboxes are locked. As it is volatile, it sees what
 * was committed before the lock was got, which the statement around it does not: a mail and its
 * reply find each other however close together they arrive.
 */
const JOIN_THREADS = `
CREATE TYPE mail_to_place AS
  (id text, inbox_id text, uid bigint, thread_id text, message_id text, refers_to text[]);

CREATE FUNCTION join_threads(mails mail_to_place[]) RETURNS TABLE (email_id text, thread text)
LANGUAGE plpgsql VOLATILE STRICT ROWS 50 AS $$
DECLARE
  threads text[];
  starts bigint[];
  found_place record;
BEGIN
  SELECT array_agg(m.thread_id ORDER BY m.place), array_agg(m.start ORDER BY m.place)
  INTO threads, starts
  FROM (SELECT r.thread_id, r.place, min(r.uid) OVER (PARTITION BY r.thread_id) AS start
        FROM unnest(mails) WITH ORDINALITY AS r(id, inbox_id, uid, thread_id, message_id, refers_to, place)) m;

  FOR i IN 1 .. cardinality(mails) LOOP
    SELECT * INTO found_place
    FROM place_mail(mails[i].inbox_id, mails[i].message_id, mails[i].refers_to);
    CONTINUE WHEN found_place.target IS NULL;
    FOR k IN 1 .. cardinality(mails) LOOP
      -- What belongs to this mail goes with it, unless it went elsewhere before.
      IF k = i OR threads[k] = mails[i].thread_id OR threads[k] = ANY (found_place.merged) THEN
        threads[k] := found_place.target;
        starts[k] := found_place.start;
      END IF;
    END LOOP;
  END LOOP;

  INSERT INTO missing_messages (inbox_id, message_id, thread_id, first_uid)
  SELECT DISTINCT ON (w.inbox_id, w.message_id) w.inbox_id, w.message_id, w.thread_id, w.start
  FROM (SELECT r.inbox_id, unnest(r.refers_to[:${NOTED_IDS}] || r.refers_to[cardinality(r.refers_to):]),
          threads[r.place], starts[r.place]
        FROM unnest(mails) WITH ORDINALITY AS r(id, inbox_id, uid, thread_id, message_id, refers_to, place)
       ) AS w(inbox_id, message_id, thread_id, start)
  WHERE NOT EXISTS (
      SELECT FROM emails e WHERE e.inbox_id = w.inbox_id AND e.message_id = w.message_id
        AND hashtextextended(e.message_id, 0) = hashtextextended(w.message_id, 0))
    AND NOT EXISTS (
      SELECT FROM missing_messages m WHERE m.inbox_id = w.inbox_id AND m.message_id = w.message_id
        AND hashtextextended(m.message_id, 0) = hashtextextended(w.message_id, 0));

  RETURN QUERY SELECT r.id, threads[r.place]
  FROM unnest(mails) WITH ORDINALITY AS r(id, inbox_id, uid, thread_id, message_id, refers_to, place);
END $$`;
