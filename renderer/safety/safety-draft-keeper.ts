import type { Answers } from '#domain/safety/question.ts'
import { parseSafetyDraft, type SafetyDraft, safetyDraftID } from '#domain/safety/study-safety-draft.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Drafts } from '../session/drafts.ts'
import type { AnswerBase } from './answer-base.ts'
import { isSameAnswers, type StudySafetyStore, shownSafety } from './study-safety-state.ts'

type Parts = {
  readonly store: StudySafetyStore
  readonly base: AnswerBase
  readonly drafts: Drafts
  readonly studyID: StudyID
  readonly now: () => Instant
}

export type SafetyDraftKeeper = {
  readonly toDraft: (answers: Answers) => SafetyDraft
  /**
   * Writes the answers to this user's draft. Removes the draft instead if no conflict is undecided and the answers
   * equal both the base and the saved answers.
   */
  readonly keep: (answers: Answers) => void
  /** Writes a draft and resolves once it is on disk. */
  readonly keepNow: (draft: SafetyDraft) => Promise<void>
  /** Removes the draft if it holds exactly these saved answers; later answers stay. */
  readonly forgetSaved: (saved: Answers) => Promise<void>
  readonly discard: () => Promise<void>
  /**
   * Loads the stored draft; calls after a success do nothing. Returns false if the draft cannot be read: then the form
   * must stay closed, because its first answer would overwrite the draft.
   */
  readonly readWaiting: () => Promise<boolean>
}

/** Creates the keeper of a study's unsaved answers. */
export const createSafetyDraftKeeper = ({ store, base, drafts, studyID, now }: Parts): SafetyDraftKeeper => {
  const draftID = safetyDraftID(studyID)
  let isRead = false
  const toDraft = (answers: Answers): SafetyDraft => {
    const { version, answers: baseAnswers } = base.current()
    return { answers, baseVersion: version, baseAnswers, savedAt: now() }
  }
  return {
    toDraft,
    keep: (answers) => {
      const { answers: begun } = base.current()
      const saved = shownSafety(store)?.record.SafetyQuestions ?? begun
      const hasConflicts = store.getState().conflicts.length > 0
      // Answers that equal the shared draft also stay in this user's local draft: the back office may be offline next
      // time.
      if (!hasConflicts && isSameAnswers(answers, begun) && isSameAnswers(answers, saved)) {
        void drafts.discard(draftID)
        return
      }
      drafts.keep(draftID, toDraft(answers))
    },
    keepNow: async (draft) => {
      drafts.keep(draftID, draft)
      await drafts.flush()
    },
    forgetSaved: (saved) =>
      drafts.discard(draftID, (content) => {
        const kept = parseSafetyDraft(content)
        return kept === null || isSameAnswers(kept.answers, saved)
      }),
    discard: () => drafts.discard(draftID),
    readWaiting: async () => {
      if (isRead) return true
      const found = await drafts.find(draftID)
      if (!found.ok) {
        if (!isRead) store.setState({ read: { kind: 'failed', failure: found.failure } })
        return false
      }
      if (isRead) return true
      isRead = true
      const waitingDraft = parseSafetyDraft(found.value)
      if (waitingDraft !== null) {
        store.setState({ waitingDraft, kept: drafts.isWaiting(draftID) ? 'keeping' : 'kept' })
      }
      return true
    },
  }
}
