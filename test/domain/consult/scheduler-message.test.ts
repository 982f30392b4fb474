import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSchedulerMessage } from '#domain/consult/scheduler-message.ts'
import { schedulerOrigin } from '#domain/consult/scheduling-url.ts'

const event = { uri: 'https://api.calendly.com/scheduled_events/EVENT-0001' }
const invitee = { uri: 'https://api.calendly.com/scheduled_events/EVENT-0001/invitees/INVITEE-01' }
const message = (name: string, payload: unknown = { event, invitee }) => ({ event: name, payload })
const parse = (data: unknown, origin = schedulerOrigin) => parseSchedulerMessage(data, origin, schedulerOrigin)
const refused = { kind: 'refused' }

describe('parseSchedulerMessage', () => {
  it.each([
    ['calendly.event_scheduled', 'scheduled'],
    ['calendly.event_canceled', 'cancelled'],
  ])('reads %s as %s, with the ids of the service', (name, kind) => {
    expect(parse(message(name))).toEqual({ kind, eventID: 'EVENT-0001', inviteeID: 'INVITEE-01' })
  })

  it.each(['calendly.profile_page_viewed', 'calendly.date_and_time_selected', 'calendly.'])(
    'reads %s as a message without effect',
    (name) => expect(parse(message(name))).toEqual({ kind: 'other' }),
  )

  it.each([
    'http://calendly.com',
    'https://calendly.com.evil.example',
    'https://www.calendly.com',
    'https://calendly.com:8443',
    'https://calendly.com/',
    'null',
    '',
  ])('refuses everything from the origin %j', (origin) => {
    expect(parse(message('calendly.event_scheduled'), origin)).toEqual(refused)
    expect(parse(message('calendly.profile_page_viewed'), origin)).toEqual(refused)
  })

  it.each([
    [null],
    [undefined],
    ['calendly.event_scheduled'],
    [42],
    [[]],
    [['calendly.event_scheduled']],
    [{}],
    [{ event: ['calendly.event_scheduled'] }],
    [{ event: 'Calendly.event_scheduled', payload: { event, invitee } }],
    [{ event: 'evil.calendly.event_scheduled', payload: { event, invitee } }],
    [message('calendly.event_scheduled', null)],
    [message('calendly.event_scheduled', {})],
    [message('calendly.event_scheduled', [event, invitee])],
    [message('calendly.event_scheduled', { event })],
    [message('calendly.event_scheduled', { invitee })],
    [message('calendly.event_scheduled', { event: event.uri, invitee: invitee.uri })],
    [message('calendly.event_scheduled', { event: { uri: 7 }, invitee })],
    [message('calendly.event_scheduled', { event: { uri: '' }, invitee })],
    [message('calendly.event_scheduled', { event: { uri: `${event.uri}/` }, invitee })],
    [message('calendly.event_scheduled', { event: { uri: `https://x/${'a'.repeat(65)}` }, invitee })],
    [message('calendly.event_scheduled', { event: { uri: `${'a/'.repeat(200)}EVENT-0001` }, invitee })],
    [message('calendly.event_scheduled', { event: { uri: 'https://x/EVENT 0001' }, invitee })],
    [message('calendly.event_scheduled', { event: { uri: 'https://x/..%2f..%2fadmin' }, invitee })],
    [message('calendly.event_scheduled', { event: { uri: 'https://x/EVENT-0001?a=1' }, invitee })],
    [message('calendly.event_scheduled', { event: { uri: 'https://x/<script>' }, invitee })],
  ])('refuses %j', (data) => expect(parse(data)).toEqual(refused))

  it('ignores properties of a prototype', () => {
    const tricks: unknown[] = [
      JSON.parse('{"__proto__":{"event":"calendly.event_scheduled"}}'),
      JSON.parse(
        '{"event":"calendly.event_scheduled","payload":{"__proto__":{"event":{"uri":"https://x/EVENT-0001"}}}}',
      ),
      JSON.parse('{"event":"calendly.event_scheduled","payload":{"event":{"uri":"https://x/__proto__"},"invitee":{}}}'),
      message('calendly.event_scheduled', { constructor: { event, invitee } }),
    ]
    for (const trick of tricks) expect(parse(trick)).toEqual(refused)
    expect(Object.hasOwn(Object.prototype, 'event')).toBe(false)
  })

  it('never throws, and returns only event ids that match the pattern', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.constantFrom('calendly.event_scheduled', 'x'), (any, uri, name) => {
        for (const data of [any, message(name, any), message(name, { event: { uri }, invitee: { uri } })]) {
          const parsed = parse(data)
          if (parsed.kind === 'scheduled' || parsed.kind === 'cancelled') {
            expect(parsed.eventID).toMatch(/^[A-Za-z0-9-]{6,64}$/)
          }
        }
      }),
    )
  })
})
