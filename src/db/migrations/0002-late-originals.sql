-- What it takes for a mail that arrives after its replies to join their thread.

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

-- The thread of a mail: that of the closest mail it refers to, else `known`, else the one in which
-- it or a mail it refers to is missed; null when there is none. Threads without a beginning are
-- joined to the one with which they turn out to be one: `merged` became `target`. `start` is as
-- first_uid of missing_messages.
CREATE FUNCTION place_mail(
  inbox text, own_id text, refers_to text[], known text, known_start bigint,
  OUT target text, OUT start bigint, OUT merged text[])
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  candidate record;
BEGIN
  merged := '{}';
  FOR candidate IN
    WITH referred AS (
      SELECT e.thread_id FROM unnest(refers_to) WITH ORDINALITY AS r(id, place)
      JOIN emails e ON e.inbox_id = inbox AND e.message_id = r.id
        AND hashtextextended(e.message_id, 0) = hashtextextended(r.id, 0)
      ORDER BY r.place, e.uid DESC LIMIT 1
    ), found AS (
      SELECT r.thread_id, 0 AS place,
        (SELECT min(m.first_uid) FROM missing_messages m WHERE m.thread_id = r.thread_id) AS start
      FROM referred r
      UNION ALL SELECT known, 1, known_start WHERE known IS NOT NULL
      UNION ALL
      SELECT m.thread_id, 1 + r.place, m.first_uid
      FROM unnest(array_prepend(own_id, refers_to)) WITH ORDINALITY AS r(id, place)
      JOIN missing_messages m ON m.inbox_id = inbox AND m.message_id = r.id
        AND hashtextextended(m.message_id, 0) = hashtextextended(r.id, 0)
    )
    SELECT f.thread_id, min(f.start) AS start FROM found f
    GROUP BY f.thread_id ORDER BY min(f.start) IS NOT NULL, min(f.place)
  LOOP
    IF target IS NULL THEN
      target := candidate.thread_id;
      start := candidate.start;
    ELSIF candidate.start IS NOT NULL THEN
      merged := merged || candidate.thread_id;
      start := CASE WHEN start IS NOT NULL THEN least(start, candidate.start) END;
      UPDATE emails e SET thread_id = target
      WHERE e.inbox_id = inbox AND e.uid >= candidate.start AND e.thread_id = candidate.thread_id;
      UPDATE missing_messages m SET thread_id = target, first_uid = start
      WHERE m.thread_id IN (target, candidate.thread_id);
    END IF;
  END LOOP;

  DELETE FROM missing_messages m
  WHERE m.inbox_id = inbox AND m.message_id = own_id
    AND hashtextextended(m.message_id, 0) = hashtextextended(own_id, 0);
END $$;

CREATE TYPE mail_to_place AS (
  id text, uid bigint, message_id text,
  -- Mails of one thread belong together already; in_thread: it is there.
  thread_id text, in_thread boolean,
  -- The closest first.
  refers_to text[]);

-- The threads of mails of an inbox that are about to be stored, by id; also notes what they refer to
-- and is not there: of a mail that refers to many the 20 closest, and the oldest.
--
-- To be called while the counter row of the inbox is locked. As it is volatile, it sees what
-- was committed before the lock was got, which the statement around it does not: a mail and its
-- reply find each other however close together they arrive.
CREATE FUNCTION join_threads(inbox text, mails mail_to_place[])
RETURNS TABLE (email_id text, thread text)
LANGUAGE plpgsql VOLATILE STRICT ROWS 50 AS $$
DECLARE
  threads text[];
  in_threads boolean[];
  starts bigint[];
  place record;
BEGIN
  SELECT array_agg(o.thread_id ORDER BY o.place), array_agg(o.in_thread ORDER BY o.place),
    array_agg(CASE WHEN NOT o.in_thread THEN o.start END ORDER BY o.place)
  INTO threads, in_threads, starts
  FROM (SELECT m.*, min(m.uid) OVER (PARTITION BY m.thread_id) AS start FROM unnest(mails) WITH ORDINALITY
    AS m(id, uid, message_id, thread_id, in_thread, refers_to, place)) AS o;

  FOR i IN 1 .. cardinality(mails) LOOP
    SELECT * INTO place FROM place_mail(inbox, mails[i].message_id, mails[i].refers_to,
      CASE WHEN in_threads[i] THEN threads[i] END, starts[i]);
    CONTINUE WHEN place.target IS NULL;
    FOR k IN 1 .. cardinality(mails) LOOP
      -- What belongs to this mail goes with it, unless it has its place already.
      IF k = i OR threads[k] = ANY (place.merged)
        OR NOT in_threads[k] AND threads[k] = mails[i].thread_id
      THEN
        threads[k] := place.target;
        in_threads[k] := true;
        starts[k] := place.start;
      END IF;
    END LOOP;
  END LOOP;

  INSERT INTO missing_messages (inbox_id, message_id, thread_id, first_uid)
  SELECT DISTINCT ON (w.id) inbox, w.id, threads[w.place], starts[w.place]
  FROM (SELECT m.place, unnest(
          m.refers_to[:20] || m.refers_to[cardinality(m.refers_to):]) AS id
        FROM unnest(mails) WITH ORDINALITY
    AS m(id, uid, message_id, thread_id, in_thread, refers_to, place)) AS w
  WHERE NOT EXISTS (
      SELECT FROM emails e WHERE e.inbox_id = inbox AND e.message_id = w.id
        AND hashtextextended(e.message_id, 0) = hashtextextended(w.id, 0))
    AND NOT EXISTS (
      SELECT FROM missing_messages n WHERE n.inbox_id = inbox AND n.message_id = w.id
        AND hashtextextended(n.message_id, 0) = hashtextextended(w.id, 0));

  RETURN QUERY SELECT m.id, threads[m.place] FROM unnest(mails) WITH ORDINALITY
    AS m(id, uid, message_id, thread_id, in_thread, refers_to, place);
END $$;
