-- When the look began that was written down last: whoever asked for one knows whether it saw what was published before.
ALTER TABLE domains ADD COLUMN look_begun_at timestamptz;
