-- Oldest release: 0.1.0
-- Old days are deleted every few minutes. The index saves a scan of the whole table.
create index key_usage_by_day on key_usage (day);
