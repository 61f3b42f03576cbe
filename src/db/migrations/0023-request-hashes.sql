-- Hashes of repeated requests are keyed: what was kept under the plain ones is known to nobody any more.

-- Otherwise the same request would be refused as another one for a day. Mail is not sent twice all the same:
-- the ledger of sends knows its keys.
DELETE FROM idempotent_answers;
