import { describe, expect, it } from 'vitest'
import { findSentBefore } from '#domain/messages/message-flags.ts'
import type { KnownMessage } from '#domain/messages/plan-messages.ts'
import type { Instant } from '#domain/values/instant.ts'

const first = { eventID: 'e-1', startsAt: '2026-12-01T17:00:00Z' as Instant, locationID: 'ca-bc-1' }
const other = { eventID: 'e-2', startsAt: '2026-12-03T17:00:00Z' as Instant, locationID: 'ca-bc-1' }

const message = (kind: KnownMessage['kind'], change: Partial<KnownMessage> = {}): KnownMessage => ({
  kind,
  channel: 'email',
  occasion: 'e-1',
  state: 'sent',
  appointment: first,
  ...change,
})

/** The first time again, after a move to another time: a new event. */
const again = { startsAt: first.startsAt, locationID: first.locationID }
const kindsOf = (known: readonly KnownMessage[]) => findSentBefore(known, again).map(({ kind }) => kind)

describe('the messages that a member already has about a time', () => {
  it('are the confirmation and the reminders that were sent about it', () => {
    expect(kindsOf([message('confirmation'), message('reminder')])).toEqual(['confirmation', 'reminder'])
    expect(kindsOf([message('confirmation', { state: 'withdrawn' })])).toEqual([])
    expect(kindsOf([message('reminder', { state: 'failed' })])).toEqual([])
    expect(kindsOf([message('consent-request'), message('feedback', { appointment: null })])).toEqual([])
    expect(findSentBefore([message('reminder')], { ...again, locationID: 'ca-on-1' })).toEqual([])
  })

  it('include no confirmation if a later message announced another time', () => {
    const later = message('move', { occasion: 'e-2', appointment: other })
    expect(kindsOf([message('confirmation'), message('reminder'), later])).toEqual(['reminder'])
    expect(kindsOf([message('confirmation'), { ...later, state: 'planned' }])).toEqual(['confirmation'])
  })
})
