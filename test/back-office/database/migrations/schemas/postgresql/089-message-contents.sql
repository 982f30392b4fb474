create table message_content (
  message_id text not null,
  subject text not null,
  text text not null,
  file_name text not null,
  content_type text not null,
  base64_file text not null
)
;;
alter table message_content add constraint message_content_pkey PRIMARY KEY (message_id)
;;
alter table message_content add constraint message_content_message_id_fkey FOREIGN KEY (message_id) REFERENCES message(message_id)
