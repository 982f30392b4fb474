create table clinic_setting (
  setting_id integer not null,
  lock_minutes integer not null,
  version integer not null
)
;;
create table mail_text (
  kind text not null,
  subject text not null,
  body text not null,
  version integer not null
)
;;
alter table clinic_setting add constraint clinic_setting_pkey PRIMARY KEY (setting_id)
;;
alter table mail_text add constraint mail_text_pkey PRIMARY KEY (kind)
;;
alter table clinic_setting add constraint clinic_setting_lock_minutes_check CHECK (((lock_minutes >= 1) AND (lock_minutes <= 15)))
;;
alter table clinic_setting add constraint clinic_setting_setting_id_check CHECK ((setting_id = 1))
