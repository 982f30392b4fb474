create extension if not exists btree_gist
;;
CREATE OR REPLACE FUNCTION public.location_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform note_change(new.location_id, 'location', new.location_id);
      return null;
    end $function$
;;
CREATE OR REPLACE FUNCTION public.machine_time_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_advisory_xact_lock(hashtextextended('machine:' || new.machine_id, 0));
      if new.overridden = 0 and exists (
        select 1 from machine_time taken
        where taken.machine_id = new.machine_id
          and taken.event_id <> (case when tg_op = 'UPDATE' then old.event_id else new.event_id end)
          and taken.starts_at < new.ends_at and taken.ends_at > new.starts_at
          and taken.starts_at > new.starts_at - 86400)
      then
        raise exception 'machine-time-overlap' using errcode = '23P01';
      end if;
      return new;
    end $function$
;;
CREATE OR REPLACE FUNCTION public.machine_time_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op <> 'INSERT' then
        if tg_op = 'DELETE' or (old.location_id, old.event_id) <> (new.location_id, new.event_id) then
          perform note_change(old.location_id, 'machine-time', old.event_id);
        end if;
      end if;
      if tg_op <> 'DELETE' then perform note_change(new.location_id, 'machine-time', new.event_id); end if;
      return null;
    end $function$
;;
CREATE OR REPLACE FUNCTION public.member_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare place text;
    begin
      -- In one order for everyone, so that two members' changes cannot wait for each other.
      for place in select distinct location_id from study where patient_id = new.patient_id order by location_id loop
        perform note_change(place, 'member', new.patient_id);
      end loop;
      return null;
    end $function$
;;
CREATE OR REPLACE FUNCTION public.note_change(place text, what text, record text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_advisory_xact_lock(hashtextextended('changes:' || place, 0));
      insert into change (location_id, kind, record_id, changed_at)
        values (place, what, record, extract(epoch from clock_timestamp())::bigint);
    end $function$
;;
CREATE OR REPLACE FUNCTION public.study_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op <> 'INSERT' then
        if tg_op = 'DELETE' or old.location_id <> new.location_id then
          perform note_change(old.location_id, 'study', old.study_id);
        end if;
      end if;
      if tg_op <> 'DELETE' then perform note_change(new.location_id, 'study', new.study_id); end if;
      return null;
    end $function$
;;
create table change (
  sequence bigint generated always as identity not null,
  location_id text not null,
  kind text not null,
  record_id text not null,
  changed_at bigint not null
)
;;
create table change_feed (
  feed_id integer not null,
  epoch text not null
)
;;
create table machine_time (
  event_id text not null,
  machine_id text not null,
  location_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  kind text not null,
  study_id text,
  owner_user_id text,
  owner_name text,
  expires_at bigint,
  overridden integer not null
)
;;
create table study (
  study_id text not null,
  patient_id text not null,
  location_id text not null,
  sku_id integer not null,
  starts_at bigint,
  ends_at bigint,
  wall_time text,
  timezone text,
  machine_id text,
  event_id text,
  temporary_hold integer not null,
  temporary_hold_until bigint,
  cancelled integer not null,
  status text not null,
  cancellation text,
  price bigint not null,
  payment_amount bigint not null,
  opportunity_id text,
  member_type text,
  referral_type text not null,
  referrer text not null,
  sedative_taken text,
  slot_selection_type text not null,
  proactive_booking integer not null,
  extra text not null,
  version integer not null,
  created_at bigint not null
)
;;
create table study_log (
  log_id text not null,
  study_id text not null,
  category text not null,
  "time" bigint not null,
  content text not null,
  by_user text not null
)
;;
alter table change add constraint change_pkey PRIMARY KEY (sequence)
;;
alter table change_feed add constraint change_feed_pkey PRIMARY KEY (feed_id)
;;
alter table machine_time add constraint machine_time_pkey PRIMARY KEY (event_id)
;;
alter table study add constraint study_pkey PRIMARY KEY (study_id)
;;
alter table study_log add constraint study_log_pkey PRIMARY KEY (log_id)
;;
alter table machine_time add constraint machine_time_no_overlap EXCLUDE USING gist (machine_id WITH =, int8range(starts_at, ends_at) WITH &&) WHERE ((overridden = 0))
;;
alter table change_feed add constraint change_feed_feed_id_check CHECK ((feed_id = 1))
;;
alter table machine_time add constraint machine_time_ends_after_start CHECK ((ends_at > starts_at))
;;
alter table machine_time add constraint machine_time_is_short CHECK (((ends_at - starts_at) <= 86400))
;;
alter table machine_time add constraint machine_time_kind CHECK ((((kind = 'slot-hold'::text) AND (study_id IS NULL) AND (expires_at IS NOT NULL)) OR ((kind = ANY (ARRAY['study'::text, 'temporary-hold'::text])) AND (study_id IS NOT NULL))))
;;
alter table machine_time add constraint machine_time_overridden_check CHECK ((overridden = ANY (ARRAY[0, 1])))
;;
alter table study add constraint study_cancelled_check CHECK ((cancelled = ANY (ARRAY[0, 1])))
;;
alter table study add constraint study_cancelled_has_no_time CHECK (((cancelled = 0) OR (starts_at IS NULL)))
;;
alter table study add constraint study_proactive_booking_check CHECK ((proactive_booking = ANY (ARRAY[0, 1])))
;;
alter table study add constraint study_temporary_hold_check CHECK ((temporary_hold = ANY (ARRAY[0, 1])))
;;
alter table study add constraint study_time_is_whole CHECK ((((starts_at IS NULL) = (ends_at IS NULL)) AND ((starts_at IS NULL) = (wall_time IS NULL)) AND ((starts_at IS NULL) = (timezone IS NULL)) AND ((starts_at IS NULL) = (machine_id IS NULL)) AND ((starts_at IS NULL) = (event_id IS NULL))))
;;
alter table machine_time add constraint machine_time_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(location_id)
;;
alter table machine_time add constraint machine_time_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id) DEFERRABLE INITIALLY DEFERRED
;;
alter table study add constraint study_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(location_id)
;;
alter table study add constraint study_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES member(patient_id)
;;
alter table study_log add constraint study_log_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
CREATE INDEX change_by_age ON public.change USING btree (changed_at)
;;
CREATE INDEX change_by_location ON public.change USING btree (location_id, sequence)
;;
CREATE INDEX machine_time_by_expiry ON public.machine_time USING btree (machine_id, expires_at) WHERE (expires_at IS NOT NULL)
;;
CREATE INDEX machine_time_by_location ON public.machine_time USING btree (location_id, starts_at)
;;
CREATE INDEX machine_time_by_machine ON public.machine_time USING btree (machine_id, starts_at)
;;
CREATE UNIQUE INDEX machine_time_of_study ON public.machine_time USING btree (study_id) WHERE (study_id IS NOT NULL)
;;
CREATE INDEX study_by_member ON public.study USING btree (patient_id)
;;
CREATE INDEX study_by_time ON public.study USING btree (location_id, starts_at)
;;
CREATE INDEX study_log_by_study ON public.study_log USING btree (study_id, "time")
;;
CREATE TRIGGER location_noted AFTER INSERT OR UPDATE ON public.location FOR EACH ROW EXECUTE FUNCTION location_noted()
;;
CREATE TRIGGER machine_time_guard BEFORE INSERT OR UPDATE OF event_id, machine_id, starts_at, ends_at, overridden ON public.machine_time FOR EACH ROW EXECUTE FUNCTION machine_time_guard()
;;
CREATE TRIGGER machine_time_noted AFTER INSERT OR DELETE OR UPDATE ON public.machine_time FOR EACH ROW EXECUTE FUNCTION machine_time_noted()
;;
CREATE TRIGGER member_noted AFTER UPDATE ON public.member FOR EACH ROW EXECUTE FUNCTION member_noted()
;;
CREATE TRIGGER study_noted AFTER INSERT OR DELETE OR UPDATE ON public.study FOR EACH ROW EXECUTE FUNCTION study_noted()
