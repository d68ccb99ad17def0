-- Oldest release: 0.1.0
create table users (
  id text primary key,
  -- In lower case, because addresses compare case-insensitively.
  email text not null unique,
  name text not null,
  password_hash text not null,
  created_at bigint not null
);

create table sessions (
  -- The table stores only a hash of the cookie.
  id_hash text primary key,
  -- Null for a visitor who has requested a code.
  user_id text references users (id) on delete cascade,
  created_at bigint not null,
  seen_at bigint not null
);

create index sessions_by_user on sessions (user_id);

create table verification_codes (
  -- A hash of the verification token, which only the browser has.
  token_hash text primary key,
  session_hash text not null,
  email text not null,
  -- A keyed hash, so that a dump of this table reveals no code.
  code_signature text not null,
  tries integer not null default 0,
  created_at bigint not null,
  verified_at bigint,
  used_at bigint
);

create index verification_codes_by_session on verification_codes (session_hash, email);

create index verification_codes_by_age on verification_codes (created_at);

create table password_resets (
  token_hash text primary key,
  -- The requested address. An unknown one leaves the same row as a known one.
  email text not null,
  created_at bigint not null,
  used_at bigint
);

create index password_resets_by_email on password_resets (email);

create table sign_in_delays (
  bucket text primary key,
  failures integer not null,
  blocked_until bigint not null,
  updated_at bigint not null
);
