import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SentMail } from '#domain/contract/back-office.ts'

/** A message as the sink received it. */
export type ReceivedMail = Omit<SentMail, 'mailID' | 'at'> & {
  /** The same for a message that was sent twice. */
  readonly messageID: string
}

export type MailSink = { readonly url: string; close(): Promise<void> }

/** The largest document as it is sent, and less than would hurt. */
const largestMessageBytes = 60_000_000

/**
 * A real mail server on this machine's own address that delivers nothing: each message is read and given to `keep`, which
 * the sender waits for. Resolves once it listens.
 */
export const startMailSink = async (keep: (mail: ReceivedMail) => Promise<void>): Promise<MailSink> => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    size: largestMessageBytes,
    onData: (stream, session, done) => {
      readAll(stream)
        .then(async (bytes) => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address)
          await keep(await readMessage(bytes, recipients))
          done()
        })
        .catch((error: unknown) => done(error instanceof Error ? error : new Error('not kept')))
    },
  })
  // A sender that goes away in the middle is its own trouble.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const readAll = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

const readMessage = async (bytes: Buffer, recipients: readonly string[]): Promise<ReceivedMail> => {
  const parsed = await PostalMime.parse(bytes)
  return {
    messageID: parsed.messageId ?? '',
    from: parsed.from?.address ?? '',
    to: [...recipients],
    subject: parsed.subject ?? '',
    text: (parsed.text ?? '').trim(),
    attachments: parsed.attachments.map(({ filename, mimeType, content }) => ({
      fileName: filename ?? '',
      contentType: mimeType,
      sizeBytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    })),
  }
}
