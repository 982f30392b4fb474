CREATE TABLE audit_heads_kept (
      workstation_id text primary key,
      compared_at bigint not null,
      confirmed_at bigint,
      confirmed_rows bigint,
      problem text,
      problem_at bigint,
      check ((confirmed_at is null) = (confirmed_rows is null)),
      check ((problem is null) = (problem_at is null)))
;;
CREATE TABLE audit_heads_review (
      review_id text primary key,
      until bigint not null,
      reason text not null,
      by_user text not null,
      at bigint not null)
