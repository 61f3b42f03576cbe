-- When a mail began to leave.

-- Null until then. Of attempts that were begun by a version that does not know it, nobody can tell.
ALTER TABLE send_attempts ADD COLUMN handed_over_at timestamptz DEFAULT now();
