create table update_release (
  version text not null,
  ring integer not null,
  state text not null,
  halted_by text,
  halted_by_user text,
  halted_by_name text,
  since bigint not null,
  created_at bigint not null,
  lock_version integer not null
)
;;
create table update_workstation (
  version text not null,
  workstation_id text not null,
  place bigint not null,
  told_at bigint,
  outcome text,
  code text not null,
  from_version text,
  reported_at bigint
)
;;
alter table update_release add constraint update_release_pkey PRIMARY KEY (version)
;;
alter table update_workstation add constraint update_workstation_pkey PRIMARY KEY (version, workstation_id)
;;
alter table update_release add constraint update_release_check CHECK (((state = 'halted'::text) = (halted_by IS NOT NULL)))
;;
alter table update_release add constraint update_release_halted_by_check CHECK ((halted_by = ANY (ARRAY['reports'::text, 'person'::text])))
;;
alter table update_release add constraint update_release_ring_check CHECK ((ring = ANY (ARRAY[1, 10, 100])))
;;
alter table update_release add constraint update_release_state_check CHECK ((state = ANY (ARRAY['rolling'::text, 'halted'::text])))
;;
alter table update_workstation add constraint update_workstation_check CHECK (((outcome IS NULL) OR (told_at IS NOT NULL)))
;;
alter table update_workstation add constraint update_workstation_outcome_check CHECK ((outcome = ANY (ARRAY['installed'::text, 'failed'::text, 'rolled-back'::text])))
;;
alter table update_workstation add constraint update_workstation_version_fkey FOREIGN KEY (version) REFERENCES update_release(version)
;;
CREATE INDEX update_workstation_by_outcome ON public.update_workstation USING btree (version, outcome, told_at)
;;
CREATE INDEX update_workstation_by_place ON public.update_workstation USING btree (version, place)
