-- Oldest release: 0.1.0
-- The hourly limit of all keys of a person together, and whether the account is suspended.
alter table users add column requests_per_hour integer not null default 5000;
alter table users add column suspended_at bigint;

-- A person keeps a higher limit that the operator has given to one of their keys.
update users set requests_per_hour =
  (select max(requests_per_hour) from api_keys where api_keys.user_id = users.id)
where exists
  (select 1 from api_keys where api_keys.user_id = users.id and api_keys.requests_per_hour > 5000);

-- The ID of the current secret. Null means the key's first secret.
alter table api_keys add column secret_id text;
alter table api_keys add column secret_created_at bigint;
-- This is written only while two secrets work. With one secret, the key's own last use applies.
alter table api_keys add column secret_last_used_at bigint;
-- The previous secret, which works until it ends.
alter table api_keys add column old_secret_id text;
alter table api_keys add column old_secret_sealed text;
alter table api_keys add column old_secret_signature text;
alter table api_keys add column old_secret_created_at bigint;
alter table api_keys add column old_secret_ends_at bigint;
alter table api_keys add column old_secret_last_used_at bigint;

-- The operator's expiry date. The owner cannot choose a later one.
alter table api_keys add column expires_at_max bigint;

-- Until now only the operator could set the expiry date of an existing key.
update api_keys set expires_at_max = expires_at
where external_id in (select target from audit_events where event = 'key-expiry-set');

-- The key that each revision was about. A revision without a row may be about any key.
create table key_changes (
  revision bigint primary key,
  key_id text not null
);

create table person_quota (
  -- A person's ID, or a keyed hash of the address of a deleted account.
  owner text primary key,
  -- Whole hours since 1970.
  hour bigint not null,
  used bigint not null
);

create index person_quota_by_hour on person_quota (hour);

-- The running processes, which share the hourly quotas.
create table processes (
  id text primary key,
  seen_at bigint not null
);

create table key_calls (
  key_id text not null references api_keys (id) on delete cascade,
  -- YYYY-MM-DD in UTC.
  day text not null,
  -- A documented path pattern, or `other`.
  endpoint text not null,
  verdict text not null,
  -- Each process picks one of a few numbers, so that they do not all wait for one row.
  writer integer not null,
  requests bigint not null,
  last_at bigint not null,
  primary key (key_id, day, endpoint, verdict, writer)
);

create index key_calls_by_day on key_calls (day);

create table key_refusals (
  key_id text not null references api_keys (id) on delete cascade,
  day text not null,
  endpoint text not null,
  cause text not null,
  count bigint not null,
  first_at bigint not null,
  last_at bigint not null,
  -- The detail of the latest refusal.
  detail text not null,
  primary key (key_id, day, endpoint, cause)
);

create index key_refusals_by_day on key_refusals (day);

create table access_requests (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  key_id text references api_keys (id) on delete set null,
  -- One of open, granted, declined and withdrawn.
  state text not null,
  purpose text not null,
  volume text not null,
  reason text,
  created_at bigint not null,
  answered_at bigint
);

-- A person has one open request at most, however many are sent at once.
create unique index access_requests_open on access_requests (user_id) where state = 'open';

create index access_requests_by_key on access_requests (key_id);

-- Each email about the expiry of a key is sent once.
create table notices (
  key_id text not null references api_keys (id) on delete cascade,
  kind text not null,
  expires_at bigint not null,
  primary key (key_id, kind, expires_at)
);
