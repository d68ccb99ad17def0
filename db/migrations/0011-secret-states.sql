-- Oldest release: 0.1.0
-- Whether the old secret may still be used. 'active' works until old_secret_ends_at; 'ended' and 'discarded' are final,
-- whatever a clock says. None: there is no old secret, or an older release has rotated the key; the time decides then.
alter table api_keys add column old_secret_state text
  check (old_secret_state in ('active', 'ended', 'discarded'));

update api_keys set old_secret_state = 'active' where old_secret_sealed is not null;

-- Until now both acts only moved the end to their own time.
update api_keys set old_secret_state = 'ended'
where old_secret_sealed is not null and exists
  (select 1 from audit_events where audit_events.target = api_keys.external_id
    and audit_events.event = 'key-old-secret-ended' and audit_events.at >= api_keys.old_secret_ends_at);

update api_keys set old_secret_state = 'discarded'
where old_secret_sealed is not null and exists
  (select 1 from audit_events where audit_events.target = api_keys.external_id
    and audit_events.event = 'key-new-secret-discarded' and audit_events.at >= api_keys.old_secret_ends_at);

-- For the scheduled ends that are to be recorded.
create index api_keys_by_active_old_secret on api_keys (old_secret_ends_at) where old_secret_state = 'active';

-- Undoing a changed address undoes the changes after it too. Which these are was told by their times, and those are of
-- different clocks.
alter table email_changes add column sequence integer not null default 0;

update email_changes set sequence =
  (select count(*) from email_changes as others
    where others.user_id = email_changes.user_id and others.created_at <= email_changes.created_at);

-- Which requests a digest has listed: by their times alone one of a process whose clock is behind was never told.
alter table access_requests add column told_at bigint;

update access_requests set told_at = (select sent_at from operator_digest)
where created_at <= (select sent_at from operator_digest);
