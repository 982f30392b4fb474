CREATE TABLE invitation_mail (
      user_id text primary key references "user" (user_id),
      state text not null
        check (state in ('planned', 'claimed', 'handed-over', 'sent', 'uncertain', 'failed')),
      attempts integer not null,
      claim text,
      lease_until bigint,
      due_at bigint not null,
      failure text,
      token_hash text,
      expires_at bigint not null,
      state_at bigint not null)
;;
CREATE INDEX invitation_mail_open on invitation_mail (due_at)
      where state in ('planned', 'claimed', 'handed-over')
