-- Oldest release: 0.1.0
-- The mark distinguishes changes with the same number. After a backup is restored, numbers are used a second time.
alter table key_changes add column mark text not null default '';
