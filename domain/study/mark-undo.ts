import { type Instant, toEpochMs } from '../values/instant.ts'
import { readFlag } from './status-flags.ts'
import type { Study } from './study.ts'
import { decideAct } from './study-acts.ts'

/** The marks that can be undone on the day's board, the last step first. */
const boardMarks = ['scanned', 'checkin'] as const
export type BoardMark = (typeof boardMarks)[number]

/** Minutes after which an undo asks for confirmation, because later work may depend on the mark. */
const freshMarkMinutes = 10

export type MarkUndo =
  | { readonly kind: 'can'; readonly mark: BoardMark; readonly at: Instant | null; readonly isFresh: boolean }
  | { readonly kind: 'cannot'; readonly reason: string }

const markNames: Readonly<Record<BoardMark, string>> = { scanned: 'scan mark', checkin: 'check-in' }

/**
 * Decides whether this person may undo the last mark of a study on the board. The study's own record has the person and
 * the time, so the answer is the same after a reload and on another workstation. Returns a reason instead if another
 * person set the mark, or if later work depends on it.
 */
export const decideMarkUndo = (study: Pick<Study, 'status'>, fullname: string, now: Instant): MarkUndo => {
  const mark = boardMarks.find((each) => study.status[each] === true)
  if (mark === undefined) return { kind: 'cannot', reason: 'Nothing is marked on this row yet.' }
  const { by, time } = readFlag(study.status, mark)
  if (by !== fullname) {
    const who = by === null ? 'The record does not name who' : by
    const did = mark === 'scanned' ? 'marked the scan' : 'checked the member in'
    return { kind: 'cannot', reason: `${who} ${did}. Undo the ${markNames[mark]} on the study page.` }
  }
  const decision = decideAct(study, mark, false)
  if (decision.kind !== 'change') {
    const reason = decision.kind === 'refused' ? decision.reason : `The ${markNames[mark]} is already undone.`
    return { kind: 'cannot', reason }
  }
  const isFresh = time !== null && toEpochMs(now) - toEpochMs(time) <= freshMarkMinutes * 60_000
  return { kind: 'can', mark, at: time, isFresh }
}
