import { createSmtpMailer, type Mailer, noMailer } from './mailer.ts'

type MailOptions = {
  /** `smtp://` or `smtps://`. */
  readonly smtpUrl: string | undefined
  /** The address that mail comes from. */
  readonly sender: string | undefined
  /** Opens the demo's sink; null if there is no sink. */
  readonly openSink: (() => Promise<Mailer>) | null
}

/** Returns the mailer for the configured server, else the demo's sink, else {@link noMailer}. */
export const openMailer = async ({ smtpUrl, sender, openSink }: MailOptions): Promise<Mailer> => {
  if (smtpUrl !== undefined) return createSmtpMailer({ url: smtpUrl, sender })
  return openSink === null ? noMailer : openSink()
}
