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

/** The answers that this form adopted from other workstations: who saved or drafted them, when, and their fields. */
export type AdoptedAnswers = {
  readonly by: readonly string[]
  readonly at: Instant | null
  /** Fields whose answers changed in this form. */
  readonly fields: readonly string[]
}

type SafetySaving =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  /** The answers are kept on this workstation; the back office has not confirmed the save. */
  | { readonly kind: 'unsent'; readonly failure: Failure }
  | { readonly kind: 'failed'; readonly failure: Failure }

export type OtherDesk = { readonly name: string; readonly since: Instant }

export type StudySafetyState = {
  readonly read: Loadable<SafetyView>
  /** The form while the questions are being answered; null while they are only read. */
  readonly form: StoreApi<SafetyFormState> | null
  /** Unsaved answers kept on this workstation while the form is closed. */
  readonly waitingDraft: SafetyDraft | null
  readonly restoredFrom: Instant | null
  readonly kept: DraftStatus
  readonly takenOver: AdoptedAnswers | null
  /** Answers that two workstations changed differently: the user decides each before anything is saved. */
  readonly conflicts: readonly AnswerConflict[]
  readonly saving: SafetySaving
  readonly others: readonly OtherDesk[]
  readonly signing: Submission
  /**
   * Reads the study and its answers. This workstation's draft opens the form, unless it equals the saved answers or the
   * study is cancelled.
   */
  readonly load: () => Promise<void>
  /** Opens the form with `waitingDraft`; if that is null, with the answers of the back office. */
  readonly edit: () => void
  /**
   * Closes the form. Unsaved answers stay as a draft or are discarded. Returns false if discarding failed; the form
   * stays open.
   */
  readonly close: (unsaved: 'keep' | 'discard') => Promise<boolean>
  /** Returns whether any answer in the form differs from the saved ones, or a conflict is undecided. */
  readonly isChanged: () => boolean
  readonly decide: (field: string, choice: Choice) => void
  /** The state of the last request to discard the unsaved answers. */
  readonly discarding: Submission
  /**
   * Returns to the saved answers on every workstation; the form stays open. Returns false if other workstations may
   * still have the unsaved answers.
   */
  readonly discardDraft: () => Promise<boolean>
  readonly resetDiscarding: () => void
  readonly dismissRestored: () => void
  readonly dismissTakenOver: () => void
  /** Saves the answers. Returns what was saved; null on failure, with the reason in `saving`. */
  readonly save: () => Promise<SavedSafety | null>
  /** Signs off the answers. Returns true on success. */
  readonly signOff: (reason: string) => Promise<boolean>
  readonly withdrawSignOff: (reason: string) => Promise<boolean>
  readonly resetSigning: () => void
  /** Recalculates the notices with the current time and support phone number. */
  readonly tick: () => void
}
export type StudySafetyStore = StoreApi<StudySafetyState>

export type StudySafetyDesk = { readonly store: StudySafetyStore; readonly start: () => () => void }

/** Returns the study and its answers as shown; null until they are read. */
export const shownSafety = (store: StudySafetyStore): SafetyView | null => {
  const { read } = store.getState()
  return read.kind === 'ready' ? read.value : null
}

/** Returns whether the outcome is unknown or the answers were not sent. The draft has them in both cases. */
export const isUnsent = (failure: Failure): boolean => meaningOf('bridge', failure) !== 'refused'

/** Returns the case from which a study's safety questions are assessed. */
export const safetyCaseOfView = (
  { study, member }: Pick<SafetyView, 'study' | 'member'>,
  now: Instant,
  supportPhone: string | null,
): SafetyCase => toSafetyCase({ gender: member.gender, appointment: study.booking, now, supportPhone })

/** Returns whether two sets of answers are equal. */
export const isSameAnswers = (a: Answers, b: Answers): boolean => changedFields(safetyQuestionnaire, a, b).length === 0

/** Returns whether reading `a` is older than reading `b`. */
export const isOlder = (a: SafetyView, b: SafetyView): boolean =>
  a.record.version < b.record.version || (a.record.version === b.record.version && a.study.version < b.study.version)
