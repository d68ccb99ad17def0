-- Oldest release: 0.1.0
-- A person's hour, whatever the number of keys, and whether they may call at all.
alter table users add column requests_per_hour integer not null default 5000;
alter table users add column suspended_at bigint;

-- Nobody loses what the operator has given to a key.
update users set requests_per_hour =
  (select max(requests_per_hour) from api_keys where api_keys.user_id = users.id)
where exists
  (select 1 from api_keys where api_keys.user_id = users.id and api_keys.requests_per_hour > 5000);

-- The secret in use. Without an id it is the key's first one.
alter table api_keys add column secret_id text;
alter table api_keys add column secret_created_at bigint;
-- Written while two secrets work; with one, the key's own last use is the secret's.
alter table api_keys add column secret_last_used_at bigint;
-- The one before it, which works until it ends.
alter table api_keys add column old_secret_id text;
alter table api_keys add column old_secret_sealed text;
alter table api_keys add column old_secret_signature text;
alter table api_keys add column old_secret_created_at bigint;
alter table api_keys add column old_secret_ends_at bigint;
alter table api_keys add column old_secret_last_used_at bigint;

-- What the operator has set; the owner may choose no later end.
alter table api_keys add column expires_at_max bigint;

-- Only the operator could set an end after a key was made.
update api_keys set expires_at_max = expires_at
where external_id in (select target from audit_events where event = 'key-expiry-set');

-- Which key each revision was about. A revision without a row was about any of them.
create table key_changes (
  revision bigint primary key,
  key_id text not null
);

create table person_quota (
  -- A person's id, or a keyed hash of the address of one who has left.
  owner text primary key,
  -- Whole hours since 1970.
  hour bigint not null,
  used bigint not null
);

create index person_quota_by_hour on person_quota (hour);

-- Who else takes from the same hours.
create table processes (
  id text primary key,
  seen_at bigint not null
);

create table key_calls (
  key_id text not null references api_keys (id) on delete cascade,
  -- YYYY-MM-DD in UTC.
  day text not null,
  -- A documented pattern, or `other`.
  endpoint text not null,
  verdict text not null,
  -- One of a few numbers that processes choose from, so that they do not all wait for one row.
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
  -- Of the last one.
  detail text not null,
  primary key (key_id, day, endpoint, cause)
);

create index key_refusals_by_day on key_refusals (day);

create table access_requests (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  key_id text references api_keys (id) on delete set null,
  -- open, granted, declined or withdrawn
  state text not null,
  purpose text not null,
  volume text not null,
  reason text,
  created_at bigint not null,
  answered_at bigint
);

-- One open request a person, however many are sent at once.
create unique index access_requests_open on access_requests (user_id) where state = 'open';

create index access_requests_by_key on access_requests (key_id);

-- Each mail about a key's end is sent once.
create table notices (
  key_id text not null references api_keys (id) on delete cascade,
  kind text not null,
  expires_at bigint not null,
  primary key (key_id, kind, expires_at)
);
