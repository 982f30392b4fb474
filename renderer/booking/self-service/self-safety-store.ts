import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Gender } from '#domain/members/member.ts'
import { mergeAnswers } from '#domain/safety/merge-answers.ts'
import type { Answers } from '#domain/safety/question.ts'
import { changedFields } from '#domain/safety/questionnaire-engine.ts'
import { type SafetyCase, toSafetyCase } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { type SafetyRecord, sharedAnswersOf } from '#domain/safety/safety-record.ts'
import type { SafetyDraft } from '#domain/safety/study-safety-draft.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Language } from '#domain/values/language.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Loadable } from '../../kit/loadable.ts'
import { isSameCase } from '../../safety/booking-safety.ts'
import { createSafetyFormStore, type SafetyFormState } from '../../safety/safety-form-store.ts'
import { shouldRetrySharing } from './share-again.ts'

type OwnStudy = {
  readonly study: Study
  readonly location: Location
  readonly gender: Gender
  readonly language: Language
}

type SelfSave =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'saved' }

/**
 * The clinic's changes while the member was answering: fields that the page adopted, and fields that the clinic and the
 * member answered differently.
 */
export type ClinicChanges = { readonly taken: readonly string[]; readonly differing: readonly string[] }

type SelfSafetyState = {
  readonly read: Loadable<OwnStudy>
  readonly saving: SelfSave
  readonly news: ClinicChanges | null
  readonly load: () => Promise<void>
  readonly save: () => Promise<void>
  /** Recalculates the notices after the minute or the support phone number has changed. */
  readonly refresh: () => void
}

export type SelfSafetyDesk = {
  readonly store: StoreApi<SelfSafetyState>
  readonly safety: StoreApi<SafetyFormState>
  /** Returns the unsent answers, with the clinic's answers on which they are based; null when all answers are sent. */
  readonly toDraft: () => SafetyDraft | null
  /** Returns whether the clinic lacks an answer of this page. */
  readonly isUnshared: () => boolean
  /** Shares the current answers now, before the member leaves the page. */
  readonly flush: () => void
  readonly stop: () => void
}

/**
 * Milliseconds from the last answer until the answers are shared with the clinic. `shareRetryMs` is the pause before
 * a retry.
 * @internal Tests advance their clock by this time.
 */
export const shareDelayMs = 2000
const shareRetryMs = 15_000

type Options = {
  readonly bridge: Pick<Bridge, 'selfService'>
  readonly studyID: StudyID
  /** Unsent answers from before the booking or from an earlier visit to this page; null for none. */
  readonly draft: SafetyDraft | null
  readonly now: () => Instant
  readonly supportPhone: () => string | null
}

/**
 * Creates the stores of a member's own safety questions, `/booking/referral/{studyID}`. Answers are shared with the
 * clinic as the member gives them; sending completes them. If the clinic saved answers in the meantime, the page merges
 * them and lists the differences, and the member sends again, so that neither side silently overwrites the other.
 */
export const createSelfSafetyDesk = ({ bridge, studyID, draft, now, supportPhone }: Options): SelfSafetyDesk => {
  const noCase = toSafetyCase({ gender: null, appointment: null, now: now() })
  const safety = createSafetyFormStore({ answers: draft?.answers ?? {}, safetyCase: noCase, onChange: () => {} })
  let base: { readonly version: number; readonly answers: Answers } = {
    version: draft?.baseVersion ?? 0,
    answers: draft?.baseAnswers ?? {},
  }

  /** The answers of this page that the clinic has. */
  let shared: Answers = base.answers
  let timer: ReturnType<typeof setTimeout> | undefined
  const isUnshared = (): boolean => changedFields(safetyQuestionnaire, shared, safety.getState().answers).length > 0
  const shareLater = (delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void share(), delayMs)
  }
  const share = async (): Promise<void> => {
    clearTimeout(timer)
    const { read, saving } = store.getState()
    if (read.kind !== 'ready' || saving.kind === 'pending' || !isUnshared()) return
    const { answers } = safety.getState()
    const reply = await bridge.selfService.shareSafety({ studyID, answers, base: shared })
    if (reply.ok) shared = answers
    else if (shouldRetrySharing(reply.failure)) shareLater(shareRetryMs)
  }

  const store = createStore<SelfSafetyState>((set, get) => {
    const caseOf = ({ study, gender }: OwnStudy): SafetyCase =>
      toSafetyCase({ gender, appointment: study.booking, now: now(), supportPhone: supportPhone() })

    const adoptRecord = (record: SafetyRecord, own: OwnStudy): void => {
      const mine = safety.getState().answers
      // The clinic's answers include those that this page shared before the window was reloaded.
      const theirs = sharedAnswersOf(record)
      const merged = mergeAnswers(safetyQuestionnaire, base.answers, mine, theirs)
      const hasMine = changedFields(safetyQuestionnaire, base.answers, mine).length > 0
      const isNews = hasMine && record.version !== base.version
      base = { version: record.version, answers: theirs }
      shared = theirs
      set({
        read: { kind: 'ready', value: own },
        news: isNews ? { taken: merged.taken, differing: merged.conflicts.map(({ field }) => field) } : get().news,
      })
      safety.getState().setCase(caseOf(own))
      safety.getState().replace(merged.answers)
    }

    const reread = async (): Promise<Failure | null> => {
      const reply = await bridge.selfService.readSafety({ studyID })
      if (!reply.ok) return reply.failure
      const { record, ...own } = reply.value
      adoptRecord(record, own)
      return null
    }

    return {
      read: { kind: 'idle' },
      saving: { kind: 'idle' },
      news: null,
      load: async () => {
        if (get().read.kind !== 'ready') set({ read: { kind: 'loading' } })
        const failure = await reread()
        if (failure !== null && get().read.kind !== 'ready') set({ read: { kind: 'failed', failure } })
      },
      save: async () => {
        const { read, saving } = get()
        if (read.kind !== 'ready' || saving.kind === 'pending') return
        const { answers } = safety.getState()
        clearTimeout(timer)
        set({ saving: { kind: 'pending' }, news: null })
        const reply = await bridge.selfService.saveSafety({ studyID, answers, version: base.version })
        if (reply.ok) {
          const { record, study } = reply.value
          base = { version: record.version, answers: record.SafetyQuestions }
          shared = base.answers
          set({ saving: { kind: 'saved' }, read: { kind: 'ready', value: { ...read.value, study } } })
          safety.getState().replace(record.SafetyQuestions)
          return
        }
        const { failure } = reply
        if (failure.code === 'missing-required-fields') safety.getState().showMissing()
        if (failure.code === 'invalid-input') safety.getState().setProblems(failure.details?.fields ?? {})
        if (failure.code === 'stale') await reread()
        set({ saving: { kind: 'failed', failure } })
        shareLater(shareDelayMs)
      },
      refresh: () => {
        const { read } = get()
        if (read.kind !== 'ready') return
        const next = caseOf(read.value)
        if (!isSameCase(safety.getState().safetyCase, next)) safety.getState().setCase(next)
      },
    }
  })

  safety.subscribe(({ answers }, before) => {
    if (answers !== before.answers) shareLater(shareDelayMs)
    const { saving } = store.getState()
    if (answers !== before.answers && saving.kind !== 'pending' && saving.kind !== 'idle') {
      const isSent = changedFields(safetyQuestionnaire, base.answers, answers).length === 0
      if (!isSent) store.setState({ saving: { kind: 'idle' } })
    }
  })

  return {
    store,
    safety,
    isUnshared,
    flush: () => void share(),
    stop: () => clearTimeout(timer),
    toDraft: () => {
      const { answers } = safety.getState()
      if (changedFields(safetyQuestionnaire, base.answers, answers).length === 0) return null
      return { answers, baseVersion: base.version, baseAnswers: base.answers, savedAt: now() }
    },
  }
}
