import type { RouteAnswer } from '#contract/back-office.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireWorkstation } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findUpdateRelease, writeUpdateReport } from '../repositories/update-repository.ts'
import { applyReports, type ReportsContext } from './apply-reports.ts'
import { placeNumberOf } from './place-of-workstation.ts'
import { findOrAddWorkstation } from './update-plan.ts'
import { updateServerWords as words } from './update-server-words.ts'

/**
 * Stores how an installation on the calling workstation ended; the last report counts. A failure can halt the release
 * immediately. Throws 400 without the id of a workstation, 404 for a version that no workstation asked about, 429 for a
 * new workstation when the release has too many workstations.
 */
export const reportUpdate = async (
  { version, from, outcome, code }: HandlerInput<'reportUpdate'>['body'],
  context: ReportsContext & Pick<HandlerContext, 'workstationID'>,
): Promise<RouteAnswer<'reportUpdate'>> => {
  const workstation = { version, workstation_id: requireWorkstation(context) }
  await inTransaction(context.db, async (db) => {
    if ((await findUpdateRelease(db, version)) === undefined) throw new Refusal('not-found', words.unknownRelease)
    await findOrAddWorkstation(db, { ...workstation, place: placeNumberOf(version, workstation.workstation_id) })
    await writeUpdateReport(db, workstation, { outcome, code, from_version: from }, context.now)
  })
  // This is a second transaction, so that when two failures are reported at the same time, the later transaction counts
  // both.
  if (outcome !== 'installed') await applyReports(version, context)
  return {}
}
