import type { Bridge } from '#contract/bridge.ts'
import { type Failure, fail } from '#contract/reply.ts'
import type { SafetyView, SavedSafety } from '#contract/safety/bridge.ts'
import { mayLackAnswers } from '#domain/safety/proactive-booking.ts'
import type { Answers } from '#domain/safety/question.ts'
import type { Study } from '#domain/study/study.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { AnswerBase } from './answer-base.ts'
import type { SafetyDraftKeeper } from './safety-draft-keeper.ts'
import type { SafetyEditing } from './safety-editing.ts'
import { safetyFormWords } from './safety-words.ts'
import type { StudySafetyReading } from './study-safety-reading.ts'
import {
  isSameAnswers,
  isUnsent,
  type StudySafetyState,
  type StudySafetyStore,
  shownSafety,
} from './study-safety-state.ts'

type Parts = {
  readonly store: StudySafetyStore
  readonly base: AnswerBase
  readonly editing: SafetyEditing
  readonly keeper: SafetyDraftKeeper
  readonly reading: StudySafetyReading
  readonly safety: Pick<Bridge['safety'], 'save'>
  readonly studyID: StudyID
}

const mayBeIncomplete = ({ config, paymentAmount }: Study): boolean =>
  mayLackAnswers({ isProactive: config.proactiveBooking, paymentAmount })

/** Returns the result of an earlier save that had reached the back office although its reply was lost. */
const savedBefore = ({ record, study }: SafetyView): SavedSafety => ({
  record,
  study,
  cleared: [],
  memberFailure: null,
})

/** Creates the action that saves the answers of the open form. */
export const createSafetySaving = (parts: Parts): Pick<StudySafetyState, 'save'> => {
  const { store, base, editing, keeper, reading, safety, studyID } = parts
  const { getState: get, setState: set } = store

  const finish = async (saved: SavedSafety, sent: Answers): Promise<SavedSafety> => {
    const answers = get().form?.getState().answers ?? sent
    if (!isSameAnswers(answers, sent)) {
      // The user changed answers while the save was on its way; these changes are not saved yet.
      const next = reading.withWritten(saved)
      if (next !== null) {
        base.moveOn({ version: saved.record.version, answers: saved.record.SafetyQuestions })
        set({ read: { kind: 'ready', value: next } })
      }
      set({ saving: { kind: 'idle' } })
      reading.keepIfOpen(answers)
      return saved
    }
    editing.closeForm()
    const { waitingDraft } = get()
    if (waitingDraft !== null && isSameAnswers(waitingDraft.answers, sent)) set({ waitingDraft: null })
    reading.takeWritten(saved)
    await keeper.forgetSaved(sent)
    return saved
  }

  const refuse = (failure: Failure): null => {
    const form = get().form?.getState()
    if (failure.code === 'missing-required-fields') form?.showMissing()
    else if (failure.details?.fields !== undefined) form?.setProblems(failure.details.fields)
    set({ saving: { kind: isUnsent(failure) ? 'unsent' : 'failed', failure } })
    return null
  }

  return {
    save: async () => {
      const { form, conflicts, saving } = get()
      const view = shownSafety(store)
      if (form === null || view === null || conflicts.length > 0 || saving.kind === 'pending') return null
      const { answers, assessment } = form.getState()
      if (assessment.unanswered.length > 0 && !mayBeIncomplete(view.study)) {
        return refuse(fail('missing-required-fields', safetyFormWords.missingOnSave).failure)
      }
      if (saving.kind === 'unsent' && isSameAnswers(answers, view.record.SafetyQuestions)) {
        return finish(savedBefore(view), answers)
      }
      set({ saving: { kind: 'pending' } })
      const draftVersion = view.record.draft?.version ?? null
      const reply = await safety.save({ studyID, answers, version: base.current().version, draftVersion })
      if (reply.ok) return finish(reply.value, answers)
      if (reply.failure.code === 'already-cancelled') await reading.reread()
      if (reply.failure.code !== 'stale') return refuse(reply.failure)
      const latest = await reading.reread()
      const isHere = latest !== null && latest.record.version > view.record.version
      // An earlier try succeeded, or another workstation saved equal answers.
      if (isHere && get().conflicts.length === 0 && isSameAnswers(answers, latest.record.SafetyQuestions)) {
        return finish(savedBefore(latest), answers)
      }
      return refuse(reply.failure)
    },
  }
}
