import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A fault of one request. `lost-request`: the connection breaks before the request is read. `lost-reply`: the request
 * is executed, then the connection breaks. `hang`: the request is executed and never answered. `409` and `429`: the
 * request is refused and not executed. `500`: it fails and is not executed, and its idempotency key returns this
 * failure again.
 */
export type StripeFault = 'lost-request' | 'lost-reply' | 'hang' | '409' | '429' | '500'

type Record_ = Record<string, unknown>
type FakeIntent = {
  id: string
  amount: number
  currency: string
  status: string
  metadata: Record<string, string>
  allowed_payment_method_types: string[]
  latest_charge: string | null
  last_payment_error: Record_ | null
  cancellation_reason: string | null
  created: number
}
type FakeRefund = {
  id: string
  payment_intent: string
  amount: number
  status: string
  metadata: Record<string, string>
  created: number
}

type FakeCard = { readonly brand: string; readonly last4: string; readonly isInterac?: boolean }

/** Stripe's web service in this process, for card payments: real paths, form bodies, keys, statuses and errors. */
export type FakeStripe = {
  readonly address: { readonly host: string; readonly port: number; readonly protocol: 'http' }
  readonly intents: ReadonlyMap<string, FakeIntent>
  readonly refunds: ReadonlyMap<string, FakeRefund>
  /**
   * The requests that arrived, including those whose replies were lost, oldest first. `line` is the method and the path
   * of a request.
   */
  readonly requests: readonly { readonly line: string; readonly key: string | undefined; readonly body: Record_ }[]
  /** Sets the fault of the next request of this line, such as `POST /v1/refunds`. `:id` matches any id. */
  fail(line: string, fault: StripeFault): void
  /** Presents a card at the reader, or types it into the card fields. */
  present(intentID: string, card: FakeCard, outcome?: 'approved' | 'declined' | 'authorized'): void
  /** Refunds an Interac payment at the reader itself; returns the refund's id. */
  refundAtReader(intentID: string, amount: number, metadata?: Record<string, string>): string
  stop(): Promise<void>
}

/** Parses a form body with brackets, as Stripe's library writes it: `metadata[a]=b`, `expand[0]=c`. */
const parseForm = (text: string): Record_ => {
  const result: Record_ = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const [head = '', ...rest] = key.split('[').map((part) => part.replace(']', ''))
    if (rest.length === 0) result[head] = value
    else if (/^\d*$/.test(rest[0] ?? '')) result[head] = [...((result[head] as string[]) ?? []), value]
    else result[head] = { ...((result[head] as object) ?? {}), [rest[0] ?? '']: value }
  }
  return result
}

class Refusal extends Error {
  readonly status: number
  readonly body: Record_
  constructor(status: number, code: string, message: string, more: Record_ = {}) {
    super(message)
    this.status = status
    this.body = { error: { type: 'invalid_request_error', code, message, ...more } }
  }
}

/** The only secret key that the fake accepts. */
export const fakeStripeKey = 'sk_test_51FakeKeyOfNobody'

export const startFakeStripe = async (now: () => number = () => 1_795_000_000): Promise<FakeStripe> => {
  const intents = new Map<string, FakeIntent>()
  const refunds = new Map<string, FakeRefund>()
  const cards = new Map<string, FakeCard>()
  const kept = new Map<string, { hash: string; status: number; body: Record_ }>()
  const requests: { line: string; key: string | undefined; body: Record_ }[] = []
  const faults: { line: string; fault: StripeFault }[] = []
  let lastID = 0
  const newID = (prefix: string): string => {
    lastID += 1
    return `${prefix}_fake${String(lastID).padStart(6, '0')}`
  }

  const toCharge = (intent: FakeIntent): Record_ | null => {
    const card = cards.get(intent.id)
    if (intent.latest_charge === null || card === undefined) return null
    const type = card.isInterac ? 'interac_present' : intent.allowed_payment_method_types[0]
    return {
      id: intent.latest_charge,
      object: 'charge',
      status: intent.last_payment_error === null ? 'succeeded' : 'failed',
      payment_method_details: { type, [String(type)]: { brand: card.brand, last4: card.last4 } },
    }
  }
  const toJSON = (intent: FakeIntent, isExpanded: boolean): Record_ => ({
    ...intent,
    object: 'payment_intent',
    client_secret: `${intent.id}_secret_x`,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    latest_charge: isExpanded ? toCharge(intent) : intent.latest_charge,
  })
  const isExpanded = (body: Record_): boolean =>
    ((body.expand as string[]) ?? []).some((what) => /latest_charge$/.test(what))
  const isSince =
    (body: Record_) =>
    ({ created }: { readonly created: number }): boolean =>
      created >= Number((body.created as { gte?: string } | undefined)?.gte ?? 0)
  const find = (id: string): FakeIntent => {
    const intent = intents.get(id)
    if (intent === undefined) throw new Refusal(404, 'resource_missing', `No such payment_intent: '${id}'`)
    return intent
  }
  const leftOf = (intent: FakeIntent): number =>
    intent.amount -
    [...refunds.values()].filter((one) => one.payment_intent === intent.id).reduce((sum, one) => sum + one.amount, 0)

  const answer = (line: string, id: string, body: Record_): Record_ => {
    switch (line) {
      case 'POST /v1/payment_intents': {
        const amount = Number(body.amount)
        if (!Number.isInteger(amount) || amount < 50)
          throw new Refusal(400, 'amount_too_small', 'Amount must be at least $0.50')
        const intent: FakeIntent = {
          id: newID('pi'),
          amount,
          currency: String(body.currency),
          status: 'requires_payment_method',
          metadata: (body.metadata ?? {}) as Record<string, string>,
          allowed_payment_method_types: (body.allowed_payment_method_types ?? ['card']) as string[],
          latest_charge: null,
          last_payment_error: null,
          cancellation_reason: null,
          created: now(),
        }
        intents.set(intent.id, intent)
        return toJSON(intent, isExpanded(body))
      }
      case 'GET /v1/payment_intents':
        return {
          object: 'list',
          has_more: false,
          data: [...intents.values()].filter(isSince(body)).map((intent) => toJSON(intent, isExpanded(body))),
        }
      case 'GET /v1/payment_intents/:id':
        return toJSON(find(id), isExpanded(body))
      case 'POST /v1/payment_intents/:id/confirm': {
        const intent = find(id)
        if (intent.status !== 'requires_payment_method') {
          throw new Refusal(400, 'payment_intent_unexpected_state', `The PaymentIntent is ${intent.status}.`)
        }
        if (body.payment_method === 'pm_card_chargeDeclined') {
          decline(intent)
          const more = { type: 'card_error', decline_code: 'generic_decline', payment_intent: toJSON(intent, false) }
          throw new Refusal(402, 'card_declined', 'Your card was declined.', more)
        }
        approve(intent, { brand: 'visa', last4: '4242' }, 'succeeded')
        return toJSON(intent, isExpanded(body))
      }
      case 'POST /v1/payment_intents/:id/cancel': {
        const intent = find(id)
        if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') {
          throw new Refusal(
            400,
            'payment_intent_unexpected_state',
            `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
          )
        }
        intent.status = 'canceled'
        intent.cancellation_reason = String(body.cancellation_reason ?? '')
        return toJSON(intent, isExpanded(body))
      }
      case 'POST /v1/refunds': {
        const intent = find(String(body.payment_intent))
        if (intent.status !== 'succeeded')
          throw new Refusal(400, 'charge_not_refundable', 'There is nothing to refund.')
        if (cards.get(intent.id)?.isInterac)
          throw new Refusal(400, 'charge_not_refundable', 'Interac needs the card present.')
        if (Number(body.amount) > leftOf(intent))
          throw new Refusal(
            400,
            'charge_already_refunded',
            'Refund amount is greater than unrefunded amount on charge.',
          )
        return addRefund(intent.id, Number(body.amount), (body.metadata ?? {}) as Record<string, string>)
      }
      case 'GET /v1/refunds':
        return {
          object: 'list',
          data: [...refunds.values()]
            .filter((one) => body.payment_intent === undefined || one.payment_intent === body.payment_intent)
            .filter(isSince(body))
            .reverse(),
          has_more: false,
        }
      case 'GET /v1/terminal/locations':
        return {
          object: 'list',
          data: [{ id: 'tml_fake1', object: 'terminal.location', metadata: { atriumLocation: 'ca-bc-1' } }],
          has_more: false,
        }
      case 'POST /v1/terminal/connection_tokens':
        return { object: 'terminal.connection_token', secret: newID('pst'), location: body.location }
      default:
        throw new Refusal(404, 'url_invalid', `Unrecognized request URL (${line}).`)
    }
  }

  const approve = (intent: FakeIntent, card: FakeCard, status: string): void => {
    cards.set(intent.id, card)
    intent.latest_charge = newID('ch')
    intent.last_payment_error = null
    intent.status = status
  }
  const decline = (intent: FakeIntent): void => {
    intent.last_payment_error = {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    }
  }
  const addRefund = (intentID: string, amount: number, metadata: Record<string, string>): FakeRefund & Record_ => {
    const refund = { id: newID('re'), payment_intent: intentID, amount, status: 'succeeded', metadata, created: now() }
    refunds.set(refund.id, refund)
    return { ...refund, object: 'refund' }
  }

  const send = (reply: ServerResponse, status: number, body: Record_): void => {
    reply.writeHead(status, { 'content-type': 'application/json', 'request-id': newID('req') })
    reply.end(JSON.stringify(body))
  }
  const error = (code: string | undefined, message: string, type = 'api_error'): Record_ => ({
    error: { type, code, message },
  })

  const handle = (request: IncomingMessage, reply: ServerResponse, text: string): void => {
    const url = new URL(request.url ?? '/', 'http://stripe.test')
    const id = /^\/v1\/payment_intents\/(pi_\w+|[^/]+)(?=\/|$)/.exec(url.pathname)?.[1] ?? ''
    const path = id === '' ? url.pathname : url.pathname.replace(id, ':id')
    const line = `${request.method} ${path}`
    const body = parseForm(request.method === 'GET' ? url.search : text)
    const key = request.headers['idempotency-key'] as string | undefined
    const place = faults.findIndex((one) => one.line === line)
    const fault = place === -1 ? undefined : faults.splice(place, 1)[0]?.fault
    if (fault === 'lost-request') {
      request.socket.destroy()
      return
    }
    requests.push({ line, key, body })
    if (request.headers.authorization !== `Bearer ${fakeStripeKey}`) {
      send(reply, 401, error(undefined, 'Invalid API Key provided', 'invalid_request_error'))
      return
    }
    if (fault === '409') {
      send(reply, 409, error('idempotency_key_in_use', 'Another request uses this key.', 'idempotency_error'))
      return
    }
    if (fault === '429') {
      send(reply, 429, error('rate_limit', 'Too many requests.', 'invalid_request_error'))
      return
    }
    const hash = `${line} ${text}`
    const before = key === undefined ? undefined : kept.get(key)
    if (before !== undefined && before.hash !== hash) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.'
      send(reply, 400, error(undefined, message, 'idempotency_error'))
      return
    }
    let outcome = before ?? { hash, status: 500, body: error(undefined, 'Something went wrong.') }
    if (before === undefined && fault !== '500') {
      try {
        outcome = { hash, status: 200, body: answer(line, id, body) }
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal
        outcome = { hash, status: refusal.status, body: refusal.body }
      }
    }
    if (key !== undefined) kept.set(key, outcome)
    if (fault === 'lost-reply') {
      request.socket.destroy()
      return
    }
    if (fault === 'hang') return
    send(reply, outcome.status, outcome.body)
  }

  const server = createServer((request, reply) => {
    let text = ''
    request.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
    request.on('end', () => handle(request, reply, text))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' },
    intents,
    refunds,
    requests,
    fail: (line, fault) => faults.push({ line, fault }),
    present: (intentID, card, outcome = 'approved') => {
      const intent = find(intentID)
      if (intent.status !== 'requires_payment_method') return
      if (outcome === 'declined') decline(intent)
      else approve(intent, card, outcome === 'authorized' ? 'requires_capture' : 'succeeded')
    },
    refundAtReader: (intentID, amount, metadata = {}) => addRefund(intentID, amount, metadata).id,
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
