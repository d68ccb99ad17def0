-- Oldest release: 0.1.0
-- Tells a change from another one with the same number: after a backup was restored, numbers are given a second time.
alter table key_changes add column mark text not null default '';
