import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { EventEnvelope, ReplyEnvelope } from '#contract/envelope.ts'
import { fail } from '#contract/reply.ts'
import type { Dispatcher } from '../../bridge/dispatcher.ts'
import { parseResume, replyIdOf } from '../../bridge/parse-envelope.ts'
import type { Entrance } from './entrance.ts'

/** An uploaded document in base64 (at most 32 MB) and some more; only this workstation's own window gets this far. */
const LARGEST_MESSAGE_BYTES = 46_000_000
/** A window that has stopped reading is dropped before it fills main's memory; it comes back and is told of the gap. */
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
 * The bridge over WebSocket at `/bridge`. An upgrade needs this host's own name, its page's origin and the cookie; a frame
 * that is no envelope is answered with a typed failure and ends the connection. Gives the function that ends them all.
 */
export const attachSocketTransport = (server: Server, entrance: Entrance, dispatcher: Dispatcher): (() => void) => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES, perMessageDeflate: false })

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
        send({ kind: 'reply', id: reply.id, reply: fail('unexpected', 'Atrium could not send its answer.') })
      }
    }

    // Oversized frames and broken UTF-8 arrive here; ws closes the connection itself and must only not be left unheard.
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
        // In one turn, so that no event falls between what is replayed and what is sent from now on.
        detach?.()
        detach = dispatcher.attach(send)
        dispatcher.resume(resume, send)
        return
      }
      const reply = fail('invalid-input', 'This is not a message that Atrium understands.')
      send({ kind: 'reply', id: replyIdOf(message), reply })
      socket.close(CLOSED_MALFORMED)
    })
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A peer that vanishes during the upgrade must not take main with it.
    socket.on('error', () => socket.destroy())
    const mayEnter = request.url === '/bridge' && entrance.isOwnOrigin(request) && entrance.hasCookie(request)
    if (!mayEnter) return refuseUpgrade(socket)
    sockets.handleUpgrade(request, socket, head, (webSocket) => serve(webSocket, request))
  })

  return () => {
    for (const socket of sockets.clients) socket.close(CLOSED_GOING_AWAY)
    sockets.close()
  }
}
