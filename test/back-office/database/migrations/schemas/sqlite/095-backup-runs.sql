CREATE TABLE backup_run (
      run_id text primary key,
      kind text not null check (kind in ('backup', 'drill')),
      at bigint not null,
      problem text,
      taken_at bigint)
;;
CREATE INDEX backup_run_by_time on backup_run (kind, at)
