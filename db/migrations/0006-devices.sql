-- Oldest release: 0.1.0
-- What a code is good for. The release before this one knew a single purpose.
alter table verification_codes add column purpose text not null default 'sign-up';

-- Browsers that have signed in to an account before, or have set its password.
create table devices (
  -- Only a hash of the cookie is kept.
  id_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  seen_at bigint not null
);

create index devices_by_user on devices (user_id, seen_at);

-- The one text of a mailbox. None: an older account has it, or it is not worked out yet, which is done at each start.
alter table users add column canonical_email text;

create unique index users_by_canonical_email on users (canonical_email);

-- Nearly every address is its own: all in ASCII, and with no other spelling among the rest.
update users set canonical_email = email
  where octet_length(email) = length(email) and email not like '%.' and email not like '%xn--%'
    and not exists (select 1 from users as dotted where dotted.email = users.email || '.');

-- As the address was typed when the link was asked for: it tells apart two accounts that share a mailbox.
alter table password_resets add column spelling text;
