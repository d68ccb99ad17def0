-- Oldest release: 0.1.0
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
