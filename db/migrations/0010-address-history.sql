-- Oldest release: 0.1.0
-- The time at which the operator set the person's limit. Null means that the limit is the provider's default, or was
-- raised with that of a key.
alter table users add column limit_set_at bigint;

update users set limit_set_at = created_at
where exists (select 1 from audit_events where event = 'person-limit-set' and target = users.email);

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

-- The secrets of the account's keys when its address was changed, as a JSON list of IDs. Undoing the change ends every
-- other secret. The list has IDs instead of times, because the clocks of processes differ.
alter table email_changes add column secret_ids text not null default '[]';

-- A key whose state is 'ended' has no working secret until it is rotated.
alter table api_keys add column secret_state text not null default 'active'
  check (secret_state in ('active', 'ended', 'discarded'));
