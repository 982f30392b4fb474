import {
  lookedBackDays,
  periodAt,
  type RetentionPeriod,
  type RetentionRun,
  retentionDay,
  toleratedSeconds,
  whyNotPeriod,
  whyNotTrusted,
} from '#domain/members/retention.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findRetentionPeriods, readPlacesOfLocations } from '../repositories/erasure-facts-repository.ts'
import { removeClosedRefusals } from '../repositories/refused-deliveries-repository.ts'
import {
  claimRun,
  endRun,
  hasRun,
  readChangeTimes,
  readRetentionPeriods,
  readRetentionPlaces,
  removeAtLocations,
  writeRetentionPeriod,
} from '../repositories/retention-repository.ts'
import { dataDutiesServerWords as words } from './data-duties-words.ts'

const day = 86_400
const placedKinds = ['message-address', 'send-password'] as const

/**
 * Removes old records of each technical kind after the retention period of their place. Returns the number of removed
 * records of each kind.
 */
const removeAll = async (db: Database, now: number): Promise<Record<string, number>> => {
  const periods = await findRetentionPeriods(db)
  const days = periodAt('refused-result', ['all'], periods)
  const removed: Record<string, number> = {
    'refused-result': days === null ? 0 : await removeClosedRefusals(db, now - days * day),
  }
  const locations = [...(await readPlacesOfLocations(db))]
  for (const kind of placedKinds) {
    const byDays = Map.groupBy(locations, ([, places]) => periodAt(kind, places, periods))
    let count = 0
    for (const [period, those] of byDays) {
      if (period === null) continue
      const before = now - period * day
      count += await removeAtLocations[kind](
        db,
        before,
        those.map(([locationID]) => locationID),
      )
    }
    removed[kind] = count
  }
  return removed
}

/**
 * Removes the technical records whose period is over, once a day, even with several servers. Nothing is removed while
 * the clock is not trusted (decision 340). Runs in one transaction, so a killed run has removed nothing. Returns null
 * if the day's run is already done.
 */
export const runRetention = async (db: Database, now: number): Promise<RetentionRun['state'] | null> => {
  const ofDay = retentionDay(now)
  if (await hasRun(db, ofDay)) return null
  return inTransaction(db, async (within) => {
    if (!(await claimRun(within, { day: ofDay, at: now, state: 'done', removed: '{}' }))) return null
    const { newest, times } = await readChangeTimes(within, now - lookedBackDays * day, now + toleratedSeconds)
    const why = whyNotTrusted(now, newest, times)
    const removed = why === null ? await removeAll(within, now) : {}
    await endRun(within, ofDay, { state: why ?? 'done', removed })
    return why ?? 'done'
  })
}

/**
 * Sets the retention period of a kind of records at a place. Throws 400 with field `days` or `place`; 409 `stale` if
 * the period changed since it was read.
 */
export const changeRetentionPeriod = async (
  { kind, place, days, version }: HandlerInput<'changeRetentionPeriod'>['body'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<RetentionPeriod> => {
  const why = whyNotPeriod(kind, place, days)
  if (why !== null) throw new Refusal('invalid-input', why, { fields: { days: why } })
  return inTransaction(context.db, async (db) => {
    if (!(await readRetentionPlaces(db)).includes(place)) {
      throw new Refusal('invalid-input', words.noSuchPlace, { fields: { place: words.noSuchPlace } })
    }
    const find = async () =>
      (await readRetentionPeriods(db)).find((period) => period.kind === kind && period.place === place)
    const before = await find()
    const by = { name: requireCaller(context).name, at: context.now }
    if (!(await writeRetentionPeriod(db, { kind, place, days }, version, by))) {
      throw new Refusal('stale', words.periodStale, { currentVersion: before?.version ?? 0 })
    }
    const after = await find()
    if (after === undefined) throw new Refusal('not-found', words.noSuchPlace)
    context.setAuditSubject({ change: { before: before ?? null, after } })
    return after
  })
}
