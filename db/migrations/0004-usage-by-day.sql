-- Oldest release: 0.1.0
-- Old days are deleted every few minutes, without looking at all the others.
create index key_usage_by_day on key_usage (day);
