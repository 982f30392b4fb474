import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { clinic, type Engine, type RunningBackOffice, runBackOffice } from '../builders/back-office.ts'
import { type FakeCalendlyApi, fakeCalendlyToken, startFakeCalendlyApi } from '../fakes/fake-calendly-api.ts'
import { createConsultActs, idsOf, messagesOf, team, timesOn } from './consult-clinic.ts'
import { refusalOf } from './money-clinic.ts'

const shown = (time: string): string => formatInstant(time as Instant, 'America/Vancouver' as ZoneId)

/** The contract of booking, moving and cancelling consults, from the service's page to the study's record. */
export const describeConsults = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(
    `consults of the back office on ${engine.kind}`,
    { timeout: 60_000 },
    () => {
      let office: RunningBackOffice
      let desk: ReturnType<typeof createConsultActs>
      const logged: string[] = []
      beforeAll(async () => {
        office = await runBackOffice(engine, {
          preferredConsultUsers: ['sales@test.atrium'],
          log: (level, code, data) => logged.push(`${level} ${code} ${JSON.stringify(data ?? {})}`),
        })
        desk = createConsultActs(office)
        await desk.openTeam()
      })
      afterEach(() => {
        vi.unstubAllEnvs()
      })
      afterAll(async () => {
        expect(logged.filter((line) => line.startsWith('error'))).toEqual([])
        await office.stop()
      })

      const consultOf = async (studyId: string) => {
        const { body } = await desk.ask('readStudy', { params: { studyId } })
        return backOfficeRoutes.readStudy.answer.parse(body).details.consulting
      }

      let events = 0
      /** An event at the stand-in that the stand-in's pages would not create. */
      const anEvent = async (columns: { readonly team?: string; readonly starts_at?: number }) => {
        events += 1
        const [eventID, inviteeID] = [`made-event-${events}`, `made-invitee-${events}`]
        const whose = { team: 'np-vancouver', name: 'Ana Silva', email: 'ana@mail.example' }
        const when = { starts_at: office.now() + 86_400, created_at: office.now(), status: 'active' as const }
        await office.db
          .insertInto('scheduler_event')
          .values({ event_id: eventID, invitee_id: inviteeID, ...whose, ...when, ...columns })
          .execute()
        return { eventID, inviteeID }
      }

      it('are booked with the service’s time, in the caller’s name, with a line in the log', async () => {
        const id = await desk.newStudy()
        const { eventID, inviteeID, time } = await desk.book()
        const { status, body } = await desk.sync(id, { eventID, inviteeID })
        expect(status).toBe(200)
        expect(backOfficeRoutes.syncConsult.answer.parse(body)).toEqual(body)
        expect(body.details.consulting).toMatchObject({
          scheduledStatus: 'booked',
          scheduledAt: '2026-11-21T17:00:00Z',
          scheduledBy: 'Robin frontdesk',
          eventID,
          inviteeID,
          consultTime: time,
          isPreferred: false,
        })
        expect(await desk.logOf(id)).toEqual([`Consult booked for ${shown(time)}`])
        const audit = office.db.selectFrom('audit').selectAll().where('study_id', '=', id)
        expect(await audit.where('action', '=', 'study.consult-changed').execute()).toMatchObject([
          { member_id: body.patientID, location_id: clinic.home, outcome: 'ok' },
        ])
        const read = await desk.ask('readSchedulerEvent', { params: { eventID } })
        expect(read.body).toEqual({ startTime: time, status: 'active' })
      })

      it('do not change when they are synchronized again, and a repeated key gets the stored answer', async () => {
        const id = await desk.newStudy()
        const ids = await desk.book()
        const first = await desk.sync(id, ids, { key: `sync-${id}` })
        expect((await desk.sync(id, ids, { key: `sync-${id}` })).body).toEqual(first.body)
        const again = await desk.sync(id, ids)
        expect([first.status, again.body]).toEqual([200, first.body])
        expect(await desk.logOf(id)).toHaveLength(1)
        expect(refusalOf(await desk.sync(await desk.newStudy(), ids, { key: `sync-${id}` }))).toEqual([
          422,
          'idempotency-key-reused',
        ])
      })

      it('follow a booking that was moved, whether a call names the old ids or the new ids', async () => {
        const id = await desk.newStudy()
        const old = await desk.book()
        await desk.sync(id, old)
        const path = `/calendly/reschedulings/${old.inviteeID}`
        const [time = ''] = timesOn(await desk.open(path, { week: '2026-12-09' }))
        const page = await desk.submit(path, { time })
        const moved = idsOf(page)
        expect(messagesOf(page)[0]?.event).toBe('calendly.event_scheduled')
        expect(moved.eventID).not.toBe(old.eventID)
        const { body } = await desk.sync(id, old)
        expect(body.details.consulting).toMatchObject({ ...moved, scheduledStatus: 'booked', consultTime: time })
        expect((await desk.sync(id, moved)).body).toEqual(body)
        expect((await desk.logOf(id)).at(-1)).toBe(`Consult moved for ${shown(time)}`)
      })

      it('are cancelled once; the cancellation of another booking changes nothing', async () => {
        const id = await desk.newStudy()
        const ids = await desk.book()
        await desk.sync(id, ids)
        const stray = await desk.book()
        const cancel = (invitee: string) => desk.submit(`/calendly/cancellations/${invitee}`, { reason: '' })
        expect(messagesOf(await cancel(stray.inviteeID))[0]?.event).toBe('calendly.event_canceled')
        expect((await desk.sync(id, stray)).body.details.consulting.scheduledStatus).toBe('booked')
        await cancel(ids.inviteeID)
        expect((await cancel(ids.inviteeID)).status).toBe(200)
        const { body } = await desk.sync(id, ids)
        expect(body.details.consulting).toMatchObject({
          scheduledStatus: 'cancelled',
          eventID: null,
          consultTime: null,
        })
        expect((await desk.sync(id, ids)).body).toEqual(body)
        expect((await desk.logOf(id)).at(-1)).toBe('Consult cancelled')
      })

      it('are not replaced while they are still booked at the service, even on a second try', async () => {
        const id = await desk.newStudy()
        const first = await desk.book()
        await desk.sync(id, first)
        const second = await desk.book()
        for (let tries = 0; tries < 2; tries += 1) {
          const refused = await desk.sync(id, second)
          expect([...refusalOf(refused), refused.body.message]).toEqual([
            409,
            'act-not-allowed',
            studyMessages.bookingIssue,
          ])
        }
        expect(await consultOf(id)).toMatchObject({ eventID: first.eventID, scheduledStatus: 'booked' })
        const line = `A second consult for ${shown(second.time)} was booked at the scheduling service but not saved, because this study already has a consult booked`
        expect((await desk.logOf(id)).slice(1)).toEqual([line])
        await desk.submit(`/calendly/cancellations/${first.inviteeID}`, {})
        expect((await desk.sync(id, second)).body.details.consulting).toMatchObject({ eventID: second.eventID })
      })

      it('are replaced by a new booking if they were moved or completed, or if their time is past', async () => {
        const moved = await desk.newStudy()
        const old = await desk.book()
        await desk.sync(moved, old)
        const path = `/calendly/reschedulings/${old.inviteeID}`
        const [time = ''] = timesOn(await desk.open(path, { week: '2026-12-23' }))
        const now = idsOf(await desk.submit(path, { time }))
        expect((await desk.sync(moved, now)).body.details.consulting).toMatchObject({ ...now, consultTime: time })

        const held = await desk.newStudy()
        await desk.sync(held, await desk.book())
        await desk.ask('markConsult', { params: { studyId: held }, body: { act: 'complete' } })
        expect((await desk.sync(held, await desk.book())).status).toBe(200)

        const past = await desk.newStudy()
        const early = await anEvent({ starts_at: office.now() - 60 })
        expect((await desk.sync(past, early)).body.details.consulting).toMatchObject(early)
        const later = await desk.book()
        expect((await desk.sync(past, later)).body.details.consulting.eventID).toBe(later.eventID)
      })

      it('are refused if they belong to another location’s team', async () => {
        const id = await desk.newStudy()
        const ids = await anEvent({ team: 'np-elsewhere' })
        expect(refusalOf(await desk.sync(id, ids))).toEqual([400, 'invalid-input', 'eventID'])
        expect((await consultOf(id)).scheduledStatus).toBeNull()
      })

      it('add a line without the address to the log if another email address was used', async () => {
        const id = await desk.newStudy()
        const ids = await desk.book({ email: 'somebody.else@mail.example' })
        expect((await desk.sync(id, ids)).status).toBe(200)
        expect((await desk.logOf(id)).slice(1)).toEqual(['The consult was booked under another email address'])
        const same = await desk.newStudy()
        const { patient_id } = await desk.rowOf(same)
        await desk.sync(same, await desk.book({ email: `${patient_id.toUpperCase()}@Mail.example` }))
        expect(await desk.logOf(same)).toHaveLength(1)
      })

      it('stay complete when their event is cancelled afterwards', async () => {
        const id = await desk.newStudy()
        const ids = await desk.book()
        await desk.sync(id, ids)
        await desk.ask('markConsult', { params: { studyId: id }, body: { act: 'complete' } })
        await desk.sync(id, ids)
        expect((await consultOf(id)).scheduledStatus).toBe('complete')
        await desk.submit(`/calendly/cancellations/${ids.inviteeID}`, {})
        await desk.sync(id, ids)
        expect((await consultOf(id)).scheduledStatus).toBe('complete')
      })

      it('belong to one study only: an event of another study is refused, and one of four concurrent calls succeeds', async () => {
        const [mine, theirs] = [await desk.newStudy(), await desk.newStudy()]
        const ids = await desk.book()
        await desk.sync(theirs, ids)
        expect(refusalOf(await desk.sync(mine, ids))).toEqual([400, 'invalid-input', 'eventID'])
        const path = `/calendly/reschedulings/${ids.inviteeID}`
        const [time = ''] = timesOn(await desk.open(path, { week: '2026-12-16' }))
        const moved = idsOf(await desk.submit(path, { time }))
        expect(refusalOf(await desk.sync(mine, moved))).toEqual([200, undefined])
        expect(refusalOf(await desk.sync(theirs, ids))).toEqual([400, 'invalid-input', 'eventID'])

        const fresh = await desk.book()
        const rivals = await Promise.all(Array.from({ length: 4 }, () => desk.newStudy()))
        const answers = await Promise.all(rivals.map((rival) => desk.sync(rival, fresh)))
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
        const holders = await Promise.all(rivals.map(async (rival) => (await consultOf(rival)).eventID))
        expect(holders.filter((eventID) => eventID === fresh.eventID)).toHaveLength(1)
      })

      it('are refused without access to the study’s location or without the permission', async () => {
        const ids = await desk.book()
        const foreign = await desk.sync(clinic.elsewhereStudy, ids, { who: 'oneLocation' })
        expect(refusalOf(foreign)).toEqual([403, 'location-forbidden'])
        expect((await desk.sync('s-none', ids, { who: 'oneLocation' })).status).toBe(404)
        expect(refusalOf(await desk.sync(clinic.homeStudy, ids, { who: 'member' }))).toEqual([
          403,
          'insufficient-permissions',
        ])
      })

      it.each([
        ['an unknown event', { eventID: 'EVENT404', inviteeID: 'INVITEE404' }, [404, 'not-found']],
        [
          'an address instead of an id',
          { eventID: 'https://api.calendly.com/x', inviteeID: 'INVITEE1' },
          [400, 'invalid-input', 'eventID'],
        ],
        [
          'an id with a parent path',
          { eventID: '../../users', inviteeID: 'INVITEE1' },
          [400, 'invalid-input', 'eventID'],
        ],
        ['a short id', { eventID: 'EVENT1', inviteeID: 'x' }, [400, 'invalid-input', 'inviteeID']],
      ])('refuse %s', async (_what, ids, refusal) => {
        const id = await desk.newStudy()
        expect(refusalOf(await desk.sync(id, ids))).toEqual(refusal)
        expect((await consultOf(id)).scheduledStatus).toBeNull()
      })

      it('refuse an event with the invitee of another event', async () => {
        const [one, two] = [await desk.book(), await desk.book()]
        const mixed = { eventID: one.eventID, inviteeID: two.inviteeID }
        expect(refusalOf(await desk.sync(await desk.newStudy(), mixed))).toEqual([404, 'not-found'])
      })

      it('are preferred only if the caller’s role or the configuration allows it, and stay preferred for later callers', async () => {
        const id = await desk.newStudy()
        const ids = await desk.book()
        for (const who of ['frontdesk', 'np', 'admin'] as const) {
          expect(refusalOf(await desk.sync(id, ids, { isPreferred: true, who }))).toEqual([
            403,
            'insufficient-permissions',
          ])
        }
        expect(
          (await desk.sync(id, ids, { isPreferred: true, who: 'sales' })).body.details.consulting.isPreferred,
        ).toBe(true)
        expect((await desk.sync(id, ids, { isPreferred: true })).status).toBe(200)
        expect((await desk.sync(id, ids)).body.details.consulting.isPreferred).toBe(true)
        expect(await desk.logOf(id)).toHaveLength(1)
        const other = await desk.newStudy()
        expect((await desk.sync(other, await desk.book(), { isPreferred: true, who: 'qa' })).status).toBe(200)
      })

      it('are not written while the service is unreachable; the same key writes them later', async () => {
        const id = await desk.newStudy()
        const ids = await desk.book()
        vi.stubEnv('ATRIUM_SCHEDULER', 'down')
        expect(refusalOf(await desk.sync(id, ids, { key: `late-${id}` }))).toEqual([503, 'scheduler-unavailable'])
        const read = await desk.ask('readSchedulerEvent', { params: { eventID: ids.eventID } })
        expect(refusalOf(read)).toEqual([503, 'scheduler-unavailable'])
        expect((await consultOf(id)).scheduledStatus).toBeNull()
        vi.unstubAllEnvs()
        expect((await desk.sync(id, ids, { key: `late-${id}` })).status).toBe(200)
        expect(logged.join('\n')).not.toMatch(/Silva|@mail/)
      })

      it('booked with the training switch `fail=sync` cannot be synchronized, but can be cancelled', async () => {
        const ids = await desk.book({ fail: 'sync' })
        expect(refusalOf(await desk.sync(await desk.newStudy(), ids))).toEqual([503, 'scheduler-unavailable'])
        expect((await desk.submit(`/calendly/cancellations/${ids.inviteeID}`, {})).status).toBe(200)
      })

      describe("the stand-in's pages", () => {
        it('send the real widget’s messages to the surrounding page', async () => {
          const week = await desk.open(team, { name: 'Ana Silva', email: 'ana@mail.example' })
          expect(messagesOf(week)).toEqual([
            { event: 'calendly.profile_page_viewed', payload: {} },
            { event: 'calendly.event_type_viewed', payload: {} },
          ])
          const [time = ''] = timesOn(week)
          const details = await desk.open(team, { name: 'Ana Silva', email: 'ana@mail.example', time })
          expect(messagesOf(details)).toEqual([{ event: 'calendly.date_and_time_selected', payload: {} }])
          for (const part of ['value="Ana Silva"', 'value="ana@mail.example"', shown(time)])
            expect(details.html).toContain(part)
          const done = await desk.submit(team, { name: 'Ana Silva', email: 'ana@mail.example', time })
          const { eventID, inviteeID } = idsOf(done)
          const uri = `https://api.calendly.com/scheduled_events/${eventID}`
          expect(messagesOf(done)).toEqual([
            {
              event: 'calendly.event_scheduled',
              payload: { event: { uri }, invitee: { uri: `${uri}/invitees/${inviteeID}` } },
            },
          ])
          expect(timesOn(await desk.open(team))).not.toContain(time)
        })

        it('can be embedded only in our own windows, load only their own files and have no names in the title', async () => {
          const page = await desk.open(team, { name: 'Ana Silva', email: 'ana@mail.example' })
          const policy = page.headers.get('content-security-policy') ?? ''
          expect(policy).toContain("default-src 'none'")
          expect(policy).toContain('frame-ancestors http://127.0.0.1:* app:')
          expect(policy).not.toMatch(/unsafe|\*(?! app)/)
          expect(page.headers.get('x-frame-options')).toBeNull()
          expect(page.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
          expect(page.headers.get('referrer-policy')).toBe('no-referrer')
          expect(page.html).not.toMatch(/<script(?! src)|style="|\son\w+=/)
          expect(/<title>([^<]*)/.exec(page.html)?.[1]).toBe('Select a time')
          for (const [file, type] of [
            ['stand-in.js', 'text/javascript'],
            ['stand-in.css', 'text/css'],
          ]) {
            const found = await desk.open(`/calendly/assets/${file}`)
            expect([found.status, found.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
          }
        })

        it('make one booking for a form that is sent twice, and none for a taken time', async () => {
          const [time = ''] = timesOn(await desk.open(team))
          const form = { name: 'Ana Silva', email: 'ana@mail.example', time }
          const [one, two] = [await desk.submit(team, form), await desk.submit(team, form)]
          expect(idsOf(one)).toEqual(idsOf(two))
          const other = await desk.submit(team, { ...form, name: 'Zoë', email: 'zoe@mail.example' })
          expect([other.status, other.html.includes('no longer available')]).toEqual([409, true])
          const path = `/calendly/reschedulings/${idsOf(one).inviteeID}`
          expect((await desk.submit(path, { time })).status).toBe(409)
          const [next = ''] = timesOn(await desk.open(path))
          expect(idsOf(await desk.submit(path, { time: next }))).toEqual(idsOf(await desk.submit(path, { time: next })))
          expect((await desk.open(path)).status).toBe(404)
          expect((await desk.open(`/calendly/cancellations/${idsOf(one).inviteeID}`)).status).toBe(404)
        })

        it.each<[string, Record<string, string>, number]>([
          ['no time', { time: '' }, 400],
          ['an invalid time', { time: 'soon' }, 400],
          ['a time that is not offered', { time: '2026-12-02T05:07:00Z' }, 409],
          ['a past time', { time: '2020-12-02T18:00:00Z' }, 409],
          ['a time in the far future', { time: '9999-12-31T18:00:00Z' }, 409],
          ['no name', { name: '' }, 400],
          ['a name with control characters', { name: 'Ana\u0000Silva' }, 400],
          ['a long name', { name: 'x'.repeat(500) }, 400],
          ['no email address', { email: 'ana' }, 400],
          ['an unknown switch', { fail: 'everything' }, 400],
          ['an invalid week', { week: '2026-02-30' }, 400],
          ['more than the size limit', { name: 'x'.repeat(30_000) }, 413],
        ])('refuse a form with %s', async (_what, spoiled, status) => {
          const [time = ''] = timesOn(await desk.open(team))
          const page = await desk.submit(team, { name: 'Ana Silva', email: 'ana@mail.example', time, ...spoiled })
          expect(page.status).toBe(status)
          expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
        })

        it('show submitted HTML as plain text', async () => {
          const name = '"><script>alert(1)</script>'
          const [time = ''] = timesOn(await desk.open(team))
          for (const page of [
            await desk.open(team, { name, time }),
            await desk.submit(team, { name, email: 'a@b.example', time }),
          ]) {
            expect(page.status).toBe(200)
            expect(page.html).not.toContain('<script>alert')
          }
        })

        it.each([
          ['GET', '/calendly/no-such-team', 404],
          ['GET', '/calendly/%3Cscript%3E', 404],
          ['GET', '/calendly/reschedulings', 404],
          ['GET', '/calendly/reschedulings/INVITEE404', 404],
          ['GET', '/calendly/cancellations/..%2f..%2fetc', 404],
          ['POST', '/calendly/cancellations/INVITEE404', 404],
          ['POST', '/calendly/reschedulings/INVITEE404', 404],
          ['GET', `${team}?week=x`, 400],
          ['GET', `${team}?week=2026-12-02&week=2026-12-09`, 400],
          ['GET', `${team}?time=9999999`, 400],
          ['GET', `/calendly/${'x'.repeat(300)}`, 400],
          ['GET', `/calendly/${'x'.repeat(100)}`, 404],
        ])('answer %s %s with %i', async (method, path, status) => {
          const answer = await office.send(method, path)
          expect(answer.status).toBe(status)
        })

        it('accept forms only', async () => {
          for (const contentType of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
            const answer = await office.send('POST', team, { body: 'time=x', contentType })
            expect(answer.status).toBe(415)
          }
          expect((await office.send('POST', team, { body: '[]' })).status).toBe(400)
        })
      })
    },
  )

  describe.skipIf(engine.missing !== undefined)(
    `consults with the real service on ${engine.kind}`,
    { timeout: 60_000 },
    () => {
      let api: FakeCalendlyApi
      let office: RunningBackOffice
      let desk: ReturnType<typeof createConsultActs>
      const logged: string[] = []
      beforeAll(async () => {
        api = await startFakeCalendlyApi()
        office = await runBackOffice(engine, {
          environment: 'PRODUCTION',
          calendlyToken: fakeCalendlyToken,
          calendlyBaseUrl: api.url,
          log: (level, code, data) => logged.push(`${level} ${code} ${JSON.stringify(data ?? {})}`),
        })
        desk = createConsultActs(office)
        await desk.openTeam()
      })
      afterEach(() => api.trouble(null))
      afterAll(async () => {
        await office.stop()
        await api.close()
      })

      const aBooking = (eventID: string, inviteeID: string, start_time: string) => {
        api.events.set(eventID, { start_time, status: 'active', invitees: { [inviteeID]: { status: 'active' } } })
        return { eventID, inviteeID }
      }

      it('are booked, are moved even if the widget sent no message about the move, and are cancelled', async () => {
        const id = await desk.newStudy()
        const first = aBooking('EVENT001', 'INVITEE1', '2026-12-01T18:00:00.000000Z')
        expect((await desk.sync(id, first)).body.details.consulting).toMatchObject({
          consultTime: '2026-12-01T18:00:00Z',
        })
        const second = aBooking('EVENT002', 'INVITEE2', '2026-12-02T18:00:00.000000Z')
        const new_invitee = 'https://api.calendly.com/scheduled_events/EVENT002/invitees/INVITEE2'
        api.events.set('EVENT001', {
          start_time: '2026-12-01T18:00:00Z',
          status: 'canceled',
          invitees: { INVITEE1: { status: 'canceled', rescheduled: true, new_invitee } },
        })
        expect((await desk.sync(id, first)).body.details.consulting).toMatchObject({
          ...second,
          consultTime: '2026-12-02T18:00:00Z',
          scheduledStatus: 'booked',
        })
        api.events.set('EVENT002', {
          start_time: '2026-12-02T18:00:00Z',
          status: 'canceled',
          invitees: { INVITEE2: { status: 'canceled' } },
        })
        expect((await desk.sync(id, second)).body.details.consulting.scheduledStatus).toBe('cancelled')
      })

      it('are not found if their moves form a cycle', async () => {
        const circle = 'https://api.calendly.com/scheduled_events/EVENT003/invitees/INVITEE3'
        api.events.set('EVENT003', {
          start_time: '2026-12-01T18:00:00Z',
          status: 'canceled',
          invitees: { INVITEE3: { status: 'canceled', rescheduled: true, new_invitee: circle } },
        })
        const answer = await desk.sync(await desk.newStudy(), { eventID: 'EVENT003', inviteeID: 'INVITEE3' })
        expect(refusalOf(answer)).toEqual([404, 'not-found'])
      })

      it('are refused while the service is unreachable, and its error text is not logged', async () => {
        api.trouble({ status: 500, body: '{"message":"secret words"}' })
        const answer = await desk.sync(await desk.newStudy(), aBooking('EVENT004', 'INVITEE4', '2026-12-01T18:00:00Z'))
        expect(refusalOf(answer)).toEqual([503, 'scheduler-unavailable'])
        expect(logged.filter((line) => line.includes('scheduler.unavailable'))).toEqual([
          'warning scheduler.unavailable {"code":"status-500"}',
        ])
        expect(logged.join('\n')).not.toMatch(/secret|EVENT|token/)
      })

      it('have no stand-in pages', async () => {
        for (const path of [team, '/calendly/assets/stand-in.js', '/calendly/reschedulings/INVITEE1']) {
          expect((await desk.open(path)).status).toBe(404)
        }
      })
    },
  )

  describe.skipIf(engine.missing !== undefined)(`the stand-in's pages under a flood on ${engine.kind}`, () => {
    it('answer 429 as a page', async () => {
      const office = await runBackOffice(engine, { rateLimits: { selfService: 3 } })
      try {
        const desk = createConsultActs(office)
        await desk.openTeam()
        const pages = []
        for (let asked = 0; asked < 4; asked += 1) pages.push(await desk.open(team))
        expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 429])
        expect(pages[3]?.headers.get('retry-after')).toMatch(/^\d+$/)
        expect(pages[3]?.html).toContain('Too many requests')
      } finally {
        await office.stop()
      }
    }, 60_000)
  })

  describe.skipIf(engine.missing !== undefined)(`consults in production without a token on ${engine.kind}`, () => {
    it('are refused as unavailable', async () => {
      const office = await runBackOffice(engine, { environment: 'PRODUCTION' })
      try {
        const desk = createConsultActs(office)
        const answer = await desk.sync(await desk.newStudy(), { eventID: 'EVENT001', inviteeID: 'INVITEE1' })
        expect(refusalOf(answer)).toEqual([503, 'scheduler-unavailable'])
        expect((await desk.open(team)).status).toBe(404)
      } finally {
        await office.stop()
      }
    }, 60_000)
  })
}
