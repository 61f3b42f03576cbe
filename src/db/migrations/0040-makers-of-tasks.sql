ALTER TABLE tasks
  -- The API key that asked for it, and so for what it sends.
  ADD made_by text;
