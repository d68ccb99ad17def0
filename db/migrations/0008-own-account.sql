-- Oldest release: 0.1.0
-- The browser of a session, in words.
alter table sessions add column browser text;

-- A keyed hash of the address, so that queued emails can be erased with the account.
alter table mail_queue add column address_hash text;

create index mail_queue_by_address on mail_queue (address_hash);

-- Changed addresses. For a while, the owner of the old mailbox can undo the change.
create table email_changes (
  -- A hash of the link's token.
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  old_email text not null,
  -- Null means that an older account had the mailbox.
  old_canonical_email text,
  new_email text not null,
  created_at bigint not null,
  undone_at bigint
);

create index email_changes_by_user on email_changes (user_id);

create index email_changes_by_age on email_changes (created_at);

-- The time of the last email to the operator about open requests. It is one row, so that only one process sends it.
create table operator_digest (
  id integer primary key check (id = 1),
  sent_at bigint not null
);

insert into operator_digest (id, sent_at) values (1, 0);
