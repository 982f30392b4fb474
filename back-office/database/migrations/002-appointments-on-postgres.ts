import { type RawBuilder, sql } from 'kysely'

/**
 * The exclusion constraint prevents overlaps between the ordinary rows of one machine, at every isolation level. It
 * ignores rows that an administrator booked over others (`overridden`), so a trigger also refuses an ordinary row that
 * overlaps one of those. The trigger holds the machine's advisory lock until commit, and each of its statements sees
 * everything that was committed before it.
 *
 * The feed is read by sequence, so sequence must follow commit order within a location: the feed's lock of the location
 * is taken before the number is drawn. Otherwise a reader could pass a number that commits later, and never see its
 * change.
 */
export const appointmentTriggersOnPostgres: readonly RawBuilder<unknown>[] = [
  sql`create extension if not exists btree_gist`,
  sql`alter table machine_time add constraint machine_time_no_overlap
    exclude using gist (machine_id with =, int8range(starts_at, ends_at) with &&) where (overridden = 0)`,
  sql`create function machine_time_guard() returns trigger language plpgsql as $$
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
    end $$`,
  sql`create trigger machine_time_guard before insert or update of event_id, machine_id, starts_at, ends_at, overridden
    on machine_time for each row execute function machine_time_guard()`,

  sql`create function note_change(place text, what text, record text) returns void language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('changes:' || place, 0));
      insert into change (location_id, kind, record_id, changed_at)
        values (place, what, record, extract(epoch from clock_timestamp())::bigint);
    end $$`,
  sql`create function machine_time_noted() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        if tg_op = 'DELETE' or (old.location_id, old.event_id) <> (new.location_id, new.event_id) then
          perform note_change(old.location_id, 'machine-time', old.event_id);
        end if;
      end if;
      if tg_op <> 'DELETE' then perform note_change(new.location_id, 'machine-time', new.event_id); end if;
      return null;
    end $$`,
  sql`create trigger machine_time_noted after insert or update or delete on machine_time
    for each row execute function machine_time_noted()`,
  sql`create function study_noted() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        if tg_op = 'DELETE' or old.location_id <> new.location_id then
          perform note_change(old.location_id, 'study', old.study_id);
        end if;
      end if;
      if tg_op <> 'DELETE' then perform note_change(new.location_id, 'study', new.study_id); end if;
      return null;
    end $$`,
  sql`create trigger study_noted after insert or update or delete on study
    for each row execute function study_noted()`,
  sql`create function member_noted() returns trigger language plpgsql as $$
    declare place text;
    begin
      -- In one order for everyone, so that two members' changes cannot wait for each other.
      for place in select distinct location_id from study where patient_id = new.patient_id order by location_id loop
        perform note_change(place, 'member', new.patient_id);
      end loop;
      return null;
    end $$`,
  sql`create trigger member_noted after update on member for each row execute function member_noted()`,
  sql`create function location_noted() returns trigger language plpgsql as $$
    begin
      perform note_change(new.location_id, 'location', new.location_id);
      return null;
    end $$`,
  sql`create trigger location_noted after insert or update on location
    for each row execute function location_noted()`,
]
