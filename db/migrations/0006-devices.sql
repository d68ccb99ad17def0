-- Oldest release: 0.1.0
-- What the code is for. Before this migration every code was for a sign-up.
alter table verification_codes add column purpose text not null default 'sign-up';

-- Browsers that have signed in to an account before, or have set its password.
create table devices (
  -- The table stores only a hash of the cookie.
  id_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  seen_at bigint not null
);

create index devices_by_user on devices (user_id, seen_at);

-- The normalized address of a mailbox. Null means that an older account has the same one, or that it has not been
-- computed yet, which happens at each start.
alter table users add column canonical_email text;

create unique index users_by_canonical_email on users (canonical_email);

-- Nearly every address is already normalized: it is in ASCII, and no other account has a spelling of it.
update users set canonical_email = email
  where octet_length(email) = length(email) and email not like '%.' and email not like '%xn--%'
    and not exists (select 1 from users as dotted where dotted.email = users.email || '.');

-- The address as it was typed in the request for the link. It tells apart two accounts that share a mailbox.
alter table password_resets add column spelling text;
