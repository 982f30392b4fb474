CREATE TABLE server_identity (identity_id integer primary key check (identity_id = 1),
      server_id text not null)
