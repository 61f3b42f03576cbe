-- Approvals of uses of credentials are good for one each.
ALTER TABLE approvals ADD used_at timestamptz;
-- A code is used once: the step of time of the last one.
ALTER TABLE credentials ADD last_totp_step bigint;
