import type { StoreApi } from 'zustand/vanilla'
import { meaningOf } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import type { SafetyView, SavedSafety } from '#contract/safety/bridge.ts'
import type { AnswerConflict } from '#domain/safety/merge-answers.ts'
import type { Answers } from '#domain/safety/question.ts'
import { changedFields } from '#domain/safety/questionnaire-engine.ts'
import { type SafetyCase, toSafetyCase } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import type { SafetyDraft } from '#domain/safety/study-safety-draft.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'
import type { DraftStatus } from '../session/drafts.ts'
import type { SafetyFormState } from './safety-form-store.ts'
import type { Choice } from './study-safety-merge.ts'

/** What another desk saved while this one was answering, and what of it is shown here now. */
export type TakenOver = {
  readonly by: readonly string[]
  readonly at: Instant | null
  /** Fields whose answers changed here. */
  readonly fields: readonly string[]
}

type SafetySaving =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  /** Kept on this workstation; the back office has not confirmed it. */
  | { readonly kind: 'unsent'; readonly failure: Failure }
  | { readonly kind: 'failed'; readonly failure: Failure }

export type OtherDesk = { readonly name: string; readonly since: Instant }

export type StudySafetyState = {
  readonly read: Loadable<SafetyView>
  /** The form while the questions are being answered; null while they are only read. */
  readonly form: StoreApi<SafetyFormState> | null
  /** Answers that are kept here and not saved, while the form is closed. */
  readonly waitingDraft: SafetyDraft | null
  readonly restoredFrom: Instant | null
  readonly kept: DraftStatus
  readonly takenOver: TakenOver | null
  /** Answers that two desks changed differently: a person decides each before anything is saved. */
  readonly conflicts: readonly AnswerConflict[]
  readonly saving: SafetySaving
  readonly others: readonly OtherDesk[]
  readonly signing: Submission
  /** Reads the study and its answers; a draft opens the form, unless the study is cancelled. */
  readonly load: () => Promise<void>
  /** Opens the form, with what was kept. */
  readonly edit: () => void
  /** Closes the form. What is not saved stays as a draft, or goes; false where it could not go and the form stays open. */
  readonly close: (unsaved: 'keep' | 'discard') => Promise<boolean>
  /** Whether anything is answered differently from what is saved. */
  readonly isChanged: () => boolean
  readonly decide: (field: string, choice: Choice) => void
  /** How far the last request is to discard the answers that are not saved. */
  readonly discarding: Submission
  /** Back to the saved answers, for every desk; the form stays open. False where other desks still have the answers. */
  readonly discardDraft: () => Promise<boolean>
  readonly resetDiscarding: () => void
  readonly dismissRestored: () => void
  readonly dismissTakenOver: () => void
  /** Saves; gives what was saved, else null and `saving` says why. */
  readonly save: () => Promise<SavedSafety | null>
  /** Gives true once it is signed off. */
  readonly signOff: (reason: string) => Promise<boolean>
  readonly withdrawSignOff: (reason: string) => Promise<boolean>
  readonly resetSigning: () => void
  /** Works the notices out again against the clock and the support line. */
  readonly tick: () => void
}
export type StudySafetyStore = StoreApi<StudySafetyState>

export type StudySafetyDesk = { readonly store: StudySafetyStore; readonly start: () => () => void }

/** The study and its answers as they are shown; null while they are not read. */
export const shownSafety = (store: StudySafetyStore): SafetyView | null => {
  const { read } = store.getState()
  return read.kind === 'ready' ? read.value : null
}

/** Whether the answers did not leave, or may have arrived. The draft has them all. */
export const isUnsent = (failure: Failure): boolean => meaningOf('bridge', failure) !== 'refused'

/** What the safety questions of a study are worked out from. */
export const safetyCaseOfView = (
  { study, member }: Pick<SafetyView, 'study' | 'member'>,
  now: Instant,
  supportPhone: string | null,
): SafetyCase => toSafetyCase({ gender: member.gender, appointment: study.booking, now, supportPhone })

/** Whether two sets of answers say the same. */
export const isSameAnswers = (a: Answers, b: Answers): boolean => changedFields(safetyQuestionnaire, a, b).length === 0

/** Whether a reading is of before another one. */
export const isOlder = (a: SafetyView, b: SafetyView): boolean =>
  a.record.version < b.record.version || (a.record.version === b.record.version && a.study.version < b.study.version)
