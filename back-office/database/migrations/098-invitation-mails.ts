import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The email of an account's open invitation. It stores no code: the code is made when the email is handed over. */
export const invitationMails: Migration = {
  name: '098-invitation-mails',
  up: async (db) => {
    await sql`create table invitation_mail (
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
      state_at bigint not null)`.execute(db)
    await sql`create index invitation_mail_open on invitation_mail (due_at)
      where state in ('planned', 'claimed', 'handed-over')`.execute(db)
  },
}
