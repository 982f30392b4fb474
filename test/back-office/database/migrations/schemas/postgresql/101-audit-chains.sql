-- removed:
create table audit (
  sequence bigint not null,
  at bigint not null,
  user_id text,
  action text not null,
  member_id text,
  study_id text,
  location_id text,
  outcome text not null,
  previous_hash text not null,
  hash text not null,
  workstation_id text,
  before text,
  after text
)
;;
create table audit (
  sequence bigint not null,
  at bigint not null,
  user_id text,
  action text not null,
  member_id text,
  study_id text,
  location_id text,
  outcome text not null,
  previous_hash text not null,
  hash text not null,
  workstation_id text,
  before text,
  after text,
  address text,
  given text,
  chain text default 'closed'::text not null,
  "position" bigint default 0 not null
)
;;
create table audit_chain (
  chain text not null,
  opened_at bigint not null
)
;;
create table audit_given (
  member_id text not null,
  sequence bigint not null
)
;;
alter table audit_chain add constraint audit_chain_pkey PRIMARY KEY (chain)
;;
alter table audit_given add constraint audit_given_pkey PRIMARY KEY (member_id, sequence)
;;
CREATE INDEX audit_by_chain ON public.audit USING btree (chain, sequence)
;;
CREATE INDEX audit_by_location ON public.audit USING btree (location_id, sequence)
;;
CREATE INDEX audit_by_member ON public.audit USING btree (member_id, sequence)
;;
CREATE INDEX audit_by_time ON public.audit USING btree (at)
;;
CREATE INDEX audit_by_user ON public.audit USING btree (user_id, sequence)
;;
CREATE INDEX audit_by_workstation ON public.audit USING btree (workstation_id, sequence)
;;
CREATE INDEX audit_given_by_row ON public.audit_given USING btree (sequence)
;;
CREATE UNIQUE INDEX audit_position ON public.audit USING btree (chain, "position")
;;
CREATE TRIGGER audit_stays BEFORE DELETE OR UPDATE ON public.audit FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER audit_stays_whole BEFORE TRUNCATE ON public.audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER audit_chain_stays BEFORE DELETE OR UPDATE ON public.audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER audit_chain_stays_whole BEFORE TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER audit_given_stays BEFORE DELETE OR UPDATE ON public.audit_given FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER audit_given_stays_whole BEFORE TRUNCATE ON public.audit_given FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
