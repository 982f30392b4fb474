-- removed:
create table cash_up_count (
  count_id text not null,
  location_id text not null,
  date text not null,
  user_id text not null,
  payment_type text not null,
  counted bigint not null,
  expected bigint not null,
  note text not null,
  counted_by text not null,
  counted_by_name text not null,
  counted_at bigint not null,
  place integer not null
)
;;
create table cash_up_count (
  count_id text not null,
  location_id text not null,
  date text not null,
  user_id text not null,
  payment_type text not null,
  counted bigint not null,
  expected bigint not null,
  note text not null,
  counted_by text not null,
  counted_by_name text not null,
  counted_at bigint not null,
  place integer not null,
  block integer default 0 not null
)
;;
create table cash_up_event (
  location_id text not null,
  date text not null,
  place integer not null,
  kind text not null,
  by_user text not null,
  by_name text not null,
  at bigint not null,
  note text not null,
  early_reason text not null,
  document text,
  transactions text
)
;;
alter table cash_up_event add constraint cash_up_event_pkey PRIMARY KEY (location_id, date, place)
;;
alter table cash_up_event add constraint cash_up_event_close_has_document CHECK (((kind = 'closed'::text) = (document IS NOT NULL)))
;;
alter table cash_up_event add constraint cash_up_event_kind_check CHECK ((kind = ANY (ARRAY['closed'::text, 'reopened'::text])))
;;
CREATE TRIGGER cash_up_event_stays BEFORE DELETE OR UPDATE ON public.cash_up_event FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER cash_up_event_stays_whole BEFORE TRUNCATE ON public.cash_up_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
