import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BookInput } from '#contract/booking/bridge.ts'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { zoneTableFingerprint } from '#domain/values/zone-rules.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { aLocation, aStaffUser, aStudy } from '#test/builders/records.ts'
import { createFakePlatform, type FakePlatform } from '#test/fakes/fake-platform.ts'
import {
  aHealth,
  type ScriptedAnswer,
  type ScriptedBackOffice,
  startScriptedBackOffice,
} from '#test/fakes/scripted-back-office.ts'
import { knownInstant, knownZone } from '#test/fixtures/time/known.ts'

const bookInput = (overrides: Record<string, unknown> = {}): BookInput =>
  bridgeSchemas.booking.book.input.parse({
    patientID: 'm-000001',
    locationID: 'ca-bc-1',
    skuID: 300,
    machineID: 'ca-bc-1-m1',
    utcStart: '2026-11-24T16:40:00Z',
    slotSelectionType: 'slot',
    hold: null,
    memberType: null,
    referralType: 'provider',
    referrer: '',
    sedativeTaken: null,
    opportunityID: null,
    temporaryHold: false,
    override: null,
    safetyAnswers: null,
    settleReason: null,
    idempotencyKey: 'key-00000001',
    draftID: 'booking',
    ...overrides,
  })
const bookRoute = 'POST /booking/create'
const booked: ScriptedAnswer = { status: 200, body: aStudy() }
const taken: ScriptedAnswer = { status: 409, body: { code: 'slot-taken', message: 'Taken by another member.' } }

const script = (server: ScriptedBackOffice): void => {
  server.on('GET /health', {
    status: 200,
    body: aHealth(),
  })
  server.on('POST /login', { status: 200, body: { token: 'token', user: aStaffUser() } })
  server.on('POST /logout', { status: 200, body: { ok: true } })
  server.on('GET /booking/', {
    status: 200,
    body: { skus: [], locations: [aLocation()], cardProviderTokens: {}, promocodes: [] },
  })
}

describe('the service of booking attempts', { timeout: 60_000 }, () => {
  let server: ScriptedBackOffice
  let platform: FakePlatform
  let app: AppUnderTest
  beforeEach(async () => {
    server = await startScriptedBackOffice()
    script(server)
    platform = createFakePlatform()
    app = await startApp({ backOfficeUrl: server.url, platform })
    await app.signIn()
    await app.get('drafts', 'save', { draftID: 'booking', content: { step: 3 } })
  })
  afterEach(async () => {
    await app.stop()
    await server.stop()
  })
  const restart = async () => {
    await app.stop()
    app = await startApp({ backOfficeUrl: server.url, platform })
    await app.signIn()
  }
  const draft = () => app.get('drafts', 'read', { draftID: 'booking' })
  const settled = () => app.get('booking', 'settled', {})
  const acknowledge = () => app.get('booking', 'acknowledgeSettled', { idempotencyKey: 'key-00000001' })
  const keysSent = () =>
    server.requests.filter((one) => one.path === '/booking/create').map((one) => one.headers['idempotency-key'])

  it('books once under one key, discards the draft and lists nothing after the acknowledgement', async () => {
    server.on(bookRoute, booked)
    const first = await app.ask('booking', 'book', bookInput())
    expect(first).toEqual({ ok: true, value: aStudy() })
    expect(await app.ask('booking', 'book', bookInput())).toEqual(first)
    expect(keysSent()).toEqual(['key-00000001'])
    expect(await draft()).toBeNull()
    await acknowledge()
    expect(await settled()).toEqual([])
    expect(app.eventsOf('booking.acknowledged')).toEqual([{ idempotencyKey: 'key-00000001' }])
    await acknowledge()
    expect(app.eventsOf('booking.acknowledged')).toHaveLength(1)
  })

  it('publishes an unacknowledged answer to every window, until a window acknowledges it', async () => {
    server.on(bookRoute, taken)
    await app.ask('booking', 'book', bookInput())
    const outcome = { kind: 'refused', message: 'Taken by another member.' }
    const told = { draftID: 'booking', idempotencyKey: 'key-00000001', outcome }
    expect(await settled()).toEqual([told])
    await app.until('it is told', () => app.eventsOf('booking.settled').length > 0)
    expect(app.eventsOf('booking.settled')).toEqual([told])
    await restart()
    expect(await settled()).toEqual([told])
    await acknowledge()
    expect(await settled()).toEqual([])
  })

  it.each([
    ['was made', booked, 'booked'],
    ['was refused', taken, 'refused'],
    ['was throttled', { status: 429, text: '' }, 'refused'],
  ] as const)('informs the window, after a reload during the call, that the booking %s', async (_, answer, kind) => {
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    server.on(bookRoute, async () => {
      isAsked()
      await released
      return answer
    })
    const reply = app.ask('booking', 'book', bookInput())
    await asked
    expect((await settled()).map((one) => one.outcome.kind)).toEqual(['pending'])
    await acknowledge()
    expect((await settled()).map((one) => one.outcome.kind)).toEqual(['pending'])
    release()
    await reply
    await app.until('it is told', () => app.eventsOf('booking.settled').some((one) => one.outcome.kind === kind))
    expect((await settled()).map((one) => one.outcome.kind)).toEqual([kind])
  })

  it('makes one call when the same booking is sent several times simultaneously', async () => {
    server.on(bookRoute, booked)
    const replies = await Promise.all([1, 2, 3].map(() => app.ask('booking', 'book', bookInput())))
    expect(replies.map((reply) => reply.ok)).toEqual([true, true, true])
    expect(keysSent()).toHaveLength(1)
  })

  it('refuses a key that was used for another booking', async () => {
    server.on(bookRoute, booked)
    await app.get('booking', 'book', bookInput())
    const other = bookInput({ utcStart: '2026-11-24T18:40:00Z' })
    expect(await app.ask('booking', 'book', other)).toMatchObject({ failure: { code: 'idempotency-key-reused' } })
    expect(keysSent()).toHaveLength(1)
  })

  it('keeps the draft when the back office refuses', async () => {
    server.on(bookRoute, taken)
    expect(await app.ask('booking', 'book', bookInput())).toMatchObject({ failure: { code: 'slot-taken' } })
    expect(await draft()).toMatchObject({ content: { step: 3 } })
  })

  it('withdraws a booking that was never sent, so that it can be tried again under its key', async () => {
    const port = Number(new URL(server.url).port)
    await server.stop()
    expect(await app.ask('booking', 'book', bookInput())).toMatchObject({ failure: { code: 'offline' } })
    expect(await settled()).toEqual([])
    server = await startScriptedBackOffice(port)
    script(server)
    server.on(bookRoute, booked)
    await restart()
    expect(keysSent()).toEqual([])
    expect(await app.ask('booking', 'book', bookInput())).toMatchObject({ ok: true })
    expect(keysSent()).toEqual(['key-00000001'])
  })

  it.each([
    ['booked', booked, { kind: 'booked', study: aStudy() }, true],
    ['refused', taken, { kind: 'refused', message: 'Taken by another member.' }, false],
  ] as const)(
    'resolves an interrupted booking under its key after a restart: %s',
    async (_, answer, outcome, isBooked) => {
      server.on(bookRoute, 'drop')
      expect(await app.ask('booking', 'book', bookInput())).toMatchObject({ failure: { code: 'outcome-unknown' } })
      const pending = { draftID: 'booking', idempotencyKey: 'key-00000001', outcome: { kind: 'pending' } }
      expect(app.eventsOf('booking.settled')).toEqual([pending])
      expect(await settled()).toEqual([pending])
      await restart()
      expect(await draft()).not.toBeNull()
      server.on(bookRoute, answer)
      await restart()
      await app.until('it is settled', async () => (await settled())[0]?.outcome.kind !== 'pending')
      expect(await settled()).toEqual([{ ...pending, outcome }])
      expect(app.eventsOf('booking.settled')).toEqual([{ ...pending, outcome }])
      expect(new Set(keysSent())).toEqual(new Set(['key-00000001']))
      expect((await draft()) === null).toBe(isBooked)

      await restart()
      expect(await settled()).toHaveLength(1)
      await app.get('booking', 'acknowledgeSettled', { idempotencyKey: 'key-00000001' })
      expect(await settled()).toEqual([])
      await restart()
      expect(await settled()).toEqual([])
    },
  )

  it('resolves an interrupted booking automatically when the back office is reachable again', async () => {
    server.on(bookRoute, 'drop')
    server.on('GET /health', 'drop')
    await app.ask('booking', 'book', bookInput())
    await app.until(
      'the desk is known to be offline',
      async () => (await app.get('connectivity', 'read', {})).state !== 'online',
    )
    script(server)
    server.on(bookRoute, booked)
    await app.until('it is settled', () => app.eventsOf('booking.settled').some((one) => one.outcome.kind === 'booked'))
  })

  it('does not resolve one person’s booking in another’s name', async () => {
    server.on(bookRoute, 'drop')
    await app.ask('booking', 'book', bookInput())
    server.on('POST /login', { status: 200, body: { token: 'other', user: aStaffUser({ user_id: 'u-other' }) } })
    server.on(bookRoute, booked)
    const before = keysSent().length
    await restart()
    await app.until('the catalogue was read', () => server.count('GET /booking/') >= 2)
    expect(await settled()).toEqual([])
    await app.get('booking', 'acknowledgeSettled', { idempotencyKey: 'key-00000001' })
    expect(keysSent()).toHaveLength(before)
    script(server)
    await restart()
    await app.until('the author’s booking is resolved', async () => (await settled())[0]?.outcome.kind === 'booked')
  })

  it('resolves an earlier try from the same form, and does not send the new try', async () => {
    server.on(bookRoute, 'drop')
    await app.ask('booking', 'book', bookInput())
    const second = bookInput({ idempotencyKey: 'key-00000002', utcStart: '2026-11-24T18:40:00Z' })
    expect(await app.ask('booking', 'book', second)).toMatchObject({ failure: { code: 'outcome-unknown' } })
    expect(keysSent()).not.toContain('key-00000002')
    server.on(bookRoute, booked)
    expect(await app.ask('booking', 'book', second)).toMatchObject({ failure: { code: 'stale' } })
    expect(keysSent()).not.toContain('key-00000002')
    expect((await settled())[0]?.outcome.kind).toBe('booked')
  })

  it('repeats the call under the same key after an unintelligible answer', async () => {
    let count = 0
    server.on(bookRoute, () => {
      count += 1
      return count === 1 ? { status: 500, text: 'oops' } : booked
    })
    expect(await app.ask('booking', 'book', bookInput())).toMatchObject({ ok: true })
    expect(keysSent()).toEqual(['key-00000001', 'key-00000001'])
  })

  it('lets the same booking be sent again under its key after the back office failed twice', async () => {
    server.on(bookRoute, { status: 500, text: 'oops' })
    expect(await app.ask('booking', 'book', bookInput())).toMatchObject({ failure: { code: 'unexpected' } })
    expect(keysSent()).toHaveLength(2)
    expect(await draft()).not.toBeNull()
    server.on(bookRoute, booked)
    expect(await app.ask('booking', 'book', bookInput())).toMatchObject({ ok: true })
    expect(new Set(keysSent())).toEqual(new Set(['key-00000001']))
    expect(await draft()).toBeNull()
  })

  it('does not report a booking as unsent if an earlier try may have booked it', async () => {
    const port = Number(new URL(server.url).port)
    server.on(bookRoute, { status: 500, text: 'oops' })
    expect(await app.ask('booking', 'book', bookInput())).toMatchObject({ failure: { code: 'unexpected' } })
    await server.stop()
    expect(await app.ask('booking', 'book', bookInput())).toMatchObject({ failure: { code: 'outcome-unknown' } })
    expect((await settled())[0]?.outcome.kind).toBe('pending')
    server = await startScriptedBackOffice(port)
    script(server)
    server.on(bookRoute, booked)
    await app.until('it is settled', async () => (await settled())[0]?.outcome.kind === 'booked')
    expect(new Set(keysSent())).toEqual(new Set(['key-00000001']))
  })

  it('keeps the booking pending and resolves it later when a gateway answered instead of the back office', async () => {
    server.on(bookRoute, { status: 502, text: '<html>gateway</html>' })
    expect(await app.ask('booking', 'book', bookInput())).toMatchObject({ failure: { code: 'outcome-unknown' } })
    expect((await settled())[0]?.outcome.kind).toBe('pending')
    server.on(bookRoute, booked)
    await restart()
    await app.until('it is settled', async () => (await settled())[0]?.outcome.kind === 'booked')
  })

  it('keeps the booking pending when a 429 follows an unintelligible answer', async () => {
    let count = 0
    server.on(bookRoute, () => {
      count += 1
      return count === 1 ? { status: 500, text: 'oops' } : { status: 429, text: '' }
    })
    expect(await app.ask('booking', 'book', bookInput())).toMatchObject({ failure: { code: 'outcome-unknown' } })
    expect((await settled())[0]?.outcome.kind).toBe('pending')
  })

  it('reports nothing after a restart about a booking that a window has acknowledged', async () => {
    server.on(bookRoute, booked)
    await app.get('booking', 'book', bookInput())
    await acknowledge()
    await restart()
    expect(await settled()).toEqual([])
  })

  const bodiesSent = () => server.requests.filter((one) => one.path === '/booking/create').map((one) => one.body)

  it('sends safety answers with the booking, the same answers after a restart, and no answers if none were given', async () => {
    const safetyAnswers = { ReasonType: 'Worried', 'MedicalMetal.Heart.Type': ['Stent'] }
    server.on(bookRoute, 'drop')
    await app.ask('booking', 'book', bookInput({ safetyAnswers }))
    server.on(bookRoute, booked)
    await restart()
    await app.until('it is settled', async () => (await settled())[0]?.outcome.kind === 'booked')
    expect(bodiesSent().length).toBeGreaterThan(1)
    for (const body of bodiesSent()) expect(body).toMatchObject({ SafetyQuestions: safetyAnswers })
    await app.get('booking', 'book', bookInput({ idempotencyKey: 'key-00000002' }))
    expect(bodiesSent().at(-1)).not.toHaveProperty('SafetyQuestions')
  })

  it('keeps the draft when the safety answers forbid the scan', async () => {
    const message = 'We cannot screen anyone with a pacemaker even if it is marked as MRI safe.'
    server.on(bookRoute, { status: 409, body: { code: 'scan-prohibited', message } })
    const reply = await app.ask('booking', 'book', bookInput({ safetyAnswers: { ReasonType: 'Worried' } }))
    expect(reply).toMatchObject({ failure: { code: 'scan-prohibited', message } })
    expect(await draft()).not.toBeNull()
  })

  it('no longer reports a zone as differing once both workstation and back office have passed a clock change', async () => {
    await app.stop()
    const change = toEpochMs(knownInstant('2027-03-14T08:00:00Z'))
    platform = createFakePlatform({ from: toInstant(change - 3000) })
    const zones = zoneTableFingerprint([knownZone('America/Winnipeg'), knownZone('America/Chicago')], toInstant(change))
    server.on('GET /health', {
      status: 200,
      body: aHealth({ zones }),
    })
    app = await startApp({ backOfficeUrl: server.url, platform })
    const differing = async () => (await app.get('connectivity', 'read', {})).differingZones
    await app.until('the clocks differ', async () => (await differing()).includes('America/Chicago'))
    platform.pass(4000)
    await app.until('the clocks agree', async () => (await differing()).length === 0)
    await app.signIn()
  })

  it('refuses to book while the window has different time-zone rules for the location', async () => {
    server.on(bookRoute, booked)
    await app.get('connectivity', 'reportZones', { zones: { 'America/Vancouver': '-08:00 something-else' } })
    expect((await app.get('connectivity', 'read', {})).differingZones).toEqual(['America/Vancouver'])
    expect(await app.ask('booking', 'book', bookInput())).toMatchObject({ failure: { code: 'zone-rules-differ' } })
    expect(keysSent()).toEqual([])
  })
})
