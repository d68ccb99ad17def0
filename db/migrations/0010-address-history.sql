-- Oldest release: 0.1.0
-- When the operator set the person's limit. Null: the limit is the provider's default, or was raised with a key's.
alter table users add column limit_set_at bigint;

update users set limit_set_at = created_at
where exists (select 1 from audit_events where event = 'person-limit-set' and target = users.email);

-- Every address that an account has or has had, so that limits and counts follow a person from one to the next.
create table account_addresses (
  user_id text not null references users (id) on delete cascade,
  -- A keyed hash: a dump of this table reveals no address.
  address_hash text not null,
  since bigint not null,
  primary key (user_id, address_hash)
);

create index account_addresses_by_hash on account_addresses (address_hash);

-- What the operator decided about a person whose account was deleted, for the next account with one of its addresses.
create table address_restrictions (
  address_hash text primary key,
  -- The same for all addresses of one deleted account.
  account text not null,
  -- Null: not suspended.
  suspended_at bigint,
  -- Null: no limit was set.
  requests_per_hour integer,
  created_at bigint not null
);

create index address_restrictions_by_account on address_restrictions (account);

create index address_restrictions_by_age on address_restrictions (created_at);

-- The secrets of the account's keys when its address was changed, as a JSON list of ids. Undoing the change ends
-- every other one: ids, because the times of processes whose clocks differ would not tell what came later.
alter table email_changes add column secret_ids text not null default '[]';

-- 'ended': the key has no working secret until it is rotated.
alter table api_keys add column secret_state text not null default 'active'
  check (secret_state in ('active', 'ended', 'discarded'));
