create table audit_heads_kept (
  workstation_id text not null,
  compared_at bigint not null,
  confirmed_at bigint,
  confirmed_rows bigint,
  problem text,
  problem_at bigint
)
;;
create table audit_heads_review (
  review_id text not null,
  until bigint not null,
  reason text not null,
  by_user text not null,
  at bigint not null
)
;;
alter table audit_heads_kept add constraint audit_heads_kept_pkey PRIMARY KEY (workstation_id)
;;
alter table audit_heads_review add constraint audit_heads_review_pkey PRIMARY KEY (review_id)
;;
alter table audit_heads_kept add constraint audit_heads_kept_check CHECK (((confirmed_at IS NULL) = (confirmed_rows IS NULL)))
;;
alter table audit_heads_kept add constraint audit_heads_kept_check1 CHECK (((problem IS NULL) = (problem_at IS NULL)))
