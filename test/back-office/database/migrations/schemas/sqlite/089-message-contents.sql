CREATE TABLE message_content (
      message_id text primary key references message (message_id),
      subject text not null,
      text text not null,
      file_name text not null,
      content_type text not null,
      base64_file text not null)
