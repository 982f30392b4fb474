import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const fakeTwilioAccount = {
  accountID: 'AC0123456789abcdef0123456789abcdef',
  authToken: 'fake-token-of-the-gateway',
} as const

type FakeText = { readonly to: string; readonly from: string; readonly text: string }

/**
 * What the API does to each new message instead of its normal answer. `hangs`: it never answers. `hangs up`: it accepts
 * the message and closes the connection. `talks`: it answers with an HTML page.
 */
type TextTrouble = { readonly status: number; readonly code: number } | 'hangs' | 'hangs up' | 'talks'

const messagesPath = `/2010-04-01/Accounts/${fakeTwilioAccount.accountID}/Messages`

/**
 * Starts a fake of Twilio's message resource, as its documentation describes it: creating a message, and reading its
 * state.
 */
export const startFakeTwilioApi = async () => {
  const received: FakeText[] = []
  const states = new Map<string, { status: string; error_code: number | null }>()
  let trouble: TextTrouble | null = null

  const resourceOf = (sid: string) => {
    const index = Number(sid.slice(2)) - 1
    const text = received[index]
    return {
      sid,
      account_sid: fakeTwilioAccount.accountID,
      api_version: '2010-04-01',
      body: text?.text,
      to: text?.to,
      from: text?.from,
      direction: 'outbound-api',
      num_segments: '1',
      num_media: '0',
      date_created: 'Tue, 24 Nov 2026 20:00:00 +0000',
      date_sent: null,
      date_updated: 'Tue, 24 Nov 2026 20:00:00 +0000',
      error_message: null,
      price: null,
      price_unit: null,
      messaging_service_sid: null,
      uri: `${messagesPath}/${sid}.json`,
      subresource_uris: {},
      ...states.get(sid),
    }
  }
  const refuse = (response: ServerResponse, status: number, code: number): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code, message: 'Refused', more_info: 'https://www.twilio.com/docs/errors', status }))
  }
  const create = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const form = new URLSearchParams(body)
    const [to, from, text] = [form.get('To'), form.get('From'), form.get('Body')]
    if (trouble === 'hangs') return
    if (trouble === 'talks') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>')
    else if (trouble !== null && trouble !== 'hangs up') refuse(response, trouble.status, trouble.code)
    else if (to === null) refuse(response, 400, 21604)
    else if (from === null || text === null) refuse(response, 400, 21603)
    else {
      received.push({ to, from, text })
      const sid = `SM${String(received.length).padStart(32, '0')}`
      states.set(sid, { status: 'queued', error_code: null })
      if (trouble === 'hangs up') request.socket.destroy()
      else response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(resourceOf(sid)))
    }
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece.toString('utf8')
    })
    request.on('end', () => {
      const { accountID, authToken } = fakeTwilioAccount
      const expected = `Basic ${Buffer.from(`${accountID}:${authToken}`).toString('base64')}`
      if (request.headers.authorization !== expected) return refuse(response, 401, 20003)
      if (request.method === 'POST' && request.url === `${messagesPath}.json`) return create(request, response, body)
      const sid = /\/Messages\/(SM\d{32})\.json$/.exec(request.url ?? '')?.[1] ?? ''
      if (request.method !== 'GET' || !states.has(sid)) return refuse(response, 404, 20404)
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(resourceOf(sid)))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The accepted messages, oldest first. */
    received,
    trouble: (next: TextTrouble | null): void => {
      trouble = next
    },
    /** Sets the delivery state of the message with this number, counted from 1. */
    setState: (number: number, status: string, error_code: number | null = null): void => {
      states.set(`SM${String(number).padStart(32, '0')}`, { status, error_code })
    },
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}
export type FakeTwilioApi = Awaited<ReturnType<typeof startFakeTwilioApi>>
