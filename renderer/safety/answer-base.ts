import type { SafetyView } from '#contract/safety/bridge.ts'
import type { AnswerConflict } from '#domain/safety/merge-answers.ts'
import type { Answers, AnswerValue } from '#domain/safety/question.ts'
import { sharedAnswersOf } from '#domain/safety/safety-record.ts'
import { mergeSafety, resolvedByOwnAnswer } from './study-safety-merge.ts'

/** Answers, and the version of the saved answers that they belong to; 0 when none were saved. */
type Base = { readonly version: number; readonly answers: Answers }

/**
 * The answers that this workstation's changes are based on, and the conflicts that the user has decided in favour of
 * this workstation.
 */
export type AnswerBase = {
  readonly current: () => Base
  /** Starts from other answers and forgets all decisions. */
  readonly begin: (base: Base) => void
  /** Replaces the base with the answers that this workstation has just saved. The decisions stay. */
  readonly moveOn: (base: Base) => void
  /**
   * Merges this workstation's answers with the latest ones. Without conflicts the latest ones become the base. The
   * result may still have answers to questions that are no longer asked.
   */
  readonly merge: (
    mine: Answers,
    record: SafetyView['record'],
  ) => { readonly answers: Answers; readonly conflicts: readonly AnswerConflict[] }
  /** Decides a conflict in favour of this workstation's answer, and the other conflicts that this decision resolves. */
  readonly keepMine: (conflict: AnswerConflict, conflicts: readonly AnswerConflict[]) => void
  /** Forgets which conflicts were decided. */
  readonly forgetDecisions: () => void
}

/** Creates the base of one workstation's answers. `userID` is the signed-in account. */
export const createAnswerBase = (userID: string): AnswerBase => {
  // The base does not move while a conflict with later answers is undecided.
  let base: Base = { version: 0, answers: {} }
  /** Conflicts decided for this workstation, by field, with the other side's answer at that time. */
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
      // The shared draft may come from the same user, whose own earlier answers are no conflict. Answers in a newer
      // saved version can still conflict.
      const isOwn = record.draft?.byUser === userID && record.version === base.version
      const merged = isOwn ? { ...found, conflicts: [] } : found
      if (merged.conflicts.length === 0) {
        base = { version: record.version, answers: theirs }
        keptMine.clear()
      }
      return merged
    },
    keepMine: (conflict, conflicts) => {
      for (const each of resolvedByOwnAnswer(conflict, conflicts)) keptMine.set(each.field, each.theirs)
    },
    forgetDecisions: () => keptMine.clear(),
  }
}
