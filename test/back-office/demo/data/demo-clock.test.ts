import { beforeAll, describe, expect, it } from 'vitest'
import { createDemoRows } from '#back-office/demo/data/create-demo-rows.ts'
import { type DemoFiles, drawDemoFiles } from '#back-office/demo/data/demo-documents.ts'
import { busyDays, isDemoHome } from '#back-office/demo/data/demo-homes.ts'
import { createDemoLocations } from '#back-office/demo/data/demo-locations.ts'
import { toStudy } from '#back-office/repositories/studies-repository.ts'
import type { Location } from '#domain/locations/location.ts'
import { nextAction } from '#domain/study/today-board.ts'
import { toInstant } from '#domain/values/instant.ts'
import { startOfDay, todayAt, toWallTime } from '#domain/values/location-clock.ts'
import { addDays } from '#domain/values/plain-date.ts'
import { someOf } from '#test/fixtures/deep.ts'

const hour = 3600
const homes = createDemoLocations().filter(({ locationID }) => isDemoHome(locationID))

/** Returns `count` moments in epoch seconds: `from`, and then one after each `every` hours, plus varying minutes. */
const clocks = (from: string, count: number, every: number): number[] =>
  Array.from({ length: count }, (_, place) => Date.parse(from) / 1000 + place * every * hour + ((place * 17) % 60) * 60)

/** Times that cover all weekdays, all hours of a day, both clock changes, and the last day of a year. */
const moments = [
  ...clocks('2026-11-22T05:00:00Z', 24, 7),
  ...clocks('2026-11-22T12:00:00Z', 6, 1),
  ...clocks('2026-11-01T04:00:00Z', 5, 2),
  ...clocks('2027-03-14T05:00:00Z', 5, 2),
  ...clocks('2026-12-31T06:00:00Z', 6, 4),
]

let files: DemoFiles
beforeAll(async () => {
  files = await drawDemoFiles()
})

const make = (now: number) => createDemoRows(now, files, { locations: homes })
type Rows = ReturnType<typeof make>

/** Lists the times of completed actions in the rows, each with a text that names its row. */
const timesDone = (rows: Rows): (readonly [string, number])[] => [
  ...rows.study_log.map((row) => [`log ${row.study_id} ${row.content}`, row.time] as const),
  ...rows.transaction.map((row) => [`transaction ${row.transaction_id}`, row.transaction_time] as const),
  ...rows.transaction_step.map((row) => [`step ${row.step_id}`, row.at] as const),
  ...rows.member_credit.map((row) => [`credit ${row.credit_id}`, row.at] as const),
  ...rows.gift_card_entry.map((row) => [`gift card ${row.entry_id}`, row.at] as const),
  ...rows.safety_record.map((row) => [`safety ${row.study_id}`, row.saved_at] as const),
  ...rows.safety_sign_off.map((row) => [`sign-off ${row.study_id}`, row.signed_at] as const),
  ...rows.document.map((row) => [`document ${row.uuid}`, Math.max(row.created_at, row.status_at ?? 0)] as const),
  ...rows.share.map((row) => [`share ${row.study_id}`, row.shared_at] as const),
  ...rows.scheduler_event.map((row) => [`consult ${row.event_id}`, row.created_at] as const),
  ...rows.study.map((row) => [`booking ${row.study_id}`, row.created_at] as const),
  ...rows.study.flatMap((row) =>
    Object.entries(JSON.parse(row.status) as Record<string, unknown>)
      .filter(([name, value]) => name.endsWith('Time') && typeof value === 'string')
      .map(([name, value]) => [`${row.study_id} ${name}`, Date.parse(String(value)) / 1000] as const),
  ),
]

/** Lists the times that are later than now or earlier than possible. */
const findEarlyDeeds = (rows: Rows, now: number): string[] => [
  ...timesDone(rows)
    .filter(([, time]) => time > now)
    .map(([what]) => `${what} is later than now`),
  ...rows.study.flatMap(({ study_id: id, starts_at: start, ends_at: end, status }) => {
    const { checkin, scanned } = JSON.parse(status) as { checkin?: boolean; scanned?: boolean }
    if (start === null || end === null) return []
    if (scanned === true && end > now) return `${id} is scanned before its end`
    return checkin === true && start > now + 40 * 60 ? `${id} is here too early` : []
  }),
]

const findEmptyDays = (rows: Rows, now: number, { locationID, timezone }: Location): string[] => {
  const first = todayAt(toInstant(now * 1000), timezone)
  const days = Map.groupBy(
    rows.study.filter((row) => row.location_id === locationID),
    (row) => row.wall_time?.slice(0, 10),
  )
  return Array.from({ length: busyDays.last - busyDays.first + 1 }, (_, place) => {
    const date = addDays(first, busyDays.first + place)
    const ofDay = days.get(date) ?? []
    const people = new Set(ofDay.map((row) => row.patient_id)).size
    if (ofDay.length >= 30 && ofDay.length <= 40 && people === ofDay.length) return []
    return `${locationID} has ${people} people for ${ofDay.length} studies on ${date}`
  }).flat()
}

const findOverlaps = (rows: Rows): string[] =>
  [...Map.groupBy(rows.machine_time, (row) => row.machine_id).values()].flatMap((own) => {
    const inTurn = own.toSorted((a, b) => a.starts_at - b.starts_at)
    return inTurn.slice(1).flatMap((next, place) => {
      const isLate = (inTurn[place]?.ends_at ?? 0) > next.starts_at
      return isLate ? `${next.event_id} overlaps the one before` : []
    })
  })

/**
 * Lists the expected states that no study of today has. States that require referrals are not expected. In the first
 * hour of a day no scan of that day is over, so the states after a scan are not expected either.
 */
const findMissingStates = (rows: Rows, now: number, location: Location): string[] => {
  const date = todayAt(toInstant(now * 1000), location.timezone)
  const ofToday = rows.study
    .filter((row) => row.location_id === location.locationID && row.wall_time?.startsWith(date) === true)
    .map((row) => toStudy(row))
  const isFirstHour = now - Date.parse(startOfDay(date, location.timezone)) / 1000 < hour
  const kinds = ofToday.map((study): string => nextAction(study, location).kind)
  if (ofToday.some(({ temporaryHold }) => temporaryHold)) kinds.push('hold')
  if (ofToday.some(({ status, balance }) => status.scanned && balance > 0)) kinds.push('scanned and owing')
  return [
    ...['answer-safety', 'stop', 'sign-off', 'take-payment', 'check-consent', 'check-in', 'mark-scanned', 'hold'],
    ...(isFirstHour ? [] : ['none', 'scanned and owing']),
  ]
    .filter((kind) => !kinds.includes(kind))
    .map((kind) => `${location.locationID} has nobody with ${kind}`)
}

describe('the demo at any hour', () => {
  it.each(
    someOf(moments, 12).map((now) => ({
      now,
      clock: homes
        .map(({ timezone }) => toWallTime(toInstant(now * 1000), timezone))
        .map(({ date, time, abbreviation }) => `${date} ${time} ${abbreviation}`)
        .join(', '),
    })),
  )('has a full day with every state and nothing later than now: $clock', ({ now }) => {
    const rows = make(now)
    expect({
      early: findEarlyDeeds(rows, now).slice(0, 5),
      empty: homes.flatMap((location) => findEmptyDays(rows, now, location)).slice(0, 5),
      overlaps: findOverlaps(rows).slice(0, 5),
      missing: homes.flatMap((location) => findMissingStates(rows, now, location)),
    }).toEqual({ early: [], empty: [], overlaps: [], missing: [] })
  })

  it('is the same within an hour and different in the next', () => {
    const at = Date.parse('2026-11-22T15:00:00Z') / 1000
    const text = JSON.stringify(make(at))
    expect(JSON.stringify(make(at + hour - 1)) === text).toBe(true)
    expect(JSON.stringify(make(at + hour)) === text).toBe(false)
  })
})
