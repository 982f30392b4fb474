import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Instant } from '#domain/values/instant.ts'
import { startApp } from '#test/builders/app.ts'
import { aLocation, aMember, aStudy } from '#test/builders/records.ts'
import type { ScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'
import { answered, type PaymentsDesk, refused, startPaymentsDesk, studyID } from '../payments/payments-desk.ts'

const statusRoute = `POST /study/${studyID}/status`
const statusPath = `/study/${studyID}/status`
const logRoute = `POST /study/${studyID}/log`
const logPath = `/study/${studyID}/log`
const checkedIn = aStudy({ version: 2, status: { ...aStudy().status, checkin: true, checkinBy: 'Robin Frost' } })
const seenStart = aStudy().booking?.utcStart
const entry = { category: 'Note', content: 'Arrived early', time: '2026-11-24T16:00:00Z' as Instant, by: 'Robin Frost' }

describe('study outbox', { timeout: 60_000 }, () => {
  let desk: PaymentsDesk
  beforeEach(async () => {
    desk = await startPaymentsDesk()
  })
  afterEach(async () => await desk.stop())

  const checkIn = (idempotencyKey = 'key-checkin-1') =>
    desk.app.ask('study', 'mark', { studyID, act: 'checkin', value: true, idempotencyKey })
  const undo = (idempotencyKey = 'key-undo-0001') =>
    desk.app.ask('study', 'mark', { studyID, act: 'checkin', value: false, idempotencyKey })
  const note = (content = 'Arrived early', idempotencyKey = 'key-note-0001') =>
    desk.app.ask('study', 'addNote', { studyID, category: 'Note', content, idempotencyKey })
  const waiting = () => desk.app.get('study', 'waiting', {})
  const isOnline = async () => (await desk.app.get('connectivity', 'read', {})).state === 'online'
  const takeAll = (server: ScriptedBackOffice): void => {
    server.on(statusRoute, answered(checkedIn))
    server.on(logRoute, ({ body }) => answered({ ...entry, ...(body as object) }))
  }
  const allSent = () => desk.app.until('nothing waits', async () => (await waiting()).length === 0)

  describe('online', () => {
    it('sends the appointment on the screen, even if this computer has a different one or none', async () => {
      takeAll(desk.server)
      const utcStart = '2026-11-20T18:00:00Z' as never
      const mark = { studyID, act: 'checkin', value: true, utcStart, idempotencyKey: 'key-checkin-9' } as const
      expect(await desk.app.ask('study', 'mark', mark)).toMatchObject({ ok: true })
      expect(desk.bodiesOf(statusPath)).toEqual([{ checkin: true, utcStart }])
      expect(await desk.app.ask('study', 'mark', { ...mark, value: false })).toMatchObject({
        failure: { code: 'invalid-input' },
      })
    })

    it('sends a check-in once, under its key and for the appointment the desk saw, and notifies every window', async () => {
      takeAll(desk.server)
      const reply = await checkIn()
      expect(reply).toMatchObject({ ok: true, value: { study: checkedIn, isWaiting: false } })
      expect(await checkIn()).toEqual(reply)
      expect(desk.keysOf(statusPath)).toEqual(['key-checkin-1'])
      // The first request states no time, because the back office's own clock sets it.
      expect(desk.bodiesOf(statusPath)).toEqual([{ checkin: true, utcStart: seenStart }])
      expect(desk.app.eventsOf('booking.studyChanged')).toContainEqual({ studyID })
      expect(desk.app.eventsOf('study.waitingChanged')).toEqual([])
      expect(await waiting()).toEqual([])
    })

    it('returns the note as the back office stored it', async () => {
      takeAll(desk.server)
      expect(await note()).toEqual({ ok: true, value: { entry, isWaiting: false } })
      const again = await note()
      expect(again).toMatchObject({ ok: true, value: { entry: { content: entry.content, by: 'Robin Frost' } } })
      expect(desk.keysOf(logPath)).toEqual(['key-note-0001'])
      expect(desk.app.eventsOf('booking.studyChanged'), 'the log is to be read again').toContainEqual({ studyID })
    })

    it('sends the same time of writing with every attempt', async () => {
      desk.server.on(logRoute, 'drop')
      expect(await note()).toMatchObject({ value: { isWaiting: true } })
      const [kept] = await waiting()
      takeAll(desk.server)
      await allSent()
      const bodies = desk.bodiesOf(logPath)
      expect(bodies.length).toBeGreaterThan(1)
      for (const body of bodies) {
        expect(body).toEqual({ category: 'Note', content: 'Arrived early', at: kept?.at })
      }
    })

    it('makes one call for a double click', async () => {
      takeAll(desk.server)
      const [first, second] = await Promise.all([note(), note()])
      expect(first).toEqual(second)
      expect(desk.keysOf(logPath)).toHaveLength(1)
    })

    it('refuses a key that was used for another act, without a call', async () => {
      takeAll(desk.server)
      const [, twin] = await Promise.all([note(), note('Something else')])
      expect(twin).toMatchObject({ failure: { code: 'idempotency-key-reused' } })
      expect(await note('Something else')).toMatchObject({ failure: { code: 'idempotency-key-reused' } })
      expect(await checkIn('key-note-0001')).toMatchObject({ failure: { code: 'idempotency-key-reused' } })
      expect(desk.keysOf(logPath)).toHaveLength(1)
      expect(desk.keysOf(statusPath)).toEqual([])
    })

    it('returns the back office’s refusal, leaves nothing waiting, and repeats the refusal without a call', async () => {
      desk.server.on(statusRoute, refused(409, 'scan-prohibited', 'We cannot screen anyone.'))
      const reply = await checkIn()
      expect(reply).toMatchObject({ failure: { code: 'scan-prohibited', message: 'We cannot screen anyone.' } })
      expect(await checkIn()).toEqual(reply)
      expect(desk.keysOf(statusPath)).toHaveLength(1)
      expect(await waiting()).toEqual([])
    })

    it('does not store a note that was refused with too-many-requests', async () => {
      desk.server.on(logRoute, refused(429, 'too-many-requests'))
      expect(await note()).toMatchObject({ failure: { code: 'too-many-requests' } })
      expect(await waiting()).toEqual([])
      takeAll(desk.server)
      expect(await note()).toMatchObject({ value: { isWaiting: false } })
    })

    it('retries under the same key after a lost answer, with the time of the check-in', async () => {
      let asked = 0
      desk.server.on(statusRoute, () => {
        asked += 1
        return asked === 1 ? 'drop' : answered(checkedIn)
      })
      expect(await checkIn()).toMatchObject({ value: { study: { status: { checkin: true } }, isWaiting: true } })
      await allSent()
      expect(desk.keysOf(statusPath)).toEqual(['key-checkin-1', 'key-checkin-1'])
      // The first request may never have arrived, so the retry states the original time.
      const [first, second] = desk.bodiesOf(statusPath)
      expect(second).toEqual({ ...(first as object), at: expect.any(String) })
      expect(desk.app.eventsOf('study.waitingChanged').length).toBeGreaterThan(1)
    })

    it('retries with the first body if the request arrived and only its answer was lost', async () => {
      let first: unknown = null
      // Like the real back office: a key belongs to its first body, and the same body gets the same answer.
      desk.server.on(statusRoute, ({ body }) => {
        if (first === null) {
          first = body
          return 'drop'
        }
        return JSON.stringify(body) === JSON.stringify(first)
          ? refused(
              409,
              'act-not-allowed',
              'The appointment was rescheduled after this check-in. Check the member in again.',
            )
          : refused(422, 'idempotency-key-reused')
      })
      expect(await checkIn()).toMatchObject({ value: { isWaiting: true } })
      await desk.app.until('it is refused', async () => (await waiting())[0]?.failure != null)
      expect(await waiting()).toMatchObject([{ failure: { code: 'act-not-allowed' } }])
      expect(new Set(desk.keysOf(statusPath))).toEqual(new Set(['key-checkin-1']))
    })

    it('retries a note immediately after a 500, whose outcome is unknown', async () => {
      let asked = 0
      desk.server.on(logRoute, () => {
        asked += 1
        return asked === 1 ? { status: 500, body: {} } : answered(entry)
      })
      expect(await note()).toEqual({ ok: true, value: { entry, isWaiting: false } })
      expect(desk.keysOf(logPath)).toEqual(['key-note-0001', 'key-note-0001'])
    })

    it.each([
      ['a check-in', () => checkIn(), statusRoute, statusPath],
      ['a note', () => note(), logRoute, logPath],
    ] as const)(
      'sends %s that was on its way when Atrium was killed, under the same key',
      async (_, act, route, path) => {
        desk.server.on(route, 'hang')
        const abandoned = act()
        await desk.app.until('the act is on its way', () => desk.keysOf(path).length === 1)
        takeAll(desk.server)
        // The first app's call never returns, as if the app were killed. Only what it stored before the call remains.
        const next = await startApp({ backOfficeUrl: desk.server.url, platform: desk.platform })
        await next.signIn()
        await next.until('it is sent', () => next.eventsOf('study.waitingChanged').length > 0)
        expect(await next.get('study', 'waiting', {})).toEqual([])
        const keys = desk.keysOf(path)
        expect(keys).toHaveLength(2)
        expect(new Set(keys).size).toBe(1)
        await next.stop()
        await desk.server.stop()
        await abandoned
      },
    )

    it('shows a waiting check-in on the payment page and among the member’s studies', async () => {
      desk.server.on(statusRoute, 'drop')
      const { patientID } = aStudy()
      desk.server.on(`GET /api/v1/members/${patientID}/studies`, answered([aStudy()]))
      expect(await checkIn()).toMatchObject({ value: { isWaiting: true } })
      const shown = { status: { checkin: true, checkinBy: 'Robin Frost' } }
      expect(await desk.app.get('payments', 'read', { studyID })).toMatchObject({ study: shown })
      expect(await desk.app.get('members', 'readStudies', { memberID: patientID })).toMatchObject([shown])
    })

    it('sends a study’s acts oldest first', async () => {
      let isStuck = true
      const sent: unknown[] = []
      desk.server.on(logRoute, ({ body }) => {
        if (isStuck) return 'drop'
        sent.push((body as { readonly content: string }).content)
        return answered({ ...entry, ...(body as object) })
      })
      expect(await note('First')).toMatchObject({ value: { isWaiting: true } })
      expect(await note('Second', 'key-note-0002')).toMatchObject({ value: { isWaiting: true } })
      expect((await waiting()).map((one) => one.note?.content)).toEqual(['First', 'Second'])
      isStuck = false
      await allSent()
      expect(sent).toEqual(['First', 'Second'])
    })

    it('undoes a check-in at the back office', async () => {
      takeAll(desk.server)
      await checkIn()
      desk.server.on(statusRoute, answered({ ...aStudy(), version: 3 }))
      expect(await undo()).toMatchObject({ value: { study: { status: { checkin: false } }, isWaiting: false } })
      expect(desk.bodiesOf(statusPath).at(-1)).toEqual({ checkin: false })
    })
  })

  describe('offline', () => {
    it('shows a waiting check-in, with its original time, in every reply that contains the study', async () => {
      await desk.goOffline()
      const reply = await checkIn()
      const shown = { status: { checkin: true, checkinBy: 'Robin Frost', checkinTime: expect.any(String) } }
      expect(reply).toMatchObject({ ok: true, value: { study: shown, isWaiting: true } })
      expect(await desk.app.get('study', 'read', { studyID })).toMatchObject({
        study: shown,
        source: 'cache',
        practitioners: null,
        waiting: [{ kind: 'checkin', note: null, by: 'Robin Frost', isOwn: true, failure: null }],
      })
      expect(await desk.app.get('booking', 'readStudy', { studyID })).toMatchObject({ study: shown })
      expect(await desk.app.get('safety', 'read', { studyID })).toMatchObject({ study: shown })
      expect(await desk.app.get('search', 'find', { text: studyID, limit: 5 })).toMatchObject([{ study: shown }])
      const { patientID } = aStudy()
      expect(await desk.app.get('members', 'readStudies', { memberID: patientID })).toMatchObject([shown])
      const { at } = (await waiting())[0] ?? { at: null }
      expect(at).toBe(reply.ok ? reply.value.study.status.checkinTime : undefined)
      desk.platform.pass(2 * 3_600_000)
      await desk.comeBack(takeAll)
      await allSent()
      expect(desk.bodiesOf(statusPath)).toEqual([{ checkin: true, utcStart: seenStart, at }])
      expect(desk.keysOf(statusPath)).toEqual(['key-checkin-1'])
    })

    it('keeps notes in the order they were written, and adds them to the log when it can be read', async () => {
      await desk.goOffline()
      for (const [index, content] of ['One', 'Two', 'Three'].entries()) {
        expect(await note(content, `key-note-000${index}`)).toMatchObject({
          ok: true,
          value: { entry: { category: 'Note', content, by: 'Robin Frost' }, isWaiting: true },
        })
      }
      expect(await desk.app.ask('study', 'readLog', { studyID })).toMatchObject({ failure: { code: 'offline' } })
      expect((await desk.app.get('study', 'read', { studyID })).waiting.map((one) => one.note?.content)).toEqual([
        'One',
        'Two',
        'Three',
      ])
      await desk.comeBack((server) => {
        server.on(logRoute, 'drop')
        server.on(`GET /study/${studyID}/log`, answered([{ ...entry, content: 'Booked' }]))
      })
      await desk.app.until('it is online', isOnline)
      const shown = async () => (await desk.app.get('study', 'readLog', { studyID })).map(({ content }) => content)
      expect(await shown()).toEqual(['Booked', 'One', 'Two', 'Three'])
      takeAll(desk.server)
      await allSent()
      const contents = desk.bodiesOf(logPath).map((body) => (body as { readonly content: string }).content)
      expect([...new Set(contents)]).toEqual(['One', 'Two', 'Three'])
      expect(await shown()).toEqual(['Booked'])
    })

    it('stores one check-in for a study, however often it is requested', async () => {
      await desk.goOffline()
      expect(await checkIn()).toMatchObject({ value: { isWaiting: true } })
      expect(await checkIn()).toMatchObject({ value: { isWaiting: true } })
      expect(await checkIn('key-checkin-2')).toMatchObject({ value: { isWaiting: true } })
      expect(await waiting()).toHaveLength(1)
    })

    it('sends nothing if the offline copy shows the member as checked in', async () => {
      takeAll(desk.server)
      await checkIn()
      await desk.goOffline()
      expect(await checkIn('key-checkin-2')).toEqual({ ok: true, value: { study: checkedIn, isWaiting: false } })
      expect(await waiting()).toEqual([])
    })

    it('undoes an unsent check-in without sending anything', async () => {
      await desk.goOffline()
      await checkIn()
      expect(await undo()).toMatchObject({ ok: true, value: { study: { status: { checkin: false } } } })
      expect(await waiting()).toEqual([])
      expect((await desk.app.get('study', 'read', { studyID })).study.status.checkin).toBe(false)
      expect(await checkIn('key-checkin-2'), 'and again').toMatchObject({ value: { isWaiting: true } })
      await desk.comeBack(takeAll)
      await allSent()
      expect(desk.keysOf(statusPath)).toEqual(['key-checkin-2'])
    })

    it('does not undo a check-in while it is unknown whether it was recorded', async () => {
      desk.server.on(statusRoute, 'drop')
      await checkIn()
      await desk.goOffline()
      expect(await undo()).toMatchObject({ failure: { code: 'offline' } })
      expect(await waiting()).toHaveLength(1)
    })

    it.each(['scanned', 'urgent', 'patientReportNotification'] as const)(
      'refuses the act %s with the reason, and sends nothing later',
      async (act) => {
        await desk.goOffline()
        const reply = await desk.app.ask('study', 'mark', { studyID, act, value: true, idempotencyKey: 'key-act-0001' })
        expect(reply).toMatchObject({
          failure: { code: 'offline', message: expect.stringContaining('check-ins and notes') },
        })
        await desk.comeBack(takeAll)
        await desk.app.until('it is online', isOnline)
        expect(await waiting()).toEqual([])
        expect(desk.keysOf(statusPath)).toEqual([])
      },
    )

    it('sends the appointment that the desk saw, and reports a check-in that was refused after a reschedule', async () => {
      await desk.goOffline()
      await checkIn()
      const moved = aStudy({ version: 4, booking: { ...aStudy().booking, utcStart: '2026-11-25T18:00:00Z' } })
      await desk.comeBack((server) => {
        const view = { study: moved, member: aMember(), location: aLocation(), practitioners: [] }
        server.on(`POST /study/${studyID}/detailed`, answered(view))
        server.on(statusRoute, ({ body }) =>
          (body as { readonly utcStart: string }).utcStart === moved.booking?.utcStart
            ? answered(checkedIn)
            : refused(
                409,
                'act-not-allowed',
                'The appointment was rescheduled after this check-in. Check the member in again.',
              ),
        )
      })
      await desk.app.until('it is refused', async () => (await waiting())[0]?.failure != null)
      const message = 'The appointment was rescheduled after this check-in. Check the member in again.'
      expect(await waiting()).toMatchObject([{ isOwn: true, failure: { code: 'act-not-allowed', message } }])
      expect((await desk.app.get('study', 'read', { studyID })).study.status.checkin).toBe(false)
    })

    it('sends waiting acts after a restart, only in their author’s session, without delaying other users', async () => {
      await desk.goOffline()
      await checkIn()
      await note()
      await desk.restart()
      await desk.comeBack(takeAll)
      await desk.app.until('it is online', isOnline)
      await desk.app.signIn('sales@demo.atrium')
      expect(await waiting()).toMatchObject([
        { kind: 'checkin', by: 'Robin Frost', isOwn: false },
        { kind: 'note', by: 'Robin Frost', isOwn: false },
      ])
      expect((await desk.app.get('study', 'read', { studyID })).study.status.checkin).toBe(false)
      expect([...desk.keysOf(statusPath), ...desk.keysOf(logPath)]).toEqual([])
      expect(await checkIn('key-checkin-2')).toMatchObject({ value: { study: checkedIn, isWaiting: false } })
      expect(await undo(), 'and takes the check-in back').toMatchObject({ ok: true })
      expect(desk.keysOf(statusPath)).toEqual(['key-checkin-2', 'key-undo-0001'])
      await desk.app.signIn('frontdesk@demo.atrium')
      await allSent()
      expect(desk.keysOf(statusPath)).toEqual(['key-checkin-2', 'key-undo-0001', 'key-checkin-1'])
      expect(desk.keysOf(logPath)).toEqual(['key-note-0001'])
      const sent = desk.server.requests.filter((one) => one.path === statusPath)
      expect(sent.map(({ headers }) => headers.authorization)).toEqual([
        'Bearer token-u-sales',
        'Bearer token-u-sales',
        'Bearer token-u-frontdesk',
      ])
    })

    it('shows a colleague’s waiting check-in as done while offline, and does not let others undo it', async () => {
      desk.server.on(statusRoute, 'drop')
      await checkIn()
      await desk.app.signIn('sales@demo.atrium')
      expect((await desk.app.get('study', 'read', { studyID })).study.status.checkin).toBe(false)
      await desk.goOffline()
      expect((await desk.app.get('study', 'read', { studyID })).study.status.checkinBy).toBe('Robin Frost')
      expect(await checkIn('key-checkin-2')).toMatchObject({ value: { isWaiting: true } })
      expect(await waiting(), 'one is enough').toMatchObject([{ idempotencyKey: 'key-checkin-1', isOwn: false }])
      expect(await undo()).toMatchObject({
        failure: { code: 'act-not-allowed', message: expect.stringContaining('checked the member in') },
      })
    })

    it('lets only the author dismiss a refusal and read the note', async () => {
      await desk.goOffline()
      await note('Brought a friend')
      await desk.comeBack((server) => server.on(logRoute, refused(403, 'location-forbidden', 'No more.')))
      const lost = { idempotencyKey: 'key-note-0001' }
      await desk.app.until('it is refused', async () => (await waiting())[0]?.failure != null)
      await desk.app.signIn('sales@demo.atrium')
      const seen = [{ ...lost, kind: 'note', note: null, by: 'Robin Frost', isOwn: false }]
      expect(await waiting()).toMatchObject(seen)
      expect(await desk.app.ask('study', 'dismissWaiting', lost)).toMatchObject({
        failure: { code: 'act-not-allowed', message: expect.stringContaining('Only Robin Frost') },
      })
      expect(await waiting()).toMatchObject(seen)
      await desk.app.signIn('frontdesk@demo.atrium')
      expect(await waiting()).toMatchObject([{ note: { content: 'Brought a friend' }, isOwn: true }])
      expect(await desk.app.ask('study', 'dismissWaiting', lost)).toMatchObject({ ok: true })
      expect(await waiting()).toEqual([])
    })

    it('keeps a refusal and its message until its author dismisses it, also after a restart', async () => {
      await desk.goOffline()
      await checkIn()
      await note('Brought a friend')
      await desk.comeBack((server) => {
        server.on(statusRoute, refused(409, 'already-cancelled', 'Cancelled meanwhile.'))
        server.on(logRoute, refused(403, 'location-forbidden', 'No more.'))
      })
      const isRefused = async () => (await waiting()).every(({ failure }) => failure !== null)
      await desk.app.until('both are refused', isRefused)
      await desk.restart()
      await desk.app.until('it is online', isOnline)
      await desk.app.signIn()
      expect(await waiting()).toMatchObject([
        { kind: 'checkin', failure: { code: 'already-cancelled', message: 'Cancelled meanwhile.' } },
        { kind: 'note', note: { content: 'Brought a friend' }, failure: { code: 'location-forbidden' } },
      ])
      expect((await desk.app.get('study', 'read', { studyID })).study.status.checkin).toBe(false)
      for (const { idempotencyKey } of await waiting())
        await desk.app.get('study', 'dismissWaiting', { idempotencyKey })
      expect(await waiting()).toEqual([])
    })

    it('ignores the dismissal of an act that is still waiting', async () => {
      await desk.goOffline()
      await checkIn()
      await desk.app.get('study', 'dismissWaiting', { idempotencyKey: 'key-checkin-1' })
      expect(await waiting()).toHaveLength(1)
    })
  })

  describe("that checks this workstation's copy of the study", () => {
    const knowing = async (overrides: Readonly<Record<string, unknown>>): Promise<void> => {
      const study = aStudy({ version: 5, ...overrides })
      const view = { study, member: aMember(), location: aLocation(), practitioners: [] }
      desk.server.on(`POST /study/${studyID}/detailed`, answered(view))
      await desk.app.get('study', 'read', { studyID })
    }

    it('refuses immediately, online and offline, to check in a member who cannot be scanned', async () => {
      await knowing({ safety: { ...aStudy().safety, version: 1, red: 1, isProhibited: true } })
      takeAll(desk.server)
      const refusal = { failure: { code: 'scan-prohibited', message: expect.stringContaining('forbid the scan') } }
      expect(await checkIn()).toMatchObject(refusal)
      await desk.goOffline()
      expect(await checkIn('key-checkin-2')).toMatchObject(refusal)
      expect(desk.keysOf(statusPath)).toEqual([])
      expect(await waiting()).toEqual([])
    })

    it.each([
      ['a stop that is not signed off', { version: 1, state: 'complete', unanswered: 0, red: 1 }, 'needs a sign-off'],
      [
        'a stop in a safety draft',
        {
          draft: {
            ...{ answered: 27, required: 28, stops: 1, newStops: 1, notes: 0, isProhibited: false },
            ...{ by: 'Priya Front', at: '2026-11-22T15:02:00Z' },
          },
        },
        'Complete the safety questions',
      ],
    ])('stores no offline check-in with %s', async (_, safety, words) => {
      await knowing({ safety: { ...aStudy().safety, ...safety } })
      await desk.goOffline()
      expect(await checkIn()).toMatchObject({
        failure: { code: 'act-not-allowed', message: expect.stringContaining(words) },
      })
      expect(await waiting()).toEqual([])
      expect(await note()).toMatchObject({ value: { isWaiting: true } })
    })

    it('stores a note, but no check-in, for a cancelled appointment', async () => {
      await knowing({ status: { ...aStudy().status, cancelled: true } })
      await desk.goOffline()
      expect(await checkIn()).toMatchObject({ failure: { code: 'already-cancelled' } })
      expect(await note()).toMatchObject({ value: { isWaiting: true } })
    })

    it('stores no act for a study without an offline copy', async () => {
      await desk.goOffline()
      const reply = await desk.app.ask('study', 'addNote', {
        studyID: 's-000099' as never,
        category: 'Note',
        content: 'x',
        idempotencyKey: 'key-note-0001',
      })
      expect(reply).toMatchObject({ failure: { code: 'offline', message: expect.stringContaining('no copy') } })
      expect(await waiting()).toEqual([])
    })
  })
})
