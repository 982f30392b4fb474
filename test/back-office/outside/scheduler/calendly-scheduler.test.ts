import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCalendlyScheduler } from '#back-office/outside/scheduler/calendly-scheduler.ts'
import {
  type ApiTrouble,
  type FakeCalendlyApi,
  fakeCalendlyToken,
  startFakeCalendlyApi,
} from '#test/fakes/fake-calendly-api.ts'

describe("the client of the scheduling service's API", () => {
  let api: FakeCalendlyApi
  beforeAll(async () => {
    api = await startFakeCalendlyApi()
  })
  afterAll(() => api.close())
  beforeEach(() => {
    api.trouble(null)
    api.asked.length = 0
    api.events.clear()
    api.events.set('EVENT001', {
      start_time: '2026-12-01T18:00:00.000000Z',
      status: 'active',
      invitees: { INVITEE1: { status: 'active' }, INVITEE2: { status: 'canceled' } },
    })
  })
  const scheduler = (token = fakeCalendlyToken, timeoutMs = 10_000) =>
    createCalendlyScheduler({ token, baseUrl: `${api.url}/`, timeoutMs })

  it('returns the time of an event and whether it is still booked', async () => {
    expect(await scheduler().readEvent('EVENT001', null)).toEqual({
      kind: 'known',
      event: { startTime: '2026-12-01T18:00:00Z', status: 'active', movedTo: null, email: null, team: null },
    })
    expect(api.asked).toEqual(['GET /scheduled_events/EVENT001'])
  })

  it('treats an event as cancelled when its invitee has cancelled', async () => {
    expect(await scheduler().readEvent('EVENT001', 'INVITEE1')).toMatchObject({
      event: { status: 'active', email: 'ana@mail.example' },
    })
    expect(await scheduler().readEvent('EVENT001', 'INVITEE2')).toMatchObject({ event: { status: 'canceled' } })
  })

  it.each([
    [
      'https://api.calendly.com/scheduled_events/EVENT002/invitees/INVITEE9',
      { eventID: 'EVENT002', inviteeID: 'INVITEE9' },
    ],
    ['https://api.calendly.com/scheduled_events/EVENT002', null],
    ['https://api.calendly.com/scheduled_events/../invitees/INVITEE9', null],
    [null, null],
  ])('reads a moved invitee’s new event, or null, from the address %s', async (new_invitee, movedTo) => {
    api.events.set('EVENT001', {
      start_time: '2026-12-01T18:00:00Z',
      status: 'canceled',
      invitees: { INVITEE1: { status: 'canceled', rescheduled: true, new_invitee } },
    })
    expect(await scheduler().readEvent('EVENT001', 'INVITEE1')).toEqual({
      kind: 'known',
      event: { startTime: '2026-12-01T18:00:00Z', status: 'canceled', movedTo, email: 'ana@mail.example', team: null },
    })
  })

  it.each([
    ['EVENT404', null],
    ['EVENT001', 'INVITEE404'],
  ])('returns unknown for event %s with invitee %s', async (eventID, inviteeID) => {
    expect(await scheduler().readEvent(eventID, inviteeID)).toEqual({ kind: 'unknown' })
  })

  it.each(['../users/me', 'EVENT001/invitees', 'EVENT001?x=1', '', 'x'.repeat(65), 'é'.repeat(8)])(
    'sends no request for the id %j',
    async (eventID) => {
      expect(await scheduler().readEvent(eventID, null)).toEqual({ kind: 'unknown' })
      expect(await scheduler().readEvent('EVENT001', eventID)).toEqual({ kind: 'unknown' })
      expect(api.asked).toEqual([])
    },
  )

  it.each<[ApiTrouble, string]>([
    [{ status: 403 }, 'status-403'],
    [{ status: 429 }, 'status-429'],
    [{ status: 500 }, 'status-500'],
    [{ status: 200, body: '{"resource":{"status":"active"}}' }, 'answer-not-understood'],
    [{ status: 200, body: '{"resource":{"start_time":"soon","status":"active"}}' }, 'answer-not-understood'],
    [{ status: 200, body: '<html>' }, 'SyntaxError'],
    ['hangs', 'TimeoutError'],
    ['hangs up', 'TypeError'],
    ['sends elsewhere', 'TypeError'],
  ])('reports the service as unavailable, with a code, after this response: %j', async (trouble, code) => {
    api.trouble(trouble)
    const timeoutMs = trouble === 'hangs' ? 1_000 : undefined
    expect(await scheduler(undefined, timeoutMs).readEvent('EVENT001', null)).toEqual({ kind: 'unavailable', code })
    expect(api.asked).toHaveLength(1)
  })

  it('reports the service as unavailable when it refuses the token', async () => {
    expect(await scheduler('wrong').readEvent('EVENT001', null)).toEqual({ kind: 'unavailable', code: 'status-401' })
  })
})
