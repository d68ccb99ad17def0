-- Oldest release: 0.1.0
-- Whether the old secret still works. 'active' works until old_secret_ends_at. 'ended' and 'discarded' are final, even
-- if a clock is wrong. Null means that there is no old secret, or that an older release has rotated the key, so that the
-- time decides.
alter table api_keys add column old_secret_state text
  check (old_secret_state in ('active', 'ended', 'discarded'));

update api_keys set old_secret_state = 'active' where old_secret_sealed is not null;

-- Until now, revoking and discarding only changed the end to the time of the action.
update api_keys set old_secret_state = 'ended'
where old_secret_sealed is not null and exists
  (select 1 from audit_events where audit_events.target = api_keys.external_id
    and audit_events.event = 'key-old-secret-ended' and audit_events.at >= api_keys.old_secret_ends_at);

update api_keys set old_secret_state = 'discarded'
where old_secret_sealed is not null and exists
  (select 1 from audit_events where audit_events.target = api_keys.external_id
    and audit_events.event = 'key-new-secret-discarded' and audit_events.at >= api_keys.old_secret_ends_at);

-- The index finds scheduled ends that have not been recorded yet.
create index api_keys_by_active_old_secret on api_keys (old_secret_ends_at) where old_secret_state = 'active';

-- Undoing a changed address also undoes the changes after it. Until now their times gave the order, but those come from
-- different clocks.
alter table email_changes add column sequence integer not null default 0;

update email_changes set sequence =
  (select count(*) from email_changes as others
    where others.user_id = email_changes.user_id and others.created_at <= email_changes.created_at);

-- The time at which a digest listed the request. By creation time alone, a request from a process whose clock is behind
-- would never be listed.
alter table access_requests add column told_at bigint;

update access_requests set told_at = (select sent_at from operator_digest)
where created_at <= (select sent_at from operator_digest);
