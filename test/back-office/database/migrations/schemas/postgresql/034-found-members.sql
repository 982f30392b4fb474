create table found_member (
  user_id text not null,
  member_id text not null,
  found_at bigint not null
)
;;
alter table found_member add constraint found_member_pkey PRIMARY KEY (user_id, member_id)
;;
CREATE INDEX found_member_by_time ON public.found_member USING btree (found_at)
