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
  place integer not null,
  block integer default 0 not null
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
  block integer default 0 not null,
  drawer text,
  float_amount bigint
)
