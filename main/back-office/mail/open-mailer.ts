import type { Database } from '../repositories/database.ts'
import { keepSentMail } from '../repositories/sent-mail-repository.ts'
import { startMailSink } from './mail-sink.ts'
import { createSmtpMailer, type Mailer, noMailer } from './mailer.ts'

export type MailOptions = {
  /** `smtp://` or `smtps://`; without one a demo keeps its mail and everything else sends none. */
  readonly smtpUrl: string | undefined
  /** Who mail is from. */
  readonly sender: string | undefined
  readonly isDemo: boolean
  readonly db: Database
  /** Epoch seconds. */
  readonly now: () => number
  readonly newId: () => string
}

/** Opens what sends the mail: the configured server, in a demo without one a sink of our own, or nothing. */
export const openMailer = async (options: MailOptions): Promise<Mailer> => {
  const { smtpUrl, sender, isDemo, db, now, newId } = options
  if (smtpUrl !== undefined) return createSmtpMailer({ url: smtpUrl, sender })
  if (!isDemo) return noMailer
  const sink = await startMailSink(({ messageID, ...mail }) =>
    keepSentMail(db, { ...mail, mailID: newId(), at: now(), requestKey: messageID }),
  )
  return createSmtpMailer({ url: sink.url, sender, kind: 'sink', onClose: () => sink.close() })
}
