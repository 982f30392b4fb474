import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { SMTPServer } from 'smtp-server'
import { workerURL } from '#runtime/worker-url.ts'
import { createBoundedWork } from '../../kernel/bounded-work.ts'
import { type MessageToRead, type ReceivedMail, readMessage } from './read-message.ts'

type MailSink = { readonly url: string; close(): Promise<void> }

/** Large enough for the largest document in its transfer encoding, and small enough for memory. */
const largestMessageBytes = 60_000_000
const largestLetterBytes = 65_536
/** Limits how many messages are read at the same time, and how many wait. */
const inBounds = createBoundedWork({ atOnce: 2, waiting: 64 })

/**
 * Starts a mail server on localhost that delivers nothing: it reads each message and passes it to `keep`. The sender
 * waits until `keep` has ended. Resolves when the server listens.
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
          await keep(await inBounds(() => readAnywhere(bytes, recipients)))
          done()
        })
        .catch((error: unknown) => done(error instanceof Error ? error : new Error('not kept')))
    },
  })
  // A sender that disconnects during a transfer does not affect the server.
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

/**
 * Reads a small message in the calling thread. Reads a larger message in a new thread, which receives the message's
 * bytes.
 */
const readAnywhere = (bytes: Buffer, recipients: readonly string[]): Promise<ReceivedMail> => {
  if (bytes.length <= largestLetterBytes) return readMessage(bytes, recipients)
  const own = new Uint8Array(bytes)
  const workerData: MessageToRead = { bytes: own, recipients }
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerURL('mail-reader.worker', import.meta.url), {
      workerData,
      transferList: [own.buffer],
    })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread ended before it had read the message')))
  })
}
