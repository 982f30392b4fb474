create table delivery (
  delivery_id text not null,
  study_id text not null,
  author_id text not null,
  author_name text not null,
  channel text not null,
  mode text not null,
  item text not null,
  title text not null,
  practitioner_id text not null,
  practice_location_id text,
  recipient_name text not null,
  address text not null,
  address_key text not null,
  password text,
  hides_hi_content integer not null,
  state text not null,
  reason text,
  pages integer,
  sending integer default 1 not null,
  receipt text,
  sender_run text,
  sending_since bigint,
  request_key text,
  created_at bigint not null,
  handed_over_at bigint,
  delivered_at bigint,
  ended_at bigint
)
;;
create table delivery_ticket (
  ticket_hash text not null,
  delivery_id text not null,
  expires_at bigint not null
)
;;
create table image_request (
  study_id text not null,
  requested_at bigint not null,
  requested_by text not null
)
;;
alter table delivery add constraint delivery_pkey PRIMARY KEY (delivery_id)
;;
alter table delivery_ticket add constraint delivery_ticket_pkey PRIMARY KEY (ticket_hash)
;;
alter table image_request add constraint image_request_pkey PRIMARY KEY (study_id)
;;
alter table delivery add constraint delivery_request_key_key UNIQUE (request_key)
;;
alter table delivery add constraint delivery_channel_check CHECK ((channel = ANY (ARRAY['fax'::text, 'email'::text, 'cd'::text, 'usb'::text])))
;;
alter table delivery add constraint delivery_mode_check CHECK ((mode = ANY (ARRAY['automated'::text, 'manual'::text])))
;;
alter table delivery add constraint delivery_state_check CHECK ((state = ANY (ARRAY['registered'::text, 'sending'::text, 'handed-over'::text, 'delivered'::text, 'failed'::text, 'uncertain'::text, 'cancelled'::text])))
;;
alter table delivery add constraint delivery_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
alter table delivery_ticket add constraint delivery_ticket_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES delivery(delivery_id)
;;
alter table image_request add constraint image_request_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
CREATE INDEX delivery_by_address ON public.delivery USING btree (channel, address_key)
;;
CREATE INDEX delivery_by_study ON public.delivery USING btree (study_id, created_at)
