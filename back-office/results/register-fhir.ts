import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFhirIdentifier, readFhirReport } from '#domain/results/fhir-report.ts'
import type { RefusalReason } from '#domain/results/refused-delivery.ts'
import type { ServerContext } from '../kernel/answer-call.ts'
import { declaredBytes } from '../kernel/http/call-entrance.ts'
import { findUnstorableText, readJson } from '../kernel/http/read-json.ts'
import type { RestOptions } from '../kernel/http/rest-options.ts'
import { Refusal } from '../kernel/refusal.ts'
import { hashToken, parseBearer } from '../kernel/session-token.ts'
import { statusOf } from '../kernel/status-of-code.ts'
import { toRefusal, toTimeoutRefusal } from '../kernel/to-refusal.ts'
import { findMachineAccount } from '../repositories/machine-accounts-repository.ts'
import { maxHl7Bytes } from './receive-hl7.ts'
import { noteRefusal } from './store-refusal.ts'
import { storeResult } from './store-result.ts'

const fhirType = 'application/fhir+json; charset=utf-8'
const path = '/fhir/DiagnosticReport'

/** The code in an OperationOutcome's issue, by status. */
const issueCodes: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'login',
  404: 'not-found',
  413: 'too-long',
  415: 'not-supported',
  422: 'invalid',
  429: 'throttled',
}

const toOutcome = (status: number, diagnostics: string, expression?: string) => ({
  resourceType: 'OperationOutcome',
  issue: [
    {
      severity: 'error',
      code: issueCodes[status] ?? 'exception',
      diagnostics,
      ...(expression !== undefined && { expression: [expression] }),
    },
  ],
})

/** The reasons for staff, by the status of the answer to a body that could not be read. */
const refusalOf: Readonly<Record<number, RefusalReason>> = {
  400: 'not-json',
  413: 'too-large',
  415: 'media-type',
  422: 'unreadable',
}

/**
 * Adds `POST /fhir/DiagnosticReport` for machine accounts (decision 280): 201 when the report is stored, 200 when it
 * was stored before, OperationOutcome for every failure. The token of a machine account is valid for no other call, and
 * no session is valid for this one. A refused report of a machine account is stored without its content (decision 311).
 * `decide` compares the stored report with its study after the answer.
 */
export const registerFhir = async (
  server: FastifyInstance,
  serverContext: Pick<ServerContext, 'db' | 'kind' | 'newId' | 'now' | 'log'>,
  { rateLimits, largeBodies }: Pick<RestOptions, 'rateLimits' | 'largeBodies'>,
  decide: () => Promise<void>,
): Promise<void> => {
  /** Throws 401 without the token of a machine account. */
  const findSender = async (request: FastifyRequest) => {
    const token = parseBearer(request.headers.authorization)
    const account = token === undefined ? undefined : await findMachineAccount(serverContext.db, hashToken(token))
    if (account === undefined) throw new Refusal('signed-out', 'Send the token of a machine account.')
    return account
  }
  /** The machine accounts of the requests whose bodies are being read. */
  const senders = new WeakMap<FastifyRequest, string>()
  const refuse = async (request: FastifyRequest, reason: RefusalReason, controlID = '', detail = ''): Promise<void> => {
    const sender = senders.get(request)
    if (sender === undefined) return
    const refusal = { channel: 'fhir', sender, address: request.ip } as const
    const { now, ...context } = serverContext
    await noteRefusal({ ...refusal, controlID, reason, detail }, { ...context, now: now() })
  }
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/fhir+json', 'application/json'],
      { parseAs: 'buffer', bodyLimit: maxHl7Bytes },
      async (_request: FastifyRequest, bytes: Buffer) => readJson(bytes),
    )
    scope.route({
      method: 'POST',
      url: path,
      bodyLimit: maxHl7Bytes,
      config: {
        rateLimit: { max: rateLimits.selfService, timeWindow: 60_000, keyGenerator: (request) => `fhir ${request.ip}` },
      },
      preParsing: async (request, reply, payload) => {
        try {
          const { account_id, name } = await findSender(request)
          senders.set(request, name)
          if (request.headers['transfer-encoding'] !== undefined || declaredBytes(request) > 65_536) {
            const leave = largeBodies.enter(`fhir ${account_id}`)
            if (leave === null) throw new Refusal('too-many-requests', 'Too many large reports arrive at once.')
            reply.raw.once('close', leave)
          }
        } catch (error) {
          // The rest of the body is not read.
          reply.header('connection', 'close')
          throw error
        }
        return payload
      },
      errorHandler: async (error, request, reply) => {
        const statusCode = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
        // A report is stored in one transaction, and a copy of it changes nothing: the sender may send it again.
        const refusal = toRefusal(error) ?? toTimeoutRefusal(error, serverContext.log)
        if (refusal === undefined && statusCode >= 500) {
          await refuse(request, 'not-stored', readFhirIdentifier(request.body))
          server.errorHandler(error, request, reply)
          return reply
        }
        const status = refusal === undefined ? statusCode : statusOf(refusal.code)
        const wait = refusal?.details?.retryAfterSeconds
        if (wait !== undefined) reply.header('retry-after', wait)
        const reason = refusalOf[status]
        if (reason !== undefined) await refuse(request, reason)
        return reply
          .code(status)
          .type(fhirType)
          .send(toOutcome(status, refusal?.message ?? 'The request could not be read.'))
      },
      handler: async (request, reply) => {
        const account = await findSender(request)
        const outcome = await receiveFhir(request.body, account.name, serverContext)
        if (outcome.kind === 'refused') {
          await refuse(request, 'fields', readFhirIdentifier(request.body), outcome.element)
          return reply
            .code(422)
            .type(fhirType)
            .send(toOutcome(422, outcome.reason, outcome.path))
        }
        setImmediate(() => void decide())
        return send(reply, outcome)
      },
    })
  })
}

type Stored = { readonly kind: 'stored'; readonly status: 200 | 201; readonly id: string }
/** `element`: the path, for staff; empty if the path may contain text that the sender chose. */
type Refused = { readonly kind: 'refused'; readonly path: string; readonly reason: string; readonly element: string }

const receiveFhir = async (
  body: unknown,
  sender: string,
  { now, ...context }: Pick<ServerContext, 'db' | 'kind' | 'newId' | 'now' | 'log'>,
): Promise<Stored | Refused> => {
  await nextTurn()
  const unstorable = findUnstorableText(body)
  if (unstorable !== undefined) {
    context.log('warning', 'results.message-refused', { reason: 'not-a-result' })
    const path = `DiagnosticReport.${unstorable}`
    return { kind: 'refused', path, reason: 'must be well-formed text', element: '' }
  }
  const reading = readFhirReport(body, sender)
  if (reading.kind === 'invalid') {
    context.log('warning', 'results.message-refused', { reason: 'not-a-result' })
    const { path, reason } = reading
    return { kind: 'refused', path, reason, element: /^[A-Za-z0-9.-]{0,80}$/.test(path) ? path : '' }
  }
  const { resultID, isCopy } = await storeResult(reading.report, { ...context, now: now() })
  return { kind: 'stored', status: isCopy ? 200 : 201, id: resultID }
}

const send = (reply: FastifyReply, { status, id }: Stored): FastifyReply =>
  reply.header('location', `${path}/${id}`).code(status).type(fhirType).send({ resourceType: 'DiagnosticReport', id })
