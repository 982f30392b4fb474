import type { StoreApi } from 'zustand/vanilla'
import type { SafetyView } from '#contract/safety/bridge.ts'
import type { Answers } from '#domain/safety/question.ts'
import { changedFields } from '#domain/safety/questionnaire-engine.ts'
import type { SafetyCase } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { sharedAnswersOf } from '#domain/safety/safety-record.ts'
import type { SafetyDraft } from '#domain/safety/study-safety-draft.ts'
import type { AnswerBase } from './answer-base.ts'
import type { SafetyDraftKeeper } from './safety-draft-keeper.ts'
import type { SafetyFormState } from './safety-form-store.ts'
import { describeAdoption, type SafetyMerging } from './safety-merging.ts'
import type { SafetyPresence } from './safety-presence.ts'
import { takeTheirs } from './study-safety-merge.ts'
import { isSameAnswers, type StudySafetyState, type StudySafetyStore, shownSafety } from './study-safety-state.ts'

/** Creates the store of a form. */
type NewForm = (parts: {
  readonly answers: Answers
  readonly safetyCase: SafetyCase
  readonly onChange: (answers: Answers) => void
}) => StoreApi<SafetyFormState>

type Parts = {
  readonly store: StudySafetyStore
  readonly base: AnswerBase
  readonly merging: SafetyMerging
  readonly keeper: SafetyDraftKeeper
  readonly presence: SafetyPresence
  readonly newForm: NewForm
}

export type SafetyEditing = Pick<StudySafetyState, 'edit' | 'isChanged' | 'decide' | 'tick'> & {
  /** Opens the form with the stored draft, unless the draft equals the saved answers or the study is cancelled. */
  readonly openWaiting: (view: SafetyView) => void
  readonly closeForm: () => void
  /** Closes the form of a cancelled appointment. Unsaved answers stay in the draft until the user discards them. */
  readonly closeForGood: () => void
  /** Shows the saved answers in the form and drops this workstation's changes. */
  readonly backToSaved: () => void
}

/** Creates the actions that open the form with saved answers or a draft, merge answers, and close the form. */
export const createSafetyEditing = (parts: Parts): SafetyEditing => {
  const { store, base, merging, keeper, presence, newForm } = parts
  const { caseOf, evaluated, merge } = merging
  const { getState: get, setState: set } = store

  const open = (answers: Answers, view: SafetyView): void => {
    const form = newForm({
      answers,
      safetyCase: caseOf(view),
      onChange: (next) => {
        const { saving } = get()
        if (saving.kind === 'failed' || saving.kind === 'unsent') set({ saving: { kind: 'idle' } })
        keeper.keep(get().conflicts.length === 0 ? next : merging.mergeAgain(next))
      },
    })
    set({ form, waitingDraft: null, saving: { kind: 'idle' } })
    presence.start()
  }

  /** Opens the form with a draft, merged with later answers from other workstations if there are any. */
  const openDraft = (draft: SafetyDraft, view: SafetyView): void => {
    base.begin({ version: draft.baseVersion, answers: draft.baseAnswers })
    const before = evaluated(draft.answers, view)
    const answers = merge(draft.answers, view)
    const fields = changedFields(safetyQuestionnaire, before, answers)
    open(answers, view)
    set({
      restoredFrom: draft.savedAt,
      takenOver: fields.length === 0 ? null : describeAdoption(view.record, draft.baseVersion, fields),
    })
  }

  const openFresh = (view: SafetyView): void => {
    base.begin({ version: view.record.version, answers: sharedAnswersOf(view.record) })
    set({ conflicts: [], restoredFrom: null, takenOver: null })
    open(evaluated(base.current().answers, view), view)
  }

  const closeForm = (): void => {
    presence.stop()
    base.forgetDecisions()
    set({ form: null, conflicts: [], restoredFrom: null, takenOver: null, saving: { kind: 'idle' } })
  }

  const isChanged = (): boolean => {
    const { form, conflicts } = get()
    if (form === null) return false
    const saved = shownSafety(store)?.record.SafetyQuestions ?? base.current().answers
    return conflicts.length > 0 || !isSameAnswers(form.getState().answers, saved)
  }

  return {
    isChanged,
    closeForm,
    edit: () => {
      const view = shownSafety(store)
      if (view === null || get().form !== null || view.study.status.cancelled) return
      const { waitingDraft } = get()
      if (waitingDraft === null) openFresh(view)
      else openDraft(waitingDraft, view)
    },
    decide: (field, choice) => {
      const { form, conflicts } = get()
      const view = shownSafety(store)
      const conflict = conflicts.find((each) => each.field === field)
      if (form === null || view === null || conflict === undefined) return
      if (choice === 'mine') base.keepMine(conflict, conflicts)
      const { answers } = form.getState()
      const chosen = choice === 'mine' ? answers : takeTheirs(answers, conflict, sharedAnswersOf(view.record))
      const shown = merge(evaluated(chosen, view), view)
      if (!isSameAnswers(shown, answers)) form.getState().replace(shown)
      keeper.keep(shown)
    },
    tick: () => {
      const view = shownSafety(store)
      if (view !== null) get().form?.getState().setCase(caseOf(view))
    },
    openWaiting: (view) => {
      const { waitingDraft, form } = get()
      if (waitingDraft === null || form !== null) return
      const { answers } = waitingDraft
      if (isSameAnswers(evaluated(answers, view), view.record.SafetyQuestions)) {
        set({ waitingDraft: null })
        void keeper.forgetSaved(answers)
      } else if (!view.study.status.cancelled) openDraft(waitingDraft, view)
    },
    closeForGood: () => {
      const { form } = get()
      if (form === null) return
      const draft = keeper.toDraft(form.getState().answers)
      const isWorthKeeping = isChanged()
      closeForm()
      if (isWorthKeeping) set({ waitingDraft: draft })
    },
    backToSaved: () => {
      const view = shownSafety(store)
      if (view === null) return
      base.begin({ version: view.record.version, answers: view.record.SafetyQuestions })
      set({ conflicts: [], restoredFrom: null, takenOver: null, waitingDraft: null, saving: { kind: 'idle' } })
      get().form?.getState().replace(evaluated(base.current().answers, view))
    },
  }
}
