import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { requiresTls } from './smtp-url.ts'

/** A file that goes along. Its name is ours and names nobody. */
type MailAttachment = {
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
export type MailOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly code: string
      /** The server will not take it, now or later: an answer of 5xx to this message. */
      readonly isRefused?: true
      /** It had begun to go and no answer came: the server may have it. */
      readonly hasLeft?: true
    }

/** Sends mail. Nothing here throws, and every message ends within its deadline. */
export type Mailer = {
  /** Where mail goes: to a server, to the demo's own sink, or nowhere. */
  readonly kind: 'smtp' | 'sink' | 'none'
  send(mail: Mail): Promise<MailOutcome>
  close(): Promise<void>
}

/** Who mail is from where nothing else is configured. */
const defaultSender = 'Atrium <front-desk@atrium.invalid>'
const messageDomain = 'mail.atrium.invalid'
const deadlineMs = 15_000
/** Of a whole message, however lively the server: the largest report over a slow line takes a few minutes. */
const wholeMs = 5 * 60_000

/** A mailer over SMTP: `smtp://` or `smtps://` with user and password where the server wants them. */
export const createSmtpMailer = (options: {
  readonly url: string
  readonly sender?: string | undefined
  readonly kind?: 'smtp' | 'sink'
  readonly onClose?: () => Promise<void>
  readonly wholeMs?: number
}): Mailer => {
  const mostMs = options.wholeMs ?? wholeMs
  const transport = createTransport({
    url: options.url,
    requireTLS: requiresTls(options.url),
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The message is given out piece by piece once the server has said that it takes one: from then on it may have it.
  transport.use('stream', (mail, done) => {
    const { turn } = mail.data as { readonly turn?: Turn }
    mail.message.processFunc((input) => Readable.from(turn === undefined ? input : onceAskedFor(input, turn)))
    done()
  })
  return {
    kind: options.kind ?? 'smtp',
    send: async (mail) => {
      const turn: Turn = { hasBegun: false, isOver: false }
      const data = {
        turn,
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
      }
      try {
        await within(mostMs, transport.sendMail(data))
        return { ok: true }
      } catch (error) {
        return toOutcome(error, turn.hasBegun)
      } finally {
        turn.isOver = true
      }
    },
    close: async () => {
      transport.close()
      await options.onClose?.()
    },
  }
}

/** A server that says a byte now and then keeps a connection for ever: who waits for it does not. */
const within = async (ms: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('Too late'), { code: 'ETIMEDOUT' })), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Without a mail server: every message is refused. */
export const noMailer: Mailer = {
  kind: 'none',
  send: async () => ({ ok: false, code: 'NO-MAIL-SERVER' }),
  close: async () => {},
}

/** How far one sending has come. */
type Turn = { hasBegun: boolean; isOver: boolean }

async function* onceAskedFor(input: AsyncIterable<Buffer>, turn: Turn): AsyncGenerator<Buffer> {
  // It was said that nothing left: nothing may, however late the server asks for it.
  if (turn.isOver) throw new Error('Too late')
  turn.hasBegun = true
  yield* input
}

/** An answer is an answer, whenever it comes; without one it depends on whether the message had begun to go. */
const toOutcome = (error: unknown, hasBegun: boolean): MailOutcome => {
  const code = codeOf(error)
  const answer =
    error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  // That we may not sign in, or not under TLS, is no word on this message.
  if (answer >= 500 && code !== 'EAUTH' && code !== 'ETLS') return { ok: false, code, isRefused: true }
  if (answer >= 400) return { ok: false, code }
  return hasBegun ? { ok: false, code, hasLeft: true } : { ok: false, code }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED'
