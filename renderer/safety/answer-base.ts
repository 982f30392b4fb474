import type { SafetyView } from '#contract/safety/bridge.ts'
import type { AnswerConflict } from '#domain/safety/merge-answers.ts'
import type { Answers, AnswerValue } from '#domain/safety/question.ts'
import { sharedAnswersOf } from '#domain/safety/safety-record.ts'
import { mergeSafety, settledByMine } from './study-safety-merge.ts'

/** A version of the saved answers; 0 where there were none. */
type Base = { readonly version: number; readonly answers: Answers }

/** What this desk's answers were made from, and what of another desk's was decided against. */
export type AnswerBase = {
  readonly current: () => Base
  /** Begins from other answers: nothing is decided yet. */
  readonly begin: (base: Base) => void
  /** Goes on from answers that were saved meanwhile. */
  readonly moveOn: (base: Base) => void
  /** Puts this desk's answers over the latest ones. Without conflicts these are the base from then on. Not yet cleared. */
  readonly merge: (
    mine: Answers,
    record: SafetyView['record'],
  ) => { readonly answers: Answers; readonly conflicts: readonly AnswerConflict[] }
  /** Decides a conflict for this desk, and those that are settled with it. */
  readonly keepMine: (conflict: AnswerConflict, conflicts: readonly AnswerConflict[]) => void
  /** Forgets what was decided. */
  readonly forgetDecisions: () => void
}

/** Creates the base of one desk. `userID` is the account of the person at it. */
export const createAnswerBase = (userID: string): AnswerBase => {
  // It stays while a conflict with later answers waits to be decided.
  let base: Base = { version: 0, answers: {} }
  /** Conflicts decided for this desk, with what the other had then. */
  const keptMine = new Map<string, AnswerValue | undefined>()
  return {
    current: () => base,
    begin: (next) => {
      base = next
      keptMine.clear()
    },
    moveOn: (next) => {
      base = next
    },
    merge: (mine, record) => {
      const theirs = sharedAnswersOf(record)
      const found = mergeSafety({ base: base.answers, mine }, theirs, keptMine)
      // The shared draft may be of this person: an earlier answer of their own is no other opinion. A save is.
      const isOwn = record.draft?.byUser === userID && record.version === base.version
      const merged = isOwn ? { ...found, conflicts: [] } : found
      if (merged.conflicts.length === 0) {
        base = { version: record.version, answers: theirs }
        keptMine.clear()
      }
      return merged
    },
    keepMine: (conflict, conflicts) => {
      for (const each of settledByMine(conflict, conflicts)) keptMine.set(each.field, each.theirs)
    },
    forgetDecisions: () => keptMine.clear(),
  }
}
