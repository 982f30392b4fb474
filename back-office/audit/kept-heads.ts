import type { RouteAnswer } from '#contract/back-office.ts'
import { judgeHeads, type SignedAuditHead } from '#domain/audit/audit-head.ts'
import { type HandlerContext, type HandlerInput, requireCaller, requireWorkstation } from '../kernel/handler.ts'
import {
  addHeadsReview,
  findHeadReviews,
  findKeptHeads,
  isOpenDifference,
  writeKeptHeads,
} from '../repositories/audit-heads-repository.ts'
import { compareHeads } from './check-heads.ts'

/**
 * Compares the heads that a workstation keeps with the log, and notes the result for the screen and the alerts. A
 * comparison without a difference adds no row to the log, because each workstation compares every ten minutes.
 */
export const reportAuditHeads = async (
  heads: readonly SignedAuditHead[],
  context: Pick<HandlerContext, 'db' | 'now' | 'workstationID' | 'setAuditSubject'>,
): Promise<RouteAnswer<'reportAuditHeads'>> => {
  const { db, now, setAuditSubject } = context
  const checked = await compareHeads(db, heads)
  const { confirmed, problem } = judgeHeads(checked)
  if (checked.length > 0) {
    await writeKeptHeads(db, {
      workstation_id: requireWorkstation(context),
      compared_at: now,
      confirmed_at: confirmed?.at ?? null,
      confirmed_rows: confirmed?.rows ?? null,
      problem: problem?.state ?? null,
      problem_at: problem?.at ?? null,
    })
  }
  const other = checked.filter(({ state }) => state !== 'same').length
  setAuditSubject(other === 0 ? { leavesNoRow: true } : { what: `${checked.length} heads, ${other} not the same` })
  const { until } = await findHeadReviews(db)
  return { heads: checked, reviewedUntil: until < 0 ? null : until }
}

/** Returns what each workstation last reported, the open differences first. */
export const readKeptAuditHeads = async ({
  db,
}: Pick<HandlerContext, 'db'>): Promise<RouteAnswer<'readKeptAuditHeads'>> => {
  const reviews = await findHeadReviews(db)
  const workstations = (await findKeptHeads(db)).map((row) => ({
    workstationID: row.workstation_id,
    comparedAt: row.compared_at,
    confirmedAt: row.confirmed_at,
    problemAt: row.problem_at,
    problem: row.problem,
    isOpen: isOpenDifference(row, reviews),
  }))
  return { workstations: workstations.sort((one, other) => Number(other.isOpen) - Number(one.isOpen)) }
}

/**
 * Closes the open differences up to the newest one that the administrator saw. The differences of later heads stay
 * open. After rows are changed, every later head differs, even if the rows are older than the review.
 */
export const reviewAuditHeads = async (
  { until, reason }: HandlerInput<'reviewAuditHeads'>['body'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'newId' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'reviewAuditHeads'>> => {
  const { db, newId, now, setAuditSubject } = context
  const reviews = await findHeadReviews(db)
  const open = (await findKeptHeads(db)).filter((row) => isOpenDifference(row, reviews))
  const newest = open.reduce((last, { problem_at }) => Math.max(last, problem_at ?? 0), 0)
  if (open.length > 0) {
    // A time after the newest difference would also close differences that no administrator has seen.
    const review = { until: Math.min(until, newest), reason }
    await addHeadsReview(db, { id: newId(), ...review, by: requireCaller(context).userID, at: now })
    setAuditSubject({ change: { before: null, after: review } })
  }
  return readKeptAuditHeads({ db })
}
