import { createTransport } from 'nodemailer'

/** A file that goes along. Its name is ours and names nobody. */
export type MailAttachment = {
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

export type Mail = {
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachments: readonly MailAttachment[]
  /** The same for the same request, so that a message sent again is known as the one before: letters, digits, dashes. */
  readonly messageKey: string
}

/** What became of a message at the mail server; `code` is the reason's kind (`EAUTH`, `EENVELOPE`...), never its words. */
export type MailOutcome = { readonly ok: true } | { readonly ok: false; readonly code: string }

/** Sends mail. Nothing here throws, and every message ends within its deadline. */
export type Mailer = {
  /** Where mail goes: to a server, to the demo's own sink, or nowhere. */
  readonly kind: 'smtp' | 'sink' | 'none'
  send(mail: Mail): Promise<MailOutcome>
  close(): Promise<void>
}

/** Who mail is from where nothing else is configured. */
export const defaultSender = 'Atrium <front-desk@atrium.invalid>'
const messageDomain = 'mail.atrium.invalid'
const deadlineMs = 15_000

/** A mailer over SMTP: `smtp://` or `smtps://` with user and password where the server wants them. */
export const createSmtpMailer = (options: {
  readonly url: string
  readonly sender?: string | undefined
  readonly kind?: 'smtp' | 'sink'
  readonly onClose?: () => Promise<void>
}): Mailer => {
  const transport = createTransport({
    url: options.url,
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: options.kind ?? 'smtp',
    send: async (mail) => {
      try {
        await transport.sendMail({
          from: options.sender ?? defaultSender,
          // As an object, so that an address is an address whatever is in it.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          messageId: `<${mail.messageKey}@${messageDomain}>`,
          attachments: mail.attachments.map(({ fileName, contentType, bytes }) => ({
            filename: fileName,
            contentType,
            content: Buffer.from(bytes),
          })),
        })
        return { ok: true }
      } catch (error) {
        return { ok: false, code: codeOf(error) }
      }
    },
    close: async () => {
      transport.close()
      await options.onClose?.()
    },
  }
}

/** Without a mail server: every message is refused. */
export const noMailer: Mailer = {
  kind: 'none',
  send: async () => ({ ok: false, code: 'NO-MAIL-SERVER' }),
  close: async () => {},
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED'
