import { describe, expect, it } from 'vitest'
import type { Study } from '#domain/study/study.ts'
import { addMinutes, type Instant } from '#domain/values/instant.ts'
import { noSendWork, type SendWork } from '#domain/worklists/send-work.ts'
import { anchorOf, tasksOf, type WorklistTask, worklistTasks } from '#domain/worklists/worklist-task.ts'
import { aStudy } from '#test/builders/records.ts'

const now = '2026-11-24T18:00:00Z' as Instant
const hours = (count: number): Instant => addMinutes(now, count * 60)
const time = hours(-5)

/** Returns the tasks of a study with these flags, each set at `time`. */
const tasksFor = (
  flags: readonly string[],
  more: Partial<Omit<Study, 'status' | 'booking'>> = {},
  startsIn = -48,
  location = { referralRequired: true },
  draftAt: Instant | null = null,
  sends: SendWork = noSendWork,
): Partial<Record<WorklistTask, Instant>> => {
  const base = aStudy()
  if (base.booking === null) throw new Error('The study of the builder has an appointment')
  const set = Object.fromEntries(
    flags.flatMap((flag): [string, unknown][] => [
      [flag, true],
      [`${flag}Time`, time],
    ]),
  )
  const study: Study = {
    ...base,
    balance: 0 as Study['balance'],
    ...more,
    booking: { ...base.booking, utcStart: hours(startsIn), utcEnd: hours(startsIn + 1) },
    status: { ...base.status, ...set },
  }
  return Object.fromEntries(
    worklistTasks.flatMap((task) => {
      const anchor = anchorOf(task, { study, location, draftAt, sends, now })
      return anchor === null ? [] : [[task, anchor]]
    }),
  )
}

const consulting = (change: object): Partial<Study> => {
  const { details } = aStudy()
  return { details: { ...details, consulting: { ...details.consulting, ...change } } as Study['details'] }
}
const withStops = (change: object): Partial<Study> => ({ safety: { ...aStudy().safety, ...change } as Study['safety'] })

describe('anchorOf', () => {
  it.each<[string, readonly string[], object, number, object]>([
    ['a new study, not paid', ['referred'], { balance: 10 }, 48, { 'collect-payment': hours(48) }],
    ['an appointment that is over', [], { balance: 10 }, -2, {}],
    ['an appointment in progress', ['referred'], { balance: 10 }, -0.5, { 'collect-payment': hours(-0.5) }],
    ['no referral', [], {}, 48, { 'obtain-referral': hours(48) }],
    [
      'a temporary hold',
      ['referred'],
      { balance: 10, temporaryHold: true, temporaryHoldUntil: hours(3) },
      48,
      { 'convert-hold': hours(3) },
    ],
    ['a history requested', ['referred', 'medicalHistoryRequested'], {}, 48, { 'receive-history': hours(48) }],
    [
      'a history received',
      ['referred', 'medicalHistoryRequested', 'medicalHistory'],
      {},
      48,
      { 'review-history': hours(48) },
    ],
    ['a history reviewed', ['referred', 'medicalHistory', 'medicalHistoryReviewed'], {}, 48, {}],
    ['an open stop', ['referred'], withStops({ red: 1 }), 48, { 'resolve-stop': hours(48) }],
    ['a signed stop', ['referred'], withStops({ red: 1, signOff: { by: 'Nell', at: time } }), 48, {}],
    [
      'a consult requested',
      ['scanned', 'read', 'published', 'reportQADone', 'releasedToPatient'],
      consulting({ requestedStatus: 'requested', requestedAt: time }),
      -48,
      { 'book-consult': time },
    ],
    [
      'a consult cancelled again',
      ['referred'],
      consulting({ requestedStatus: 'requested', requestedAt: time, scheduledStatus: 'cancelled' }),
      48,
      { 'book-consult': time },
    ],
    [
      'a consult booked for today',
      ['referred'],
      consulting({ requestedStatus: 'requested', scheduledStatus: 'booked', consultTime: hours(4) }),
      48,
      { 'hold-consult': hours(4) },
    ],
    [
      'a consult booked for next week',
      ['referred'],
      consulting({ requestedStatus: 'requested', scheduledStatus: 'booked', consultTime: hours(200) }),
      48,
      {},
    ],
    ['a scan', ['scanned'], {}, -48, { read: time }],
    [
      'a scan of a body composition study',
      ['scanned'],
      { skuID: 370 },
      -48,
      { read: time, 'confirm-body-composition': time },
    ],
    ['a reading', ['scanned', 'read'], {}, -48, { 'complete-qa': time, publish: time }],
    ['a published report', ['scanned', 'read', 'published'], {}, -48, { 'complete-qa': time }],
    [
      'a report after its QA',
      ['scanned', 'read', 'published', 'reportQADone', 'providerAdded'],
      {},
      -48,
      { 'release-to-member': time, 'notify-practitioner': time },
    ],
    [
      'a traditional report released',
      ['scanned', 'read', 'published', 'reportQADone', 'traditionalReleasedToPatient'],
      {},
      -48,
      {},
    ],
  ])('returns the tasks of %s', (_what, flags, more, startsIn, tasks) => {
    expect(tasksFor(flags, more, startsIn)).toEqual(tasks)
  })

  it('counts from the appointment if the flag has no time', () => {
    const base = aStudy()
    const study = { ...base, status: { ...base.status, scanned: true } }
    expect(
      anchorOf('read', { study, location: { referralRequired: false }, draftAt: null, sends: noSendWork, now }),
    ).toBe(base.booking?.utcStart)
  })

  it.each<[string, readonly string[], object]>([
    ['is part of the first publication', ['scanned', 'read'], { 'complete-qa': time, publish: time }],
    ['is a task afterwards', ['scanned', 'read', 'published'], { 'complete-qa': time, 'publish-draft': hours(-3) }],
    [
      'is a task after the release too',
      ['scanned', 'read', 'published', 'reportQADone', 'releasedToPatient'],
      { 'publish-draft': hours(-3) },
    ],
  ])('handles a report that is not published, which %s', (_what, flags, tasks) => {
    expect(tasksFor(flags, {}, -48, undefined, hours(-3))).toEqual(tasks)
  })

  it('counts from the oldest disc to burn and from the oldest failed send', () => {
    const sends = { discWaitsSince: hours(-3), troubledSince: [hours(-2), hours(-4)] }
    expect(
      tasksFor(['scanned', 'read', 'reportQADone', 'published', 'releasedToPatient'], {}, -48, undefined, null, sends),
    ).toEqual({ 'burn-disc': hours(-3), 'check-send': hours(-4) })
  })

  it('ignores a failed send once the notification was completed after it', () => {
    const told = ['scanned', 'read', 'reportQADone', 'published', 'releasedToPatient', 'providerReportNotification']
    const sent = (...hoursAgo: readonly number[]) =>
      tasksFor(told, {}, -48, undefined, null, {
        discWaitsSince: null,
        troubledSince: hoursAgo.map((ago) => hours(-ago)),
      })
    expect(sent(6)).toEqual({})
    expect(sent(5)).toEqual({})
    expect(sent(6, 4)).toEqual({ 'check-send': hours(-4) })
  })

  it('asks for a referral only where the location requires one', () => {
    expect(tasksFor([], {}, 48, { referralRequired: false })).toEqual({})
  })

  it('is null for every task of a cancelled study', () => {
    const base = aStudy()
    const study = { ...base, status: { ...base.status, scanned: true, read: true, published: true, cancelled: true } }
    const sends = { discWaitsSince: now, troubledSince: [now] }
    const facts = { study, location: { referralRequired: true }, draftAt: now, sends, now }
    const open = Object.values(tasksOf)
      .flat()
      .filter((task) => anchorOf(task, facts) !== null)
    expect(open).toEqual([])
  })
})
