create table member_email_change (
  member_id text not null,
  previous_email text not null,
  location_id text,
  by_user text not null,
  by_name text not null,
  at bigint not null
)
;;
create table member_email_confirmation (
  member_id text not null,
  location_id text not null,
  email_key text not null,
  by_user text not null,
  by_name text not null,
  at bigint not null
)
;;
alter table member_email_change add constraint member_email_change_pkey PRIMARY KEY (member_id)
;;
alter table member_email_confirmation add constraint member_email_confirmation_pkey PRIMARY KEY (member_id, location_id, email_key)
;;
alter table member_email_change add constraint member_email_change_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(patient_id)
;;
alter table member_email_confirmation add constraint member_email_confirmation_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(patient_id)
