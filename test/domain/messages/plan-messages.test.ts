import { describe, expect, it } from 'vitest'
import { standardMessageSettings } from '#domain/messages/message-settings.ts'
import {
  isPastAppointment,
  type KnownMessage,
  type MessageAppointment,
  planMessages,
  reconcileMessages,
} from '#domain/messages/plan-messages.ts'
import { initialStatus, type Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { aLocation, aStudy } from '#test/builders/records.ts'

const at = (text: string): Instant => text as Instant
const now = at('2026-11-21T17:00:00Z')
// 1 December, 10:00 in Vancouver.
const start = at('2026-12-01T17:00:00Z')
const booking = { ...aStudy().booking, eventID: 'e-1', utcStart: start } as Study['booking']
const later = { ...booking, eventID: 'e-2', utcStart: at('2026-12-03T17:00:00Z') } as Study['booking']
const study = {
  ...aStudy({ locationID: 'ca-bc-1' }),
  booking,
  temporaryHold: false,
  status: { ...initialStatus, booked: true, consent: true },
}
const told: MessageAppointment = { eventID: 'e-1', startsAt: start, locationID: 'ca-bc-1' }
const message = (kind: KnownMessage['kind'], state: KnownMessage['state'], change: object = {}) => ({
  kind,
  channel: 'email' as const,
  occasion: 'e-1',
  state,
  appointment: told,
  dueAt: now,
  ...change,
})
/** A feedback request that staff triggered. */
const asked = (state: KnownMessage['state']) =>
  message('feedback', state, { occasion: 'staff key-1', appointment: null })
const everything = {
  ...standardMessageSettings,
  email: Object.fromEntries(Object.keys(standardMessageSettings.email).map((kind) => [kind, true])),
} as typeof standardMessageSettings
const byText = {
  ...standardMessageSettings,
  smsSender: '+16045550100',
  sms: { ...standardMessageSettings.sms, confirmation: true },
}
const plan = (change: object = {}) =>
  planMessages({
    study,
    location: aLocation({ timezone: 'America/Vancouver' }),
    settings: standardMessageSettings,
    channels: { email: true, sms: true },
    known: [],
    baseline: null,
    now,
    ...change,
  })
const kindsOf = (change: object = {}) => plan(change).map(({ kind, channel }) => `${kind} ${channel}`)
const withStatus = (status: object, other: object = {}) => ({
  study: { ...study, ...other, status: { ...study.status, ...status } },
})

describe('planMessages', () => {
  it('confirms a booking at once, and reminds at the hour of the location’s clock', () => {
    expect(plan()).toEqual([
      { kind: 'confirmation', channel: 'email', occasion: 'e-1', dueAt: now, appointment: told },
      { kind: 'reminder', channel: 'email', occasion: 'e-1', dueAt: '2026-11-29T17:00:00Z', appointment: told },
    ])
  })

  it.each<[string, object, string[]]>([
    ['a temporary hold', { study: { ...study, temporaryHold: true } }, []],
    ['a study without a time', { study: { ...study, booking: null } }, []],
    ['a past appointment', { now: at('2026-12-02T00:00:00Z') }, []],
    ['a server without a mail server', { channels: { email: false, sms: false } }, []],
    ['a location that turned everything off', { settings: { ...everything, email: {} } }, []],
    ['a booking after the time of its reminder', { now: at('2026-11-30T17:00:00Z') }, ['confirmation email']],
    [
      'a reminder whose time passed while it waited',
      { now: at('2026-11-30T17:00:00Z'), known: [message('confirmation', 'sent'), message('reminder', 'planned')] },
      ['reminder email'],
    ],
    ['a confirmed appointment', { known: [message('confirmation', 'sent')] }, ['reminder email']],
    ['an uncertain confirmation', { known: [message('confirmation', 'uncertain')] }, ['reminder email']],
    [
      'a move',
      { study: { ...study, booking: later }, known: [message('confirmation', 'sent')] },
      ['move email', 'reminder email'],
    ],
    [
      'a move before the confirmation was sent',
      { study: { ...study, booking: later }, known: [message('confirmation', 'planned')] },
      ['confirmation email', 'reminder email'],
    ],
    [
      'a change of machine after the reminder',
      {
        study: { ...study, booking: { ...study.booking, eventID: 'e-9' } },
        known: [message('confirmation', 'sent'), message('reminder', 'sent')],
      },
      [],
    ],
    ['an imported appointment', { baseline: told }, ['reminder email']],
    [
      'a cancellation',
      {
        ...withStatus({ cancelled: true, booked: false }, { booking: null }),
        known: [message('confirmation', 'sent')],
      },
      ['cancellation email'],
    ],
    ['a cancellation before anything was sent', withStatus({ cancelled: true, booked: false }, { booking: null }), []],
    [
      'the cancellation of a past appointment',
      {
        ...withStatus({ cancelled: true, booked: false }, { booking: null }),
        known: [message('confirmation', 'sent')],
        now: at('2026-12-02T00:00:00Z'),
      },
      [],
    ],
    [
      'missing history and consent',
      {
        ...withStatus({ medicalHistoryRequested: true, consent: false }),
        settings: everything,
        known: [message('confirmation', 'sent')],
      },
      ['reminder email', 'history-request email', 'consent-request email'],
    ],
    [
      'a received history',
      {
        ...withStatus({ medicalHistoryRequested: true, medicalHistory: true }),
        settings: everything,
        known: [message('confirmation', 'sent')],
      },
      ['reminder email'],
    ],
    [
      'reminders by text as well',
      {
        settings: {
          ...standardMessageSettings,
          smsSender: '+16045550100',
          sms: { ...standardMessageSettings.sms, reminder: true, 'history-request': true },
        },
        known: [message('confirmation', 'sent')],
      },
      ['reminder email', 'reminder sms'],
    ],
    [
      'a confirmation by text as well',
      { settings: byText },
      ['confirmation email', 'confirmation sms', 'reminder email'],
    ],
    [
      'a text that waits although its email was sent',
      {
        settings: byText,
        known: [message('confirmation', 'sent'), message('confirmation', 'planned', { channel: 'sms' })],
      },
      ['confirmation sms', 'reminder email'],
    ],
    [
      'an email that waits although its text was sent',
      {
        settings: byText,
        known: [message('confirmation', 'sent', { channel: 'sms' }), message('confirmation', 'planned')],
      },
      ['confirmation email', 'reminder email'],
    ],
    [
      'a text that was turned on after the email was sent',
      { settings: byText, known: [message('confirmation', 'sent')] },
      ['reminder email'],
    ],
    [
      'a text that waits after staff sent the confirmation',
      {
        settings: byText,
        known: [
          message('confirmation', 'planned', { channel: 'sms' }),
          message('confirmation', 'sent', { occasion: 'staff key-1' }),
        ],
      },
      ['reminder email'],
    ],
    [
      'a text that waits for an earlier time',
      {
        study: { ...study, booking: later },
        settings: byText,
        known: [message('confirmation', 'sent'), message('confirmation', 'planned', { channel: 'sms' })],
      },
      ['move email', 'reminder email'],
    ],
    [
      'a released report and a scan',
      {
        ...withStatus(
          { scanned: true, scannedTime: now, releasedToPatient: true, releasedToPatientTime: now },
          { booking: null },
        ),
        settings: everything,
      },
      ['report-ready email', 'feedback email'],
    ],
    [
      'a released traditional report',
      {
        ...withStatus({ traditionalReleasedToPatient: true, traditionalReleasedToPatientTime: now }, { booking: null }),
        settings: everything,
      },
      ['report-ready email'],
    ],
    [
      'reports of both kinds, as one notice',
      {
        ...withStatus(
          {
            releasedToPatient: true,
            releasedToPatientTime: now,
            traditionalReleasedToPatient: true,
            traditionalReleasedToPatientTime: now,
          },
          { booking: null },
        ),
        settings: everything,
      },
      ['report-ready email'],
    ],
    [
      'a traditional report of which the member was notified',
      {
        ...withStatus(
          {
            traditionalReleasedToPatient: true,
            traditionalReleasedToPatientTime: now,
            patientReportNotification: true,
          },
          { booking: null },
        ),
        settings: everything,
      },
      [],
    ],
    [
      'a report released long ago',
      {
        ...withStatus(
          { releasedToPatient: true, releasedToPatientTime: at('2026-10-01T00:00:00Z') },
          { booking: null },
        ),
        settings: everything,
      },
      [],
    ],
    [
      'a scan with feedback',
      {
        ...withStatus({ scanned: true, scannedTime: now, feedbackReceived: true }, { booking: null }),
        settings: everything,
      },
      [],
    ],
    ...(['handed-over', 'sent', 'uncertain'] as const).map((state): [string, object, string[]] => [
      `a scan with a feedback request of staff that is ${state}`,
      {
        ...withStatus({ scanned: true, scannedTime: now }, { booking: null }),
        settings: everything,
        known: [message('feedback', 'planned', { occasion: 'scan' }), asked(state)],
      },
      [],
    ]),
    [
      'a scan with a feedback request of staff that failed',
      {
        ...withStatus({ scanned: true, scannedTime: now }, { booking: null }),
        settings: everything,
        known: [asked('failed')],
      },
      ['feedback email'],
    ],
  ])('plans for %s', (_what, change, kinds) => {
    expect(kindsOf(change)).toEqual(kinds)
  })

  it('delays messages due in the quiet hours, and omits those that would come after the start', () => {
    const settings = { ...standardMessageSettings, sendAt: '06:00', quietFrom: '21:00', quietTo: '08:00' }
    expect(plan({ settings })[1]?.dueAt).toBe('2026-11-29T15:00:00Z')
    const early = { ...booking, utcStart: at('2026-11-22T14:00:00Z') } as Study['booking']
    const evening = at('2026-11-22T06:00:00Z')
    expect(
      kindsOf({
        ...withStatus({ consent: false }),
        study: { ...study, booking: early, status: { ...study.status, consent: false } },
        settings: everything,
        now: evening,
      }),
    ).toEqual(['confirmation email'])
  })
})

describe('reconcileMessages', () => {
  it('adds missing messages, updates changed times, and withdraws only waiting messages', () => {
    const wanted = plan()
    const waiting = { ...message('reminder', 'planned'), dueAt: at('2026-11-28T17:00:00Z') }
    const old = message('move', 'planned', { occasion: 'e-0' })
    const sent = message('move', 'sent', { occasion: 'e-00' })
    const { add, change, withdraw } = reconcileMessages(wanted, [waiting, old, sent])
    expect(add.map(({ kind }) => kind)).toEqual(['confirmation'])
    expect(change.map(({ kind, dueAt }) => [kind, dueAt])).toEqual([['reminder', '2026-11-29T17:00:00Z']])
    expect(withdraw).toEqual([old])
    expect(reconcileMessages(wanted, [message('confirmation', 'withdrawn')]).add).toHaveLength(2)
    expect(reconcileMessages(wanted, [message('confirmation', 'failed')]).add).toHaveLength(1)
  })
})

describe('isPastAppointment', () => {
  it('is true for messages about the appointment after its start', () => {
    const past = at('2026-12-01T17:00:00Z')
    expect(isPastAppointment(message('reminder', 'planned'), past)).toBe(true)
    expect(isPastAppointment(message('reminder', 'planned'), now)).toBe(false)
    expect(isPastAppointment(message('feedback', 'planned'), past)).toBe(false)
  })
})
