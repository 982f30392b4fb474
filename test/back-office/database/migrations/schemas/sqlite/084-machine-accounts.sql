CREATE TABLE machine_account (
      account_id text primary key,
      name text not null unique,
      token_hash text not null unique,
      created_at bigint not null)
