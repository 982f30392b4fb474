import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { pageKey } from '#contract/bridge-names.ts'
import type { EventEnvelope, ReplyEnvelope } from '#contract/envelope.ts'
import { fail } from '#contract/reply.ts'
import type { Dispatcher } from '../../bridge/dispatcher.ts'
import { parseResume, replyIdOf } from '../../bridge/parse-envelope.ts'
import type { Entrance } from './entrance.ts'

/**
 * The largest uploaded document has 32 MB, which is about 45 MB in base64; this limit is slightly higher. Only this
 * workstation's own windows can connect, so no other program can send a message of this size.
 */
const LARGEST_MESSAGE_BYTES = 46_000_000
/**
 * A window that has stopped reading is disconnected before it fills the main process's memory; on reconnect it receives
 * `bridge.gap`.
 */
const LARGEST_BACKLOG_BYTES = 64_000_000
const CLOSED_MALFORMED = 1007
const CLOSED_GOING_AWAY = 1001

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const kindOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && Object.hasOwn(message, 'kind')
    ? (message as { kind: unknown }).kind
    : undefined

const refuseUpgrade = (socket: Duplex): void => {
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}

/**
 * Attaches the bridge over WebSocket at `/bridge`. An upgrade needs this host's own name, its page's origin, the cookie
 * and the page key. A frame that is not an envelope gets a typed failure and ends the connection. Returns the function
 * that closes all connections.
 */
export const attachSocketTransport = (server: Server, entrance: Entrance, dispatcher: Dispatcher): (() => void) => {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE_BYTES,
    perMessageDeflate: false,
    // The answer names only the protocol, not the page key, which is secret.
    handleProtocols: () => pageKey.protocol,
  })

  const serve = (socket: WebSocket, request: IncomingMessage): void => {
    const sender = { origin: request.headers.origin ?? '', trusted: true }
    let detach: (() => void) | null = null

    const send = (envelope: ReplyEnvelope | EventEnvelope): void => {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > LARGEST_BACKLOG_BYTES) socket.terminate()
      else socket.send(JSON.stringify(envelope))
    }
    const answer = async (message: unknown): Promise<void> => {
      const reply = await dispatcher.dispatch(message, sender)
      try {
        send(reply)
      } catch {
        send({ kind: 'reply', id: reply.id, reply: fail('unexpected', "Atrium couldn't send its answer.") })
      }
    }

    // Oversized frames and broken UTF-8 arrive here. The ws package closes the connection itself, but an error without
    // a listener would end the process.
    socket.on('error', () => socket.terminate())
    socket.on('close', () => detach?.())
    socket.on('message', (data, isBinary) => {
      const message = isBinary ? undefined : parseJson(data.toString())
      if (kindOf(message) === 'call') {
        void answer(message)
        return
      }
      const resume = parseResume(message)
      if (resume) {
        // Attach and replay run in the same turn, so that no event is lost between them.
        detach?.()
        detach = dispatcher.attach(send)
        dispatcher.resume(resume, send)
        return
      }
      const reply = fail('invalid-input', "Atrium doesn't understand this message.")
      send({ kind: 'reply', id: replyIdOf(message), reply })
      socket.close(CLOSED_MALFORMED)
    })
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // A peer that disconnects during the upgrade must not crash the main process.
    socket.on('error', () => socket.destroy())
    const isOwnPage = entrance.isOwnOrigin(request) && entrance.hasCookie(request) && entrance.offersPageKey(request)
    const mayEnter = request.url === '/bridge' && isOwnPage
    if (mayEnter) sockets.handleUpgrade(request, socket, head, (webSocket) => serve(webSocket, request))
    else refuseUpgrade(socket)
  }
  server.on('upgrade', upgrade)

  return () => {
    server.off('upgrade', upgrade)
    for (const socket of sockets.clients) socket.close(CLOSED_GOING_AWAY)
    sockets.close()
  }
}
