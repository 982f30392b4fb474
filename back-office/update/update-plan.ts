import type { RouteAnswer } from '#contract/back-office.ts'
import type { ReleaseVersion } from '#domain/update/release-version.ts'
import { decidePlan, toRingPlace } from '#domain/update/rings.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, requireWorkstation } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  type AskingWorkstation,
  addUpdateRelease,
  addUpdateWorkstation,
  countUpdateReleasesSince,
  countUpdateWorkstations,
  findUpdateRelease,
  findUpdateWorkstation,
  isSmallestPlace,
  recordInstallPermission,
  type UpdateReleaseRow,
  type UpdateWorkstationRow,
} from '../repositories/update-repository.ts'
import { placeNumberOf } from './place-of-workstation.ts'
import { updateServerWords as words } from './update-server-words.ts'

const daySeconds = 86_400
/**
 * The maximum number of versions that are added in 24 hours, and of workstations per release. These calls need no
 * session: the limits prevent made-up versions and workstations from filling the database.
 */
const maxVersionsOfDay = 10
const maxWorkstations = 100_000

type PlanContext = Pick<HandlerContext, 'db' | 'now' | 'workstationID'>

const askedTooMuch = (message: string): Refusal =>
  new Refusal('too-many-requests', message, { retryAfterSeconds: 3600 })

const findOrAdd = async (db: Database, version: ReleaseVersion, now: number): Promise<UpdateReleaseRow> => {
  const known = await findUpdateRelease(db, version)
  if (known !== undefined) return known
  if ((await countUpdateReleasesSince(db, now - daySeconds)) >= maxVersionsOfDay) {
    throw askedTooMuch(words.tooManyVersions)
  }
  await addUpdateRelease(db, version, now)
  const added = await findUpdateRelease(db, version)
  if (added === undefined) throw new Error('The release that was just added is missing.')
  return added
}

/**
 * Returns what is stored about a workstation for a release. If nothing is stored yet, adds the workstation and returns
 * undefined. Throws 429 above {@link maxWorkstations}.
 */
export const findOrAddWorkstation = async (
  db: Database,
  workstation: AskingWorkstation,
): Promise<UpdateWorkstationRow | undefined> => {
  const known = await findUpdateWorkstation(db, workstation)
  if (known !== undefined) return known
  if ((await countUpdateWorkstations(db, workstation.version)) >= maxWorkstations) {
    throw askedTooMuch(words.tooManyWorkstations)
  }
  await addUpdateWorkstation(db, workstation)
  return undefined
}

/**
 * Returns whether the calling workstation may install a release now; if yes, stores the current time. The first
 * question about a version adds this version in ring 1. Throws 400 without the id of a workstation; 429 for a new
 * version above {@link maxVersionsOfDay} or a new workstation above {@link maxWorkstations}.
 */
export const readUpdatePlan = async (
  version: ReleaseVersion,
  context: PlanContext,
): Promise<RouteAnswer<'readUpdatePlan'>> => {
  const workstation_id = requireWorkstation(context)
  const place = placeNumberOf(version, workstation_id)
  return inTransaction(context.db, async (db) => {
    const { state, ring } = await findOrAdd(db, version, context.now)
    const asking = { version, workstation_id, place }
    const known = await findOrAddWorkstation(db, asking)
    const plan = decidePlan({
      state,
      ring,
      place: toRingPlace(place),
      isSmallest: await isSmallestPlace(db, asking),
      isTold: known !== undefined && known.told_at !== null,
    })
    // Each yes restarts the 24 hours for the report: a workstation asks again directly before it installs, perhaps days
    // after the first yes.
    if (plan.mayInstall) await recordInstallPermission(db, asking, context.now)
    return plan
  })
}
