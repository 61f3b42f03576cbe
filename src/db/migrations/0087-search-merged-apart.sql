-- What mail adds to these indexes waits in a list of each until it is merged, which the worker has done every few seconds
-- while mail comes in. The mail that fills a list merges it while others wait: only where nobody else did.
ALTER INDEX emails_search SET (gin_pending_list_limit = 16384);
ALTER INDEX emails_trigrams SET (gin_pending_list_limit = 16384);
