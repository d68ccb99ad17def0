-- Oldest release: 0.1.0
-- Which browser a session is in, in words.
alter table sessions add column browser text;

-- A keyed hash of the address, so that what waits for a person can be erased with the account.
alter table mail_queue add column address_hash text;

create index mail_queue_by_address on mail_queue (address_hash);

-- An address that was changed: whoever reads the old one may take it back for a while.
create table email_changes (
  -- A hash of the link's token.
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  old_email text not null,
  -- None: an older account had the mailbox.
  old_canonical_email text,
  new_email text not null,
  created_at bigint not null,
  undone_at bigint
);

create index email_changes_by_user on email_changes (user_id);

create index email_changes_by_age on email_changes (created_at);

-- When the operator was last told of open requests: one row, so that one process tells.
create table operator_digest (
  id integer primary key check (id = 1),
  sent_at bigint not null
);

insert into operator_digest (id, sent_at) values (1, 0);
