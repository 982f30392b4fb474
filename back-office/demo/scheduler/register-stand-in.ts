import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { schedulerIDPattern } from '#domain/consult/scheduling-url.ts'
import type { Location } from '#domain/locations/location.ts'
import { type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import { lineOfText, optionalLineOfText } from '#domain/values/plain-text.ts'
import { instantSchema, plainDateSchema } from '#domain/values/time-schemas.ts'
import type { Database } from '../../database/database.ts'
import type { ServerContext } from '../../kernel/answer-call.ts'
import { createFindCaller, rateConfig } from '../../kernel/http/call-entrance.ts'
import { findUnstorableText } from '../../kernel/http/read-json.ts'
import type { RateLimits } from '../../kernel/http/rest-options.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { statusOf } from '../../kernel/status-of-code.ts'
import { toRefusal } from '../../kernel/to-refusal.ts'
import { teamOf } from '../../outside/scheduler/consult-team.ts'
import { readLocations } from '../../repositories/locations-repository.ts'
import {
  bookEvent,
  cancelEvent,
  findEventOfInvitee,
  findTakenTimes,
  moveEvent,
  type StandInEvent,
  toSchedulerEvent,
} from './stand-in-events.ts'
import { standInFiles, standInScript, standInStyle } from './stand-in-files.ts'
import { toMessagePage } from './stand-in-html.ts'
import { type PagePlace, toCancelPage, toDetailsPage, toDonePage, toMovePage, toWeekPage } from './stand-in-pages.ts'
import { isOffered, offerWeek } from './stand-in-times.ts'

type StandInContext = Pick<ServerContext, 'db' | 'now'>

/**
 * Only our own windows may frame these pages, in a frame without credentials. The pages load their own two files and
 * send forms to themselves. A page's address contains a name, so no referrer is sent.
 */
const headers: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors http://127.0.0.1:* app:",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

const largestForm = 16_384
const teamPattern = /^[A-Za-z0-9-]{1,60}$/

/** The fields of forms and of query strings. A field that a query string has twice is not text and is refused. */
const inputSchema = z.object({
  name: optionalLineOfText(200).default(''),
  email: optionalLineOfText(254).default(''),
  preferred: z.enum(['0', '1']).default('0'),
  /** For training: `sync` makes a booking that cannot be read afterwards. */
  fail: z.enum(['', 'sync']).default(''),
  week: plainDateSchema.optional(),
  time: instantSchema.optional(),
})
const inviteeSchema = z.object({
  name: lineOfText(200),
  email: lineOfText(254).refine((text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text), 'must be an email address'),
})

/**
 * Registers the scheduling service's pages where there is no real service (never in production): a team's week, and the
 * pages that move or cancel a booking. They send the same messages to the surrounding page as the real widget. Every
 * refusal (400, 404, 409, 429) is answered as a page.
 */
export const registerStandIn = async (
  server: FastifyInstance,
  serverContext: ServerContext,
  rateLimits: RateLimits,
): Promise<void> => {
  const rateLimit = rateConfig('selfService', rateLimits, createFindCaller(serverContext))
  await server.register(pages(serverContext, rateLimit))
}

const pages =
  (serverContext: StandInContext, rateLimit: ReturnType<typeof rateConfig>): FastifyPluginAsync =>
  async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestForm },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
    )
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers(headers)
    })
    scope.setErrorHandler((error, _request, reply) => {
      const failure = toRefusal(error)
      // A bug is logged and answered by the server's common handler.
      if (failure === undefined) throw error
      const wait = failure.details?.retryAfterSeconds
      if (wait !== undefined) reply.header('retry-after', wait)
      return html(reply, statusOf(failure.code), toMessagePage('This page cannot be shown', failure.message))
    })
    const config = { rateLimit }
    scope.get(`${standInFiles}/stand-in.js`, { config }, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(standInScript),
    )
    scope.get(`${standInFiles}/stand-in.css`, { config }, (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(standInStyle),
    )
    scope.get('/calendly/:team', { config }, async (request, reply) => {
      const visit = await openTeam(request.params, request.query, serverContext)
      return html(reply, 200, await showTeam(visit, null))
    })
    scope.post('/calendly/:team', { config }, async (request, reply) => {
      const visit = await openTeam(request.params, request.body, serverContext)
      const { status, page } = await bookTime(visit)
      return html(reply, status, page)
    })
    scope.get('/calendly/reschedulings/:inviteeID', { config }, async (request, reply) => {
      const visit = requireActiveBooking(
        await openBooking('reschedulings', request.params, request.query, serverContext),
      )
      return html(reply, 200, await showMove(visit, null))
    })
    scope.post('/calendly/reschedulings/:inviteeID', { config }, async (request, reply) => {
      const visit = await openBooking('reschedulings', request.params, request.body, serverContext)
      const { status, page } = await moveTime(visit)
      return html(reply, status, page)
    })
    scope.get('/calendly/cancellations/:inviteeID', { config }, async (request, reply) => {
      const visit = requireActiveBooking(
        await openBooking('cancellations', request.params, request.query, serverContext),
      )
      return html(reply, 200, toCancelPage(visit.place, visit.event, startOf(visit.event)))
    })
    scope.post('/calendly/cancellations/:inviteeID', { config }, async (request, reply) => {
      const visit = await openBooking('cancellations', request.params, {}, serverContext)
      if (visit.isMoved) throw bookingInactive()
      await cancelEvent(visit.db, visit.event.event_id)
      return html(reply, 200, toDonePage(visit.place, visit.event, startOf(visit.event), 'event_canceled'))
    })
  }

const html = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page)

const notFound = (message: string): Refusal => new Refusal('not-found', message)
const noSuchTeam = (): Refusal => notFound('There is no such scheduling page.')

type Input = z.output<typeof inputSchema>
type Visit = {
  readonly db: Database
  readonly now: number
  readonly team: string
  readonly place: PagePlace
  readonly input: Input
}

const parse = (raw: unknown): Input => {
  const parsed = inputSchema.safeParse(raw ?? {})
  if (parsed.success && findUnstorableText(raw) === undefined) return parsed.data
  throw new Refusal('invalid-input', 'The link or form has a value that this scheduling page does not accept.')
}

const readParam = (params: unknown, name: string, pattern: RegExp): string => {
  const value = (params as Readonly<Record<string, unknown>>)[name]
  if (typeof value !== 'string' || !pattern.test(value)) throw noSuchTeam()
  return value
}

const findPlace = async (db: Database, team: string): Promise<Location> => {
  const found = (await readLocations(db)).find((location) => teamOf(location) === team)
  if (found === undefined) throw noSuchTeam()
  return found
}

const openTeam = async (params: unknown, raw: unknown, { db, now }: StandInContext): Promise<Visit> => {
  const team = readParam(params, 'team', teamPattern)
  const input = parse(raw)
  const location = await findPlace(db, team)
  const { name, email, preferred, fail } = input
  const hiddenFields = { name, email, preferred, ...(fail === '' ? {} : { fail }) }
  const place = toPlace(location, `/calendly/${team}`, hiddenFields, preferred === '1')
  return { db, now: now(), team, place, input }
}

const toPlace = (
  location: Location,
  path: string,
  hiddenFields: PagePlace['hiddenFields'],
  isPreferred: boolean,
): PagePlace => ({
  clinic: location.address.name,
  timezone: location.timezone,
  path,
  hiddenFields,
  isPreferred,
})

const weekOf = async ({ db, now, team, place, input }: Visit) =>
  offerWeek(
    { team, timezone: place.timezone, taken: await findTakenTimes(db, team, now), now: toInstant(now * 1000) },
    input.week ?? null,
  )

const isOfferedHere = ({ team, place, now }: Visit, time: Instant): boolean =>
  isOffered({ team, timezone: place.timezone, now: toInstant(now * 1000) }, time)

const taken = 'That time is no longer available. Please choose another one.'

const showTeam = async (visit: Visit, problem: string | null): Promise<string> => {
  const { input, place } = visit
  if (problem === null && input.time !== undefined && isOfferedHere(visit, input.time)) {
    return toDetailsPage(place, input.time, { name: input.name, email: input.email, problem: null })
  }
  const isGone = input.time !== undefined && problem === null
  return toWeekPage(place, await weekOf(visit), { what: 'Select a time', problem: isGone ? taken : problem })
}

type Answer = { readonly status: number; readonly page: string }

const bookTime = async (visit: Visit): Promise<Answer> => {
  const { input, place, team, now, db } = visit
  if (input.time === undefined || !isOfferedHere(visit, input.time)) {
    return { status: 409, page: await showTeam(visit, taken) }
  }
  const invitee = inviteeSchema.safeParse(input)
  if (!invitee.success) {
    const problem = 'Please enter a name and a valid email address.'
    return { status: 400, page: toDetailsPage(place, input.time, { name: input.name, email: input.email, problem }) }
  }
  const startsAt = toEpochMs(input.time) / 1000
  const event = await bookEvent(db, { team, startsAt, now, isReadable: input.fail !== 'sync', ...invitee.data })
  if (event === undefined) return { status: 409, page: await showTeam(visit, taken) }
  return { status: 200, page: toDonePage(place, event, input.time, 'event_scheduled') }
}

type BookingVisit = Visit & {
  readonly event: StandInEvent
  /** Whether another event has replaced this event. */
  readonly isMoved: boolean
}

const bookingInactive = (): Refusal => notFound('This booking has been cancelled or moved.')

/**
 * Returns a booking that can still be moved or cancelled; throws for any other. Only the GET routes call this function:
 * on the POST routes, a form that is sent twice must get the same answer again.
 */
const requireActiveBooking = (visit: BookingVisit): BookingVisit => {
  if (visit.event.status !== 'active') throw bookingInactive()
  return visit
}

const startOf = (event: StandInEvent): Instant => toInstant(event.starts_at * 1000)

const openBooking = async (
  folder: 'reschedulings' | 'cancellations',
  params: unknown,
  raw: unknown,
  { db, now }: StandInContext,
): Promise<BookingVisit> => {
  const inviteeID = readParam(params, 'inviteeID', schedulerIDPattern)
  const input = parse(raw)
  const event = await findEventOfInvitee(db, inviteeID)
  if (event === undefined) throw notFound('There is no such booking.')
  const { movedTo } = await toSchedulerEvent(db, event)
  const location = await findPlace(db, event.team)
  const hiddenFields: PagePlace['hiddenFields'] = input.fail === '' ? {} : { fail: input.fail }
  const place = toPlace(location, `/calendly/${folder}/${inviteeID}`, hiddenFields, false)
  return { db, now: now(), team: event.team, place, input, event, isMoved: movedTo !== null }
}

const showMove = async (visit: BookingVisit, problem: string | null): Promise<string> => {
  const { input, place, event } = visit
  if (problem === null && input.time !== undefined && isOfferedHere(visit, input.time)) {
    return toMovePage(place, event, startOf(event), input.time)
  }
  const isGone = input.time !== undefined && problem === null
  const options = { what: 'Select a new time', problem: isGone ? taken : problem, current: startOf(event) }
  return toWeekPage(place, await weekOf(visit), options)
}

const moveTime = async (visit: BookingVisit): Promise<Answer> => {
  const { input, place, event, now, db } = visit
  if (input.time === undefined || !isOfferedHere(visit, input.time)) {
    return { status: 409, page: await showMove(visit, taken) }
  }
  const startsAt = toEpochMs(input.time) / 1000
  const moved = await moveEvent(db, event, startsAt, { now, isReadable: input.fail !== 'sync' })
  if (moved === undefined) return { status: 409, page: await showMove(visit, taken) }
  return { status: 200, page: toDonePage(place, moved, input.time, 'event_scheduled') }
}
