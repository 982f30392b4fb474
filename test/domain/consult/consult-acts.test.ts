import { describe, expect, it } from 'vitest'
import { type ConsultAct, consultActs, decideConsultAct } from '#domain/consult/consult-acts.ts'
import { type Consulting, noConsulting } from '#domain/consult/consulting.ts'
import type { Instant } from '#domain/values/instant.ts'

const at = '2026-11-24T20:00:00Z' as Instant
const decide = (given: Partial<Consulting>, act: ConsultAct) =>
  decideConsultAct({ ...noConsulting, ...given }, act, { at, by: 'Ann' })

/** The result of each act at each pair of statuses: `c` a change, `n` no change, `x` refused. */
const table: readonly (readonly [requested: string, scheduled: string | null, acts: Record<ConsultAct, string>])[] = [
  ['not requested', null, { request: 'c', withdraw: 'n', complete: 'x', 'not-complete': 'x' }],
  ['requested', null, { request: 'n', withdraw: 'c', complete: 'x', 'not-complete': 'x' }],
  ['pending', null, { request: 'c', withdraw: 'c', complete: 'x', 'not-complete': 'x' }],
  ['of another version', null, { request: 'c', withdraw: 'c', complete: 'x', 'not-complete': 'x' }],
  ['requested', 'booked', { request: 'n', withdraw: 'x', complete: 'c', 'not-complete': 'c' }],
  ['requested', 'reschedule', { request: 'n', withdraw: 'x', complete: 'c', 'not-complete': 'c' }],
  ['requested', 'complete', { request: 'n', withdraw: 'x', complete: 'n', 'not-complete': 'c' }],
  ['requested', 'not complete', { request: 'n', withdraw: 'c', complete: 'c', 'not-complete': 'n' }],
  ['requested', 'cancelled', { request: 'n', withdraw: 'c', complete: 'x', 'not-complete': 'x' }],
  ['requested', 'of another version', { request: 'n', withdraw: 'c', complete: 'x', 'not-complete': 'x' }],
]
const words: Readonly<Record<string, string>> = { change: 'c', none: 'n', refused: 'x' }

describe('decideConsultAct', () => {
  it.each(table)('decides every act for request %j and schedule %j', (requestedStatus, scheduledStatus, expected) => {
    const got = consultActs.map((act) => [act, words[decide({ requestedStatus, scheduledStatus }, act).kind]])
    expect(Object.fromEntries(got)).toEqual(expected)
  })

  it('stores who requested the consult and when, and clears both when the request is withdrawn', () => {
    const asked = decide({}, 'request')
    expect(asked).toMatchObject({ consulting: { requestedStatus: 'requested', requestedAt: at, requestedBy: 'Ann' } })
    const consulting = asked.kind === 'change' ? asked.consulting : noConsulting
    expect(decide(consulting, 'withdraw')).toEqual({ kind: 'change', consulting: noConsulting })
  })

  it('stores when the consult was completed, and clears the time if it is then marked as not complete', () => {
    const booked = { requestedStatus: 'requested', scheduledStatus: 'booked', eventID: 'event-0001', consultTime: at }
    expect(decide(booked, 'complete')).toMatchObject({ consulting: { completedTime: at, eventID: 'event-0001' } })
    expect(decide({ ...booked, scheduledStatus: 'complete', completedTime: at }, 'not-complete')).toMatchObject({
      consulting: { scheduledStatus: 'not complete', completedTime: null, consultTime: at },
    })
  })
})
