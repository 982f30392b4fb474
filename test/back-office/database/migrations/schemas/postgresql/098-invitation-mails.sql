create table invitation_mail (
  user_id text not null,
  state text not null,
  attempts integer not null,
  claim text,
  lease_until bigint,
  due_at bigint not null,
  failure text,
  token_hash text,
  expires_at bigint not null,
  state_at bigint not null
)
;;
alter table invitation_mail add constraint invitation_mail_pkey PRIMARY KEY (user_id)
;;
alter table invitation_mail add constraint invitation_mail_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'claimed'::text, 'handed-over'::text, 'sent'::text, 'uncertain'::text, 'failed'::text])))
;;
alter table invitation_mail add constraint invitation_mail_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(user_id)
;;
CREATE INDEX invitation_mail_open ON public.invitation_mail USING btree (due_at) WHERE (state = ANY (ARRAY['planned'::text, 'claimed'::text, 'handed-over'::text]))
