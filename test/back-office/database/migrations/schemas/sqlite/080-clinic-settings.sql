CREATE TABLE mail_text (kind text primary key, subject text not null, body text not null,
      version integer not null)
;;
CREATE TABLE clinic_setting (setting_id integer primary key check (setting_id = 1),
      lock_minutes integer not null check (lock_minutes between 1 and 15), version integer not null)
