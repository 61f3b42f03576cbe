-- What a model said in a step, or a tool answered it; and the decision that the step waits for.
ALTER TABLE task_steps ADD content jsonb, ADD approval_id text;
CREATE INDEX task_steps_by_approval ON task_steps (approval_id) WHERE approval_id IS NOT NULL;
