import { type BridgeTransport, commandLimitMs, type TransportState } from '#contract/bridge-names.ts'
import type { Envelope } from '#contract/envelope.ts'
import { fail, type Reply } from '#contract/reply.ts'
import { createEventHub } from './event-hub.ts'

/** The part of a WebSocket that the transport uses, so that a test can replace it. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'addEventListener'>

type SocketTransportParts = {
  readonly openSocket: () => Socket
  /** By default, main's own limit for the command plus a margin, so that main's more exact answer arrives first. */
  readonly callTimeLimitMs?: number
  /** How many milliseconds an unsent call waits for the connection to come back. */
  readonly connectionWaitMs?: number
  readonly firstRetryMs?: number
  readonly maxRetryMs?: number
}

type Pending = {
  readonly envelope: string
  readonly settle: (reply: Reply<unknown>) => void
  sent: boolean
}

const OPEN = 1
const graceMs = 5_000

const disconnected = fail(
  'disconnected',
  'The connection to Atrium was lost. Check whether your last action was completed.',
)
const notSent = fail('not-sent', "Atrium isn't responding. Nothing was sent.")
const timedOut = fail('timed-out', 'This took too long. It may already be done, so check before you try again.')

/**
 * Creates the bridge's transport over WebSocket. The transport connects immediately. After every loss it reconnects,
 * with a backoff. At each connection it sends the sequence of the last event that it received. After a loss, every call
 * that was already sent fails with `disconnected`, because its result is unknown. A call without a connection waits a
 * short time and then fails with `not-sent`. No call rejects: a failure is a reply.
 */
export const createSocketTransport = (parts: SocketTransportParts): BridgeTransport & { close(): void } => {
  const { openSocket, callTimeLimitMs, connectionWaitMs = 5_000, firstRetryMs = 200, maxRetryMs = 5_000 } = parts
  const hub = createEventHub()
  const pending = new Map<number, Pending>()
  const stateListeners = new Set<(state: TransportState) => void>()
  let state: TransportState = 'connected'
  let socket: Socket | null = null
  let nextId = 1
  let retryMs = firstRetryMs
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const setState = (next: TransportState): void => {
    if (next === state) return
    state = next
    for (const listener of [...stateListeners]) listener(next)
  }

  const settle = (id: number, reply: Reply<unknown>): void => {
    const call = pending.get(id)
    pending.delete(id)
    call?.settle(reply)
  }

  const sendWaiting = (): void => {
    if (socket?.readyState !== OPEN) return
    for (const call of pending.values()) {
      if (call.sent) continue
      call.sent = true
      socket.send(call.envelope)
    }
  }

  const receive = (data: unknown): void => {
    if (typeof data !== 'string') return
    let envelope: Envelope
    try {
      envelope = JSON.parse(data)
    } catch {
      return
    }
    if (envelope?.kind === 'reply') settle(envelope.id, envelope.reply)
    else if (envelope?.kind === 'event') hub.accept(envelope)
  }

  const connect = (): void => {
    const opening = openSocket()
    socket = opening
    let over = false
    const end = (): void => {
      if (over) return
      over = true
      for (const [id, call] of [...pending]) if (call.sent) settle(id, disconnected)
      if (closed) return
      setState('reconnecting')
      retryTimer = setTimeout(connect, retryMs)
      retryMs = Math.min(retryMs * 2, maxRetryMs)
    }
    opening.addEventListener('open', () => {
      retryMs = firstRetryMs
      // The resume goes first, so that no event is lost between it and the calls that read the page's data.
      opening.send(JSON.stringify(hub.resumeEnvelope()))
      sendWaiting()
      setState('connected')
    })
    opening.addEventListener('message', (event) => receive(event.data))
    opening.addEventListener('close', end)
    opening.addEventListener('error', end)
  }
  connect()

  return {
    call: (command, input) =>
      new Promise((resolve) => {
        const id = nextId
        nextId += 1
        let envelope: string
        try {
          envelope = JSON.stringify({ kind: 'call', id, command, input })
        } catch {
          resolve(fail('invalid-input', "Atrium couldn't send this. Nothing was done."))
          return
        }
        const limit = setTimeout(() => settle(id, timedOut), callTimeLimitMs ?? commandLimitMs(command) + graceMs)
        const wait = setTimeout(() => {
          if (pending.get(id)?.sent === false) settle(id, notSent)
        }, connectionWaitMs)
        pending.set(id, {
          envelope,
          sent: false,
          settle: (reply) => {
            clearTimeout(limit)
            clearTimeout(wait)
            resolve(reply)
          },
        })
        sendWaiting()
      }),
    on: hub.on,
    onTransport: (listener) => {
      const entry = (next: TransportState): void => listener(next)
      stateListeners.add(entry)
      entry(state)
      return () => {
        stateListeners.delete(entry)
      }
    },
    close: () => {
      closed = true
      clearTimeout(retryTimer)
      socket?.close()
    },
  }
}
