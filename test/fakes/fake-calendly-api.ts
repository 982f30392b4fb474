import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type FakeEvent = {
  readonly start_time: string
  readonly status: 'active' | 'canceled'
  readonly invitees: Readonly<
    Record<
      string,
      { status: 'active' | 'canceled'; email?: string; rescheduled?: boolean; new_invitee?: string | null }
    >
  >
}

/**
 * What the API does to each request instead of its normal answer. `status`: it answers with that status. `hangs`: it
 * never answers. `hangs up`: it closes the connection. `sends elsewhere`: it redirects.
 */
export type ApiTrouble = { readonly status: number; readonly body?: string } | 'hangs' | 'hangs up' | 'sends elsewhere'

export type FakeCalendlyApi = {
  readonly url: string
  readonly events: Map<string, FakeEvent>
  /** Method and path of every request, oldest first. */
  readonly asked: string[]
  trouble(trouble: ApiTrouble | null): void
  close(): Promise<void>
}

export const fakeCalendlyToken = 'fake-token-of-the-scheduler'

/**
 * Starts a fake of Calendly's API, as its documentation describes it. It has the two resources that the product reads:
 * an event and one of its invitees.
 */
export const startFakeCalendlyApi = async (): Promise<FakeCalendlyApi> => {
  const events = new Map<string, FakeEvent>()
  const asked: string[] = []
  let trouble: ApiTrouble | null = null
  let url = ''

  const answer = (request: IncomingMessage): { status: number; body: unknown } => {
    if (request.headers.authorization !== `Bearer ${fakeCalendlyToken}`) {
      return { status: 401, body: { title: 'Unauthenticated', message: 'The access token is invalid' } }
    }
    const [, folder, eventID = '', inner, inviteeID = '', ...rest] = (request.url ?? '').split('/')
    const event = folder === 'scheduled_events' && rest.length === 0 ? events.get(eventID) : undefined
    const notFound = { status: 404, body: { title: 'Resource Not Found', message: 'The server could not find it.' } }
    if (event === undefined) return notFound
    const uri = `https://api.calendly.com/scheduled_events/${eventID}`
    if (inner === undefined) {
      const { start_time, status } = event
      return { status: 200, body: { resource: { uri, name: 'NP consult', start_time, status, location: null } } }
    }
    const invitee = inner === 'invitees' ? event.invitees[inviteeID] : undefined
    if (invitee === undefined) return notFound
    const resource = {
      uri: `${uri}/invitees/${inviteeID}`,
      email: 'ana@mail.example',
      rescheduled: false,
      old_invitee: null,
      new_invitee: null,
      ...invitee,
    }
    return { status: 200, body: { resource } }
  }

  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (trouble === 'hangs') return
    if (trouble === 'hangs up') return request.socket.destroy()
    if (trouble === 'sends elsewhere') return response.writeHead(302, { location: `${url}/elsewhere` }).end()
    const { status, body } = trouble === null ? answer(request) : { status: trouble.status, body: trouble.body ?? '{}' }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    events,
    asked,
    trouble: (next) => {
      trouble = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
