import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { requiresTls } from './smtp-url.ts'

/** An attached file. Atrium chooses its name, without the name of a person. */
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
  /** Letters, digits and dashes; equal for the same request, so that mail servers recognise a repeat. */
  readonly messageKey: string
}

/**
 * The mail server's result for a message; `code` is the kind of reason (`EAUTH`, `EENVELOPE`...), never the server's
 * text.
 */
export type MailOutcome =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly code: string
      /** The server rejected this message permanently, with a 5xx answer. */
      readonly isRefused?: true
      /** The transfer had begun and no answer came: the server may have the message. */
      readonly hasLeft?: true
    }

/** Sends mail. No method throws, and every call of `send` ends within its deadline. */
export type Mailer = {
  /** Where mail is sent: to a server, to the demo's own sink, or nowhere. */
  readonly kind: 'smtp' | 'sink' | 'none'
  send(mail: Mail): Promise<MailOutcome>
  close(): Promise<void>
}

/** The sender when none is configured. */
const defaultSender = 'Atrium <front-desk@atrium.invalid>'
const messageDomain = 'mail.atrium.invalid'
const deadlineMs = 15_000
/**
 * Deadline of a whole message, even if the server keeps answering: the largest report takes a few minutes over a slow
 * line.
 */
const wholeMs = 5 * 60_000

/** Creates a mailer over SMTP: `smtp://` or `smtps://`, with user and password if the server requires them. */
export const createSmtpMailer = (options: {
  readonly url: string
  readonly sender?: string | undefined
  readonly kind?: 'smtp' | 'sink'
  readonly onClose?: () => Promise<void>
  readonly wholeMs?: number
}): Mailer => {
  const maxMs = options.wholeMs ?? wholeMs
  const transport = createTransport({
    url: options.url,
    requireTLS: requiresTls(options.url),
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The library reads the message only after the server has agreed to receive it; from then on the server may have it.
  transport.use('stream', (mail, done) => {
    const { turn } = mail.data as { readonly turn?: Turn }
    mail.message.processFunc((input) => Readable.from(turn === undefined ? input : streamOnRequest(input, turn)))
    done()
  })
  return {
    kind: options.kind ?? 'smtp',
    send: async (mail) => {
      const turn: Turn = { hasBegun: false, isOver: false }
      const data = {
        turn,
        from: options.sender ?? defaultSender,
        // As an object, so that no text can be parsed as more than one address.
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
        await within(maxMs, transport.sendMail(data))
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

/** Limits a wait to `ms`, because a server that sends a byte now and then would keep the connection open forever. */
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

/** The mailer without a mail server: it refuses every message. */
export const noMailer: Mailer = {
  kind: 'none',
  send: async () => ({ ok: false, code: 'NO-MAIL-SERVER' }),
  close: async () => {},
}

/** Progress of one `send` call. */
type Turn = { hasBegun: boolean; isOver: boolean }

async function* streamOnRequest(input: AsyncIterable<Buffer>, turn: Turn): AsyncGenerator<Buffer> {
  // The call has ended with the result that nothing was sent, so a server that asks for the message only now must not
  // receive it.
  if (turn.isOver) throw new Error('Too late')
  turn.hasBegun = true
  yield* input
}

/**
 * Returns the result of a failed `send`. If the server did not answer, it depends on whether the transfer had begun.
 */
const toOutcome = (error: unknown, hasBegun: boolean): MailOutcome => {
  const code = codeOf(error)
  const answer =
    error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  // A refused sign-in or missing TLS does not mean that the server refused this message.
  if (answer >= 500 && code !== 'EAUTH' && code !== 'ETLS') return { ok: false, code, isRefused: true }
  if (answer >= 400) return { ok: false, code }
  return hasBegun ? { ok: false, code, hasLeft: true } : { ok: false, code }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'FAILED'
