import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import type { Log } from '#runtime/log.ts'
import { createMllpFrames, type MllpFrame, type MllpLoss, toMllpFrame } from './mllp-frames.ts'

type MllpListenerOptions = {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** The server's certificate and the authority of the senders' certificates; without them there is no encryption. */
  readonly tls: Pick<TlsOptions, 'cert' | 'key' | 'ca'> | null
  /** Returns whether an address may connect. */
  readonly allows: (address: string) => boolean
  readonly maxBytes: number
  /** How long a sender may pause within a message; one minute when absent. */
  readonly pauseMs?: number
  readonly log: Log
  /** Stores a message of this address and returns its acknowledgement. It never rejects. */
  readonly take: (frame: MllpFrame, address: string) => Promise<string>
  /** Receives the bytes that never became a message; their sender gets no acknowledgement. It never rejects. */
  readonly lose: (loss: MllpLoss, address: string) => Promise<void>
}

export type MllpListener = {
  readonly port: number
  /** Ends the connections, after the messages in progress are acknowledged. */
  close(): Promise<void>
}

/** Each connection can hold one message in memory. */
const maxConnections = 8
/** A connection is closed when a message that is being skipped has more than this many times the allowed size. */
const maxSkipped = 8

/**
 * Listens for HL7 messages over MLLP (decision 276). Each connection handles one message at a time, in order; a message
 * that is cut off is not stored. Rejects if the port is taken.
 */
export const startMllpListener = async (options: MllpListenerOptions): Promise<MllpListener> => {
  const { log, tls } = options
  const sockets = new Set<Socket>()
  const working = new Set<Promise<void>>()
  let isClosing = false
  const accept = (socket: Socket): void => {
    if (!options.allows(socket.remoteAddress ?? '')) {
      log('warning', 'results.sender-refused')
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serve(socket, options, working, () => isClosing)
  }
  const server: Server =
    tls === null
      ? createServer(accept)
      : createTlsServer(
          {
            ...tls,
            minVersion: 'TLSv1.2',
            requestCert: tls.ca !== undefined,
            rejectUnauthorized: tls.ca !== undefined,
          },
          accept,
        )
  server.maxConnections = maxConnections
  server.on('tlsClientError', () => log('warning', 'results.sender-refused'))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: options.host, port: options.port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', (error) => log('error', 'results.listener-failed', { error: error.name }))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: async () => {
      isClosing = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      await Promise.all(working)
      const ended = [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
      for (const socket of sockets) socket.destroySoon()
      await Promise.all([closed, ...ended])
      // Waits until the bytes that the ended connections lost are recorded.
      await Promise.all(working)
    },
  }
}

const serve = (
  socket: Socket,
  { maxBytes, pauseMs = 60_000, take, lose }: MllpListenerOptions,
  working: Set<Promise<void>>,
  isClosing: () => boolean,
): void => {
  // A closed socket has no address.
  const address = socket.remoteAddress ?? ''
  const follow = (begun: Promise<void>): void => {
    const work = begun.finally(() => working.delete(work))
    working.add(work)
  }
  const frames = createMllpFrames(maxBytes, (loss) => follow(lose(loss, address)))
  socket.setNoDelay(true)
  socket.setKeepAlive(true, 60_000)
  const answer = async (arrived: readonly MllpFrame[]): Promise<void> => {
    for (const frame of arrived) {
      if (isClosing()) return
      const acknowledgement = await take(frame, address)
      if (!socket.destroyed) socket.write(toMllpFrame(acknowledgement))
    }
  }
  socket.on('data', (chunk) => {
    const arrived = frames.take(chunk)
    // A sender may keep an idle connection, but not half a message.
    socket.setTimeout(frames.isOpen() || frames.hasStray() ? pauseMs : 0)
    if (frames.openBytes() > maxBytes * maxSkipped) {
      socket.destroy()
      return
    }
    if (arrived.length === 0) return
    socket.pause()
    follow(
      answer(arrived)
        // Without an acknowledgement the sender repeats the message.
        .catch(() => void socket.destroy())
        .finally(() => socket.resume()),
    )
  })
  socket.on('close', () => frames.close())
  socket.on('timeout', () => socket.destroy())
  // A reset connection needs no line in the log: the sender connects again and repeats what was not acknowledged.
  socket.on('error', () => socket.destroy())
}
