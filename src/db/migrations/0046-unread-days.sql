-- Dates that could not be read had become a day before all others.
UPDATE emails SET sent_on = NULL WHERE sent_on < '0001-01-01';
