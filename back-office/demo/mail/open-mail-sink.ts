import type { MailSinkParts } from '../../kernel/stand-ins.ts'
import { createSmtpMailer, type Mailer } from '../../outside/mail/mailer.ts'
import { keepSentMail } from '../../repositories/sent-mail-repository.ts'
import { startMailSink } from './mail-sink.ts'

/** Opens a mailer with its own sink, which stores mail in the database and sends nothing. */
export const openMailSink = async ({ sender, db, now, newId }: MailSinkParts): Promise<Mailer> => {
  const sink = await startMailSink(({ messageID, ...mail }) =>
    keepSentMail(db, { ...mail, mailID: newId(), at: now(), requestKey: messageID }),
  )
  return createSmtpMailer({ url: sink.url, sender, kind: 'sink', onClose: () => sink.close() })
}
