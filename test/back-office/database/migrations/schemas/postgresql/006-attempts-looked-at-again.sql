-- removed:
create table payment_attempt (
  attempt_id text not null,
  study_id text not null,
  location_id text not null,
  kind text not null,
  route text not null,
  amount bigint not null,
  currency text not null,
  refund_of text,
  memo text not null,
  state text not null,
  intent_id text,
  failure text,
  transaction_id text,
  user_id text,
  user_name text not null,
  begun_at bigint not null,
  settled_at bigint,
  request_key text
)
;;
create table payment_attempt (
  attempt_id text not null,
  study_id text not null,
  location_id text not null,
  kind text not null,
  route text not null,
  amount bigint not null,
  currency text not null,
  refund_of text,
  memo text not null,
  state text not null,
  intent_id text,
  failure text,
  transaction_id text,
  user_id text,
  user_name text not null,
  begun_at bigint not null,
  settled_at bigint,
  request_key text,
  look_again_at bigint
)
;;
CREATE INDEX payment_attempt_to_look_at ON public.payment_attempt USING btree (look_again_at) WHERE (look_again_at IS NOT NULL)
