-- Oldest release: 0.1.0
-- The migrations run on SQLite and PostgreSQL, so they use only text, integer and bigint. Times are epoch milliseconds.
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
  attempts integer not null default 0,
  due_at bigint not null,
  claimed_until bigint not null default 0,
  created_at bigint not null,
  done_at bigint,
  last_error text
);

create index mail_queue_by_due on mail_queue (done_at, due_at);
