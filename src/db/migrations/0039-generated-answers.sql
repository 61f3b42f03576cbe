-- A sentence of a model stands with its quote, and goes with its mail.
ALTER TABLE citations ADD sentence text;
-- How a question was answered, why not otherwise, and until when some process asks a model.
ALTER TABLE questions ADD answered_by text, ADD note text, ADD asking_until timestamptz;
UPDATE questions SET answered_by = 'extractive' WHERE status = 'COMPLETED';
