-- Threads as they are listed, and the agents that have a part in them.

CREATE TABLE thread_agents (
  id text PRIMARY KEY,
  org_id text NOT NULL,
  inbox_id text NOT NULL,
  thread_id text NOT NULL,
  agent_id text NOT NULL,
  -- OWNER, PARTICIPANT, OBSERVER
  role text NOT NULL,
  assigned_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX thread_agents_once ON thread_agents (thread_id, agent_id);
CREATE INDEX thread_agents_by_inbox ON thread_agents (inbox_id);

-- What threads show: the mails of one, its last, their number.
CREATE INDEX emails_by_thread ON emails (thread_id, uid)
  WHERE status IN ('received', 'held', 'outbound') AND NOT is_spam;

-- Up to `wanted` threads of an inbox with their last mails, newest first: of the mails up to `top`,
-- those below `below`.
--
-- Mails are walked from the newest, and of each thread among them its last is asked for in
-- `emails_by_thread`, until the page is full: it costs as many mails as lie between the threads of
-- a page, not all of the inbox. A page is looked for in two mails for each of its threads at first; steps
-- that find less than half of what is missing are followed by ones four times as large.
CREATE FUNCTION last_mails(inbox text, top bigint, below bigint, wanted integer)
RETURNS TABLE (thread_id text, uid bigint)
LANGUAGE plpgsql STABLE STRICT ROWS 20 AS $$
DECLARE
  step integer := 2 * wanted;
  lowest bigint := least(below, top + 1);
  next bigint;
  found integer := 0;
  here integer;
BEGIN
  LOOP
    SELECT e.uid INTO next FROM emails e
    WHERE e.inbox_id = inbox AND e.uid < lowest
    ORDER BY e.uid DESC OFFSET step - 1 LIMIT 1;

    RETURN QUERY
    SELECT c.thread_id, c.uid FROM (
      SELECT e.thread_id, max(e.uid) AS uid FROM emails e
      WHERE e.inbox_id = inbox AND e.uid < lowest AND e.uid >= coalesce(next, 0)
        AND e.status IN ('received', 'held', 'outbound') AND NOT e.is_spam
      GROUP BY e.thread_id ORDER BY max(e.uid) DESC OFFSET 0) AS c
    CROSS JOIN LATERAL (
      SELECT max(e.uid) AS uid FROM emails e
      WHERE e.thread_id = c.thread_id AND e.uid <= top
        AND e.status IN ('received', 'held', 'outbound') AND NOT e.is_spam) AS last
    WHERE last.uid = c.uid
    ORDER BY c.uid DESC LIMIT wanted - found;

    GET DIAGNOSTICS here = ROW_COUNT;
    found := found + here;
    EXIT WHEN next IS NULL OR found >= wanted;
    lowest := next;
    IF here < wanted - found THEN
      step := step * 4;
    END IF;
  END LOOP;
END $$;

-- The same over all inboxes of an organization or, with `those`, some of them: by time of receipt.
-- Mails count up to `horizon`, and those of the inboxes `fresh` up to the uid of that place in `tops`.
CREATE FUNCTION last_mails_of_org(
  org text, those text[], horizon timestamptz, fresh text[], tops bigint[],
  below_at timestamptz, below_id text, wanted integer)
RETURNS TABLE (inbox_id text, thread_id text, uid bigint)
LANGUAGE plpgsql STABLE ROWS 20 AS $$
DECLARE
  step integer := 2 * wanted;
  next record;
  found integer := 0;
  here integer;
BEGIN
  LOOP
    SELECT e.received_at AS at, e.id INTO next FROM emails e
    WHERE e.org_id = org AND (e.received_at, e.id) < (below_at, below_id)
    ORDER BY e.received_at DESC, e.id DESC OFFSET step - 1 LIMIT 1;

    RETURN QUERY
    SELECT c.inbox_id, c.thread_id, c.uid FROM (SELECT * FROM (
      SELECT DISTINCT ON (e.thread_id) e.inbox_id, e.thread_id, e.uid, e.received_at, e.id
      FROM emails e
      WHERE e.org_id = org AND (e.received_at, e.id) < (below_at, below_id)
        AND (e.received_at, e.id) >= (coalesce(next.at, '-infinity'), coalesce(next.id, ''))
        AND (those IS NULL OR e.inbox_id = ANY (those))
        AND (e.received_at <= horizon OR e.uid <= tops[array_position(fresh, e.inbox_id)])
        AND e.status IN ('received', 'held', 'outbound') AND NOT e.is_spam
      ORDER BY e.thread_id, e.uid DESC) AS d
      ORDER BY d.received_at DESC, d.id DESC OFFSET 0) AS c
    CROSS JOIN LATERAL (
      SELECT e.uid FROM emails e
      WHERE e.thread_id = c.thread_id
        AND (e.received_at <= horizon OR e.uid <= tops[array_position(fresh, e.inbox_id)])
        AND e.status IN ('received', 'held', 'outbound') AND NOT e.is_spam
      ORDER BY e.uid DESC LIMIT 1) AS last
    WHERE last.uid = c.uid
      AND EXISTS (SELECT FROM inboxes i WHERE i.id = c.inbox_id AND i.deleted_at IS NULL)
    ORDER BY c.received_at DESC, c.id DESC LIMIT wanted - found;

    GET DIAGNOSTICS here = ROW_COUNT;
    found := found + here;
    EXIT WHEN next.id IS NULL OR found >= wanted;
    below_at := next.at;
    below_id := next.id;
    IF here < wanted - found THEN
      step := step * 4;
    END IF;
  END LOOP;
END $$;

-- The thread of a mail: that of the closest mail it refers to, else `known`, else the one in which
-- it or a mail it refers to is missed; null when there is none. Threads without a beginning are
-- joined to the one with which they turn out to be one: `merged` became `target`. `start` is as
-- first_uid of missing_messages.
--
-- Agents go with their mails. Whoever assigns one holds a lock of a mail of the thread, so what is
-- assigned meanwhile is seen here once that mail has moved, and nobody is left behind. An agent of
-- both threads keeps the stronger of its roles.
CREATE OR REPLACE FUNCTION place_mail(
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
      WITH moved AS (
        DELETE FROM thread_agents a WHERE a.thread_id = candidate.thread_id RETURNING a.*
      )
      INSERT INTO thread_agents AS a
        (id, org_id, inbox_id, thread_id, agent_id, role, assigned_at)
      SELECT m.id, m.org_id, m.inbox_id, target, m.agent_id, m.role, m.assigned_at
      FROM moved m ORDER BY m.agent_id
      ON CONFLICT (thread_id, agent_id) DO UPDATE SET role = excluded.role
        WHERE array_position(ARRAY['OWNER', 'PARTICIPANT', 'OBSERVER'], excluded.role)
          < array_position(ARRAY['OWNER', 'PARTICIPANT', 'OBSERVER'], a.role);
      UPDATE missing_messages m SET thread_id = target, first_uid = start
      WHERE m.thread_id IN (target, candidate.thread_id);
    END IF;
  END LOOP;

  DELETE FROM missing_messages m
  WHERE m.inbox_id = inbox AND m.message_id = own_id
    AND hashtextextended(m.message_id, 0) = hashtextextended(own_id, 0);
END $$;
