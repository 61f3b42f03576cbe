-- Whether the way to the server of a configuration has to be encrypted.

-- required, if_offered or none. Whatever was there before was required.
ALTER TABLE smtp_configs ADD COLUMN tls text NOT NULL DEFAULT 'required';
