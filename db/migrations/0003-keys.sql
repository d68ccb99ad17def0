-- Oldest release: 0.1.0
create table api_keys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- A person has five slots. The constraint holds however many keys are created at once.
  slot integer not null check (slot between 1 and 5),
  name text not null,
  -- The client ID.
  external_id text not null unique,
  -- The secret is encrypted instead of hashed, because checking a signed token needs it.
  secret_sealed text not null,
  secret_signature text not null,
  roles text not null,
  requests_per_hour integer not null,
  created_at bigint not null,
  expires_at bigint,
  unique (user_id, slot)
);

-- This table has one row. Every change that could turn an allowed call into a denied one raises the revision, and each
-- process compares it with the one it has seen.
create table key_revision (
  id integer primary key check (id = 1),
  revision bigint not null
);

insert into key_revision (id, revision) values (1, 1);

create table key_usage (
  key_id text not null references api_keys (id) on delete cascade,
  -- YYYY-MM-DD in UTC.
  day text not null,
  requests bigint not null,
  last_used_at bigint not null,
  primary key (key_id, day)
);

create table key_quota (
  key_id text primary key references api_keys (id) on delete cascade,
  -- Whole hours since 1970.
  hour bigint not null,
  used bigint not null
);

create table audit_events (
  id text primary key,
  at bigint not null,
  actor text not null,
  event text not null,
  target text not null,
  details text not null
);

create index audit_events_by_time on audit_events (at);
