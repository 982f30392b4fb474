import type { Bridge } from '#contract/bridge.ts'
import type { SafetyView, SavedSafety } from '#contract/safety/bridge.ts'
import type { Answers } from '#domain/safety/question.ts'
import { sharedAnswersOf } from '#domain/safety/safety-record.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { SafetyDraftKeeper } from './safety-draft-keeper.ts'
import type { SafetyEditing } from './safety-editing.ts'
import type { SafetyMerging } from './safety-merging.ts'
import {
  isOlder,
  isSameAnswers,
  type StudySafetyState,
  type StudySafetyStore,
  shownSafety,
} from './study-safety-state.ts'

type Parts = {
  readonly store: StudySafetyStore
  readonly editing: SafetyEditing
  readonly merging: SafetyMerging
  readonly keeper: SafetyDraftKeeper
  readonly safety: Pick<Bridge['safety'], 'read'>
  readonly studyID: StudyID
  /** Whether the page is open. */
  readonly isOpen: () => boolean
  readonly now: () => Instant
}

type Written = Pick<SavedSafety, 'record' | 'study'>

export type StudySafetyReading = Pick<StudySafetyState, 'load'> & {
  /** Reads the study and its answers again. Returns the view that is shown after the read; null if the read failed. */
  readonly reread: () => Promise<SafetyView | null>
  /** Shows what this workstation has just written. */
  readonly takeWritten: (written: Written) => void
  /** Returns the view with what was written; null if the view shown is newer, or if no view is shown. */
  readonly withWritten: (written: Written) => SafetyView | null
  /**
   * Keeps answers as a draft while the page is open: a late server reply must not overwrite the draft of a page that
   * was opened later.
   */
  readonly keepIfOpen: (answers: Answers) => void
}

/** Creates the actions that read a study's safety answers and apply each reading. */
export const createStudySafetyReading = (parts: Parts): StudySafetyReading => {
  const { store, editing, merging, keeper, safety, studyID, isOpen, now } = parts
  const { getState: get, setState: set } = store

  const keepIfOpen = (answers: Answers): void => {
    if (isOpen()) keeper.keep(answers)
  }

  /**
   * Applies a new reading: merges another workstation's answers, and updates the form's case, because the appointment
   * or the member may have changed.
   */
  const take = (view: SafetyView): void => {
    const before = shownSafety(store)
    // A slow reply can arrive after a newer one.
    if (before !== null && isOlder(view, before)) return
    // Runs before the reading is shown: once it is shown, the page may open the form, which must start from the draft.
    if (before === null) editing.openWaiting(view)
    const { form } = get()
    set({ read: { kind: 'ready', value: view } })
    if (form === null || before === null) return
    if (view.study.status.cancelled) {
      editing.closeForGood()
      return
    }
    form.getState().setCase(merging.caseOf(view))
    const isKnown =
      view.record.version === before.record.version &&
      isSameAnswers(sharedAnswersOf(view.record), sharedAnswersOf(before.record))
    if (!isKnown) keepIfOpen(merging.takeLatest(view, before.record.version))
  }

  const reread = async (): Promise<SafetyView | null> => {
    const reply = await safety.read({ studyID })
    if (!reply.ok) {
      if (shownSafety(store) === null) set({ read: { kind: 'failed', failure: reply.failure } })
      return null
    }
    take(reply.value)
    return shownSafety(store)
  }

  return {
    reread,
    keepIfOpen,
    load: async () => {
      if (shownSafety(store) === null) set({ read: { kind: 'loading' } })
      // Runs before the answers are read: once they are shown the form may open, and it needs the draft.
      if (await keeper.readWaiting()) await reread()
    },
    takeWritten: ({ record, study }) => {
      const view = shownSafety(store)
      if (view !== null) take({ ...view, record, study, asOf: now() })
    },
    withWritten: ({ record, study }) => {
      const view = shownSafety(store)
      const next = view === null ? null : { ...view, record, study, asOf: now() }
      return view !== null && next !== null && !isOlder(next, view) ? next : null
    },
  }
}
