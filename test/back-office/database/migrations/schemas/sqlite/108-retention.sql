CREATE TABLE retention_period (
      kind text not null,
      place text not null,
      days integer,
      version integer not null,
      set_by text not null,
      set_at bigint not null,
      primary key (kind, place))
;;
CREATE TABLE retention_run (
      day bigint primary key,
      at bigint not null,
      state text not null,
      removed text not null)
