-- Oldest release: 1.0.0
-- Migrations run on SQLite and PostgreSQL, so they use only text, integer and bigint. Times are epoch milliseconds.
-- A statement ends with a semicolon at the end of a line.

create table rate_limits (
  bucket text primary key,
  used integer not null,
  resets_at bigint not null
);

create index rate_limits_by_reset on rate_limits (resets_at);

create table mail_queue (
  id text primary key,
  -- Encrypted, and erased once the message is sent.
  sealed text,
  -- A keyed hash of the address, so that queued emails can be erased with the account.
  address_hash text not null,
  attempts integer not null default 0,
  due_at bigint not null,
  claimed_until bigint not null default 0,
  created_at bigint not null,
  done_at bigint,
  last_error text,
  -- Emails of one kind to one person within a short time share a second email. shared_as is a keyed hash of kind and
  -- recipient; it is null for emails that are never shared.
  shared_as text,
  shared_until bigint
);

create index mail_queue_by_due on mail_queue (done_at, due_at);

create index mail_queue_by_address on mail_queue (address_hash);

create index mail_queue_by_shared_as on mail_queue (shared_as);

create table audit_events (
  id text primary key,
  at bigint not null,
  actor text not null,
  event text not null,
  target text not null,
  details text not null,
  outcome text not null default 'ok',
  -- The network address of a request that caused the event.
  address text
);

create index audit_events_by_time on audit_events (at);

create table users (
  id text primary key,
  -- In the normalized form, which is the same for every spelling of a mailbox.
  email text not null unique,
  name text not null,
  password_hash text not null,
  created_at bigint not null,
  -- The hourly limit of all keys of the person together.
  requests_per_hour integer not null,
  -- The time at which the operator set the limit. Null means that the limit is the provider's default, or was raised
  -- with that of a key.
  limit_set_at bigint,
  suspended_at bigint
);

create table sessions (
  -- The table stores only a hash of the cookie.
  id_hash text primary key,
  -- Null for a visitor who has requested a code.
  user_id text references users (id) on delete cascade,
  -- The browser, in words.
  browser text,
  created_at bigint not null,
  seen_at bigint not null
);

create index sessions_by_user on sessions (user_id);

-- Browsers that have signed in to an account before, or have set its password.
create table devices (
  -- The table stores only a hash of the cookie.
  id_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  seen_at bigint not null
);

create index devices_by_user on devices (user_id, seen_at);

create table verification_codes (
  -- A hash of the verification token, which only the browser has.
  token_hash text primary key,
  session_hash text not null,
  email text not null,
  -- What the code is for: 'sign-up' or 'change-email'.
  purpose text not null,
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

-- Changed addresses. For a while, the owner of the old mailbox can undo the change.
create table email_changes (
  -- A hash of the link's token.
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  -- The secrets of the account's keys at the change, as a JSON list of IDs. Undoing the change ends every other secret.
  -- The list has IDs instead of times, because the clocks of processes differ.
  secret_ids text not null,
  created_at bigint not null,
  -- The order of a person's changes, for the same reason.
  sequence integer not null,
  undone_at bigint
);

create index email_changes_by_user on email_changes (user_id);

create index email_changes_by_age on email_changes (created_at);

-- Every address that an account has or has had, so that limits and counts follow a person to the next account.
create table account_addresses (
  user_id text not null references users (id) on delete cascade,
  -- A keyed hash, so that a dump of this table reveals no address.
  address_hash text not null,
  since bigint not null,
  primary key (user_id, address_hash)
);

create index account_addresses_by_hash on account_addresses (address_hash);

-- The operator's decisions about deleted accounts. They apply to the next account with one of the addresses.
create table address_restrictions (
  address_hash text primary key,
  -- All addresses of one deleted account have the same value.
  account text not null,
  -- Null means not suspended.
  suspended_at bigint,
  -- Null means that no limit was set.
  requests_per_hour integer,
  created_at bigint not null
);

create index address_restrictions_by_account on address_restrictions (account);

create index address_restrictions_by_age on address_restrictions (created_at);

create table api_keys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- A person has five slots. The constraint holds however many keys are created at once. Null means that the key belongs
  -- to a connection, and that only the portal has its secret.
  slot integer check (slot between 1 and 5),
  name text not null,
  -- The client ID.
  external_id text not null unique,
  -- The ID of the current secret. A key's first secret has the key's own ID.
  secret_id text not null,
  -- The secret is encrypted instead of hashed, because checking a signed token needs it.
  secret_sealed text not null,
  secret_signature text not null,
  -- 'active' works until the key expires. 'ended' means that the key has no working secret until it is rotated.
  secret_state text not null check (secret_state in ('active', 'ended', 'discarded')),
  secret_created_at bigint not null,
  -- This is written only while two secrets work. With one secret, the key's own last use applies.
  secret_last_used_at bigint,
  -- The previous secret.
  old_secret_id text,
  old_secret_sealed text,
  old_secret_signature text,
  -- 'active' works until old_secret_ends_at. 'ended' and 'discarded' are final, even if a clock is wrong.
  old_secret_state text check (old_secret_state in ('active', 'ended', 'discarded')),
  old_secret_created_at bigint,
  old_secret_ends_at bigint,
  old_secret_last_used_at bigint,
  -- Separated by spaces.
  roles text not null,
  requests_per_hour integer not null,
  created_at bigint not null,
  expires_at bigint,
  -- The operator's expiry date. The owner cannot choose a later one.
  expires_at_max bigint,
  unique (user_id, slot)
);

-- The index finds scheduled ends that have not been recorded yet.
create index api_keys_by_active_old_secret on api_keys (old_secret_ends_at) where old_secret_state = 'active';

-- This table has one row. Every change that could turn an allowed call into a denied one raises the revision, and each
-- process compares it with the one it has seen.
create table key_revision (
  id integer primary key check (id = 1),
  revision bigint not null
);

insert into key_revision (id, revision) values (1, 1);

-- The key that each revision was about. A revision without a row may be about any key.
create table key_changes (
  revision bigint primary key,
  key_id text not null,
  -- Distinguishes changes with the same number. After a backup is restored, numbers are used a second time.
  mark text not null
);

create table key_quota (
  key_id text primary key references api_keys (id) on delete cascade,
  -- Whole hours since 1970.
  hour bigint not null,
  used bigint not null
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

create table key_denials (
  key_id text not null references api_keys (id) on delete cascade,
  day text not null,
  endpoint text not null,
  cause text not null,
  count bigint not null,
  first_at bigint not null,
  last_at bigint not null,
  -- The detail of the latest denial.
  detail text not null,
  primary key (key_id, day, endpoint, cause)
);

create index key_denials_by_day on key_denials (day);

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
  answered_at bigint,
  -- The time at which a digest listed the request. By creation time alone, a request from a process whose clock is
  -- behind would never be listed.
  listed_at bigint
);

-- A person has one open request at most, however many are sent at once.
create unique index access_requests_open on access_requests (user_id) where state = 'open';

create index access_requests_by_key on access_requests (key_id);

-- The time of the last email to the operator about open requests. It is one row, so that only one process sends it.
create table operator_digest (
  id integer primary key check (id = 1),
  sent_at bigint not null
);

insert into operator_digest (id, sent_at) values (1, 0);

-- Each email about the expiry of a key is sent once.
create table notices (
  key_id text not null references api_keys (id) on delete cascade,
  kind text not null,
  expires_at bigint not null,
  primary key (key_id, kind, expires_at)
);

-- Apps that may call the MCP server for a person. Each calls with a hidden key of its own, which has no slot.
create table oauth_connections (
  -- The id of that key.
  id text primary key references api_keys (id) on delete cascade,
  -- The app's OAuth client ID: a registered one, or the URL of its document.
  client_id text not null,
  -- Null if the app registered itself.
  domain text,
  redirect_host text not null,
  scope text not null,
  -- The address of the MCP server at the time. Tokens work for this address alone.
  resource text not null,
  -- When tokens were last issued.
  renewed_at bigint not null
);

create index oauth_connections_by_client on oauth_connections (client_id);

create index oauth_connections_by_renewal on oauth_connections (renewed_at);

-- What a person has allowed, until the app exchanges the code for tokens.
create table oauth_codes (
  -- The table stores only a hash of the code.
  code_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  client_id text not null,
  client_name text not null,
  domain text,
  redirect_uri text not null,
  code_challenge text not null,
  scope text not null,
  resource text not null,
  created_at bigint not null,
  -- Null until the code is used, which is possible once. Another use ends the connection.
  connection_id text
);

create index oauth_codes_by_user on oauth_codes (user_id);

create index oauth_codes_by_age on oauth_codes (created_at);

create table oauth_tokens (
  -- The table stores only a hash of the token.
  token_hash text primary key,
  connection_id text not null references oauth_connections (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at bigint not null,
  -- When a new refresh token replaced this one.
  replaced_at bigint
);

create index oauth_tokens_by_connection on oauth_tokens (connection_id);

create index oauth_tokens_by_expiry on oauth_tokens (expires_at);

-- Apps that registered themselves, and what the documents of other apps said when they were last read.
create table oauth_clients (
  -- The OAuth client ID: ours for an app that registered itself, otherwise the URL of the document.
  id text primary key,
  name text not null,
  -- A JSON list.
  redirect_uris text not null,
  created_at bigint not null,
  -- When a person last allowed the app. Null for most: anybody can register apps.
  approved_at bigint,
  -- When the document has to be read again. Null if there is none.
  fresh_until bigint
);

create index oauth_clients_by_age on oauth_clients (created_at);

-- Requests that a person has on the screen and has not answered.
create table oauth_requests (
  -- The table stores only a hash of the id.
  id_hash text primary key,
  -- The browser that opened the page.
  visitor_hash text not null,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  code_challenge text not null,
  scope text not null,
  state text,
  created_at bigint not null
);

create index oauth_requests_by_age on oauth_requests (created_at);
