CREATE TABLE consent_text (
      text_id text primary key,
      scope text not null,
      version integer not null check (version > 0),
      title text not null,
      body text not null,
      withdrawn integer not null check (withdrawn in (0, 1)),
      created_at bigint not null,
      created_by text not null)
;;
CREATE UNIQUE INDEX consent_text_by_version on consent_text (scope, version)
