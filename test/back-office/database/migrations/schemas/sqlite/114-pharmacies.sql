CREATE TABLE pharmacy (pharmacy_id text primary key, document text not null,
      version integer not null default 1, active integer not null default 1 check (active in (0, 1)))
