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
