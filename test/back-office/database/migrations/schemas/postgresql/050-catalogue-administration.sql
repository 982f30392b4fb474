-- removed:
create table document_type (
  uuid text not null,
  name text not null,
  description text not null
)
;;
-- removed:
create table practitioner (
  practitioner_id text not null,
  search_text text not null,
  document text not null,
  version integer default 1 not null
)
;;
-- removed:
create table promo_code (
  promo_id text not null,
  document text not null
)
;;
-- removed:
create table sku (
  sku_id integer not null,
  document text not null
)
;;
create table document_type (
  uuid text not null,
  name text not null,
  description text not null,
  version integer default 1 not null,
  active integer default 1 not null
)
;;
create table gift_card_state (
  gift_card_key text not null,
  version integer not null,
  active integer not null
)
;;
create table location_price (
  price_id text not null,
  location_id text not null,
  sku_id integer not null,
  amount bigint,
  first_day text not null,
  admin_only integer not null,
  by_user text not null,
  by_name text not null,
  at bigint not null,
  place bigint not null,
  effective_at bigint
)
;;
create table practitioner (
  practitioner_id text not null,
  search_text text not null,
  document text not null,
  version integer default 1 not null,
  active integer default 1 not null,
  merged_into text
)
;;
create table promo_code (
  promo_id text not null,
  document text not null,
  version integer default 1 not null,
  active integer default 1 not null
)
;;
create table sku (
  sku_id integer not null,
  document text not null,
  version integer default 1 not null,
  active integer default 1 not null
)
;;
alter table gift_card_state add constraint gift_card_state_pkey PRIMARY KEY (gift_card_key)
;;
alter table location_price add constraint location_price_pkey PRIMARY KEY (price_id)
;;
alter table gift_card_state add constraint gift_card_state_active_check CHECK ((active = ANY (ARRAY[0, 1])))
;;
alter table location_price add constraint location_price_admin_only_check CHECK ((admin_only = ANY (ARRAY[0, 1])))
;;
alter table location_price add constraint location_price_amount_check CHECK ((amount >= 0))
;;
alter table gift_card_state add constraint gift_card_state_gift_card_key_fkey FOREIGN KEY (gift_card_key) REFERENCES gift_card(gift_card_key)
;;
alter table location_price add constraint location_price_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(location_id)
;;
alter table location_price add constraint location_price_sku_id_fkey FOREIGN KEY (sku_id) REFERENCES sku(sku_id)
;;
CREATE INDEX location_price_by_day ON public.location_price USING btree (location_id, sku_id, first_day)
;;
CREATE INDEX location_price_due ON public.location_price USING btree (effective_at, first_day)
