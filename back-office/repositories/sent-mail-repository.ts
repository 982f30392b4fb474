import type { SentMail } from '#contract/settings/routes.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'

/** The maximum number of rows in the list. */
const listed = 200

/** Stores a message that the demo's mail sink received. A message with a known key is stored once. */
export const keepSentMail = async (
  db: Database,
  mail: Omit<SentMail, 'at'> & { readonly at: number; readonly requestKey: string },
): Promise<void> => {
  await db
    .insertInto('sent_mail')
    .values({
      mail_id: mail.mailID,
      at: mail.at,
      sender: mail.from,
      recipients: JSON.stringify(mail.to),
      subject: mail.subject,
      body: mail.text,
      attachments: JSON.stringify(mail.attachments),
      request_key: mail.requestKey === '' ? null : mail.requestKey,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the messages of the sink, newest first. */
export const findSentMail = async (db: Database): Promise<SentMail[]> => {
  const rows = await db
    .selectFrom('sent_mail')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('mail_id')
    .limit(listed)
    .execute()
  return rows.map((row) => ({
    mailID: row.mail_id,
    at: toInstant(row.at * 1000),
    from: row.sender,
    to: JSON.parse(row.recipients) as string[],
    subject: row.subject,
    text: row.body,
    attachments: JSON.parse(row.attachments) as SentMail['attachments'],
  }))
}
