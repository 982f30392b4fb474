import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { meaningOf } from '#contract/failures.ts'
import { type Failure, fail } from '#contract/reply.ts'
import type { SafetyView, SavedSafety } from '#contract/safety/bridge.ts'
import type { AnswerConflict } from '#domain/safety/merge-answers.ts'
import type { Answers, AnswerValue } from '#domain/safety/question.ts'
import { changedFields } from '#domain/safety/questionnaire-engine.ts'
import { assessSafety, type SafetyCase, toSafetyCase } from '#domain/safety/safety-assessment.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { type SafetyRecord, sharedAnswersOf } from '#domain/safety/safety-record.ts'
import { parseSafetyDraft, type SafetyDraft, safetyDraftID } from '#domain/safety/study-safety-draft.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Attempt, Loadable } from '../kit/loadable.ts'
import { createOnceKey } from '../kit/once-key.ts'
import type { DraftStatus, Drafts } from '../session/drafts.ts'
import { createSafetyFormStore, type SafetyFormState } from './safety-form-store.ts'
import { type Choice, mergeSafety, settledByMine, takeTheirs } from './study-safety-merge.ts'

/** Milliseconds between two words of a desk that it has the questions open. @internal Tests move their clock by it. */
export const presenceMs = 10_000

/** What another desk saved while this one was answering, and what of it stands here now. */
type TakenOver = {
  readonly by: readonly string[]
  readonly at: Instant | null
  /** Fields whose answers changed here. */
  readonly fields: readonly string[]
}

type SafetySaving =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  /** Kept on this workstation; nobody can say yet that the back office has it. */
  | { readonly kind: 'unsent'; readonly failure: Failure }
  | { readonly kind: 'failed'; readonly failure: Failure }

type OtherDesk = { readonly name: string; readonly since: Instant }

type StudySafetyState = {
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
  readonly signing: Attempt
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
  readonly discarding: Attempt
  /** Back to the saved answers, for every desk; the form stays open. False where other desks still have the answers. */
  readonly discardDraft: () => Promise<boolean>
  readonly resetDiscarding: () => void
  readonly dismissRestored: () => void
  readonly dismissTakenOver: () => void
  /** Saves; gives what was saved, else null and `saving` says why. */
  readonly save: () => Promise<SavedSafety | null>
  /** Gives true once it stands. */
  readonly signOff: (reason: string) => Promise<boolean>
  readonly withdrawSignOff: (reason: string) => Promise<boolean>
  readonly resetSigning: () => void
  /** Works the notices out again against the clock and the support line. */
  readonly tick: () => void
}
export type StudySafetyStore = StoreApi<StudySafetyState>

export type StudySafetyDesk = { readonly store: StudySafetyStore; readonly start: () => () => void }

type Options = {
  readonly bridge: Pick<Bridge, 'safety' | 'on'>
  readonly drafts: Drafts
  readonly studyID: StudyID
  readonly now: () => Instant
  readonly supportPhone: () => string | null
  /** The account of the person at this desk. */
  readonly userID: string
  readonly newKey: () => string
}

/** Whether the answers did not leave, or may have arrived. The draft has them all. */
const isUnsent = (failure: Failure): boolean => meaningOf('bridge', failure) !== 'refused'

/** What the safety questions of a study are worked out from. */
export const safetyCaseOf = (
  { study, member }: Pick<SafetyView, 'study' | 'member'>,
  now: Instant,
  supportPhone: string | null,
): SafetyCase => toSafetyCase({ gender: member.gender, appointment: study.booking, now, supportPhone })

/** Whether a study's answers can be saved with required ones missing: proactive booking, and nothing paid (booking spec §5). */
const mayBeIncomplete = ({ config, paymentAmount }: Study): boolean => config.proactiveBooking && paymentAmount === 0

const isSame = (a: Answers, b: Answers): boolean => changedFields(safetyQuestionnaire, a, b).length === 0

const isOlder = (a: SafetyView, b: SafetyView): boolean =>
  a.record.version < b.record.version || (a.record.version === b.record.version && a.study.version < b.study.version)

const describeTakeOver = (record: SafetyRecord, since: number, fields: readonly string[]): TakenOver => {
  const { draft } = record
  const news = record.revisions.filter(({ version }) => version > since)
  // Without a newer save the answers come from the shared draft.
  if (news.length === 0 && draft != null) return { by: [draft.by], at: draft.at, fields }
  return { by: [...new Set(news.map(({ by }) => by))], at: news[0]?.at ?? record.savedAt, fields }
}

/** The store of the safety questions of one study: reading, answering with a draft, two desks at once, saving, sign-off. */
export const createStudySafetyStore = (options: Options): StudySafetyDesk => {
  const { bridge, drafts, studyID, now, newKey } = options
  const draftID = safetyDraftID(studyID)
  /** The saved answers this desk began from. They stay while a conflict with later ones waits to be decided. */
  let base: { version: number; answers: Answers } = { version: 0, answers: {} }
  /** Conflicts decided for this desk, with what the other had then. */
  const keptMine = new Map<string, AnswerValue | undefined>()
  let isDraftRead = false
  /** False once the page is left: an answer that arrives later must not write over the draft of the page opened since. */
  let isShown = true
  const signKey = createOnceKey(newKey)
  let stopPresence: (() => void) | null = null

  const store: StudySafetyStore = createStore<StudySafetyState>((set, get) => {
    const current = (): SafetyView | null => {
      const { read } = get()
      return read.kind === 'ready' ? read.value : null
    }
    const caseOf = (view: SafetyView): SafetyCase => safetyCaseOf(view, now(), options.supportPhone())
    const evaluated = (answers: Answers, view: SafetyView): Answers => assessSafety(answers, caseOf(view)).answers

    const toDraft = (answers: Answers): SafetyDraft => ({
      answers,
      baseVersion: base.version,
      baseAnswers: base.answers,
      savedAt: now(),
    })
    const keep = (answers: Answers): void => {
      const saved = current()?.record.SafetyQuestions ?? base.answers
      // Answers that every desk has stay a draft of this person too: the workstation alone may be within reach next time.
      if (get().conflicts.length === 0 && isSame(answers, base.answers) && isSame(answers, saved)) {
        void drafts.discard(draftID)
        return
      }
      drafts.keep(draftID, toDraft(answers))
    }

    /** Lays this desk's answers over the latest saved ones. Gives the answers to show. */
    const merge = (answers: Answers, view: SafetyView): Answers => {
      const theirs = sharedAnswersOf(view.record)
      const found = mergeSafety({ base: base.answers, mine: answers }, theirs, keptMine)
      // The shared draft may be of this person: an earlier answer of their own is no other opinion. A save is.
      const isOwn = view.record.draft?.byUser === options.userID && view.record.version === base.version
      const merged = isOwn ? { ...found, conflicts: [] } : found
      if (merged.conflicts.length === 0) {
        base = { version: view.record.version, answers: theirs }
        keptMine.clear()
      }
      set({ conflicts: merged.conflicts })
      return evaluated(merged.answers, view)
    }

    /** An answer given while conflicts wait may settle one of them. */
    const mergeAgain = (answers: Answers): Answers => {
      const view = current()
      if (view === null) return answers
      const merged = merge(answers, view)
      if (!isSame(merged, answers)) get().form?.getState().replace(merged)
      return merged
    }

    const open = (answers: Answers, view: SafetyView): void => {
      const form = createSafetyFormStore({
        answers,
        safetyCase: caseOf(view),
        onChange: (next) => {
          const { saving } = get()
          if (saving.kind === 'failed' || saving.kind === 'unsent') set({ saving: { kind: 'idle' } })
          keep(get().conflicts.length === 0 ? next : mergeAgain(next))
        },
      })
      set({ form, waitingDraft: null, saving: { kind: 'idle' } })
      startPresence()
    }

    /** Opens the form over a draft, as it was kept or merged with what was saved since. */
    const openDraft = (draft: SafetyDraft, view: SafetyView): void => {
      base = { version: draft.baseVersion, answers: draft.baseAnswers }
      keptMine.clear()
      const before = evaluated(draft.answers, view)
      const answers = merge(draft.answers, view)
      const fields = changedFields(safetyQuestionnaire, before, answers)
      open(answers, view)
      set({
        restoredFrom: draft.savedAt,
        takenOver: fields.length === 0 ? null : describeTakeOver(view.record, draft.baseVersion, fields),
      })
    }

    const openFresh = (view: SafetyView): void => {
      base = { version: view.record.version, answers: sharedAnswersOf(view.record) }
      keptMine.clear()
      set({ conflicts: [], restoredFrom: null, takenOver: null })
      open(evaluated(base.answers, view), view)
    }

    const startPresence = (): void => {
      if (stopPresence !== null) return
      const say = async (): Promise<void> => {
        const reply = await bridge.safety.present({ studyID, isLeaving: false })
        if (stopPresence !== null && reply.ok) set({ others: reply.value.others })
      }
      const timer = setInterval(() => void say(), presenceMs)
      stopPresence = () => {
        clearInterval(timer)
        stopPresence = null
        set({ others: [] })
        void bridge.safety.present({ studyID, isLeaving: true })
      }
      void say()
    }

    const closeForm = (): void => {
      stopPresence?.()
      keptMine.clear()
      set({ form: null, conflicts: [], restoredFrom: null, takenOver: null, saving: { kind: 'idle' } })
    }

    /** Opens the form over what was kept, unless it was saved meanwhile or nothing can be saved any more. */
    const openWaiting = (view: SafetyView): void => {
      const { waitingDraft, form } = get()
      if (waitingDraft === null || form !== null) return
      const { answers } = waitingDraft
      if (isSame(evaluated(answers, view), view.record.SafetyQuestions)) {
        set({ waitingDraft: null })
        forgetSaved(answers)
      } else if (!view.study.status.cancelled) openDraft(waitingDraft, view)
    }

    /** Throws the draft away where it holds these answers, which are saved; what was answered since stays. */
    const forgetSaved = (saved: Answers): Promise<void> =>
      drafts.discard(draftID, (content) => {
        const kept = parseSafetyDraft(content)
        return kept === null || isSame(kept.answers, saved)
      })

    /**
     * Discards the answers that are not saved: the draft that every desk has, then the one here. Where the first cannot be
     * reached the second stays, or the answers would come back by themselves.
     */
    const discardEverywhere = async (backToSaved: () => void): Promise<boolean> => {
      if (get().discarding.kind === 'pending') return false
      set({ discarding: { kind: 'pending' } })
      const isShared = (current()?.record.draft ?? null) !== null
      // Also where no shared one is in sight: it may be on its way.
      const reply = await bridge.safety.discardDraft({ studyID })
      if (!reply.ok && (isShared || !isUnsent(reply.failure))) {
        set({ discarding: { kind: 'failed', failure: reply.failure } })
        return false
      }
      backToSaved()
      await drafts.discard(draftID)
      set({ discarding: { kind: 'idle' } })
      if (reply.ok) takeWritten(reply.value)
      return true
    }

    /** Takes a fresh reading in: another desk's answers are merged, and a moved appointment dates the notices. */
    const take = (view: SafetyView): void => {
      const before = current()
      // An answer that was on its way while a later one arrived.
      if (before !== null && isOlder(view, before)) return
      // Before the reading is shown: with it the page asks for the form, and the form must begin with what was kept.
      if (before === null) openWaiting(view)
      const { form } = get()
      set({ read: { kind: 'ready', value: view } })
      if (form === null || before === null) return
      if (view.study.status.cancelled) {
        // Nothing can be saved any more. What was answered stays to be looked at, until somebody discards it.
        const draft = toDraft(form.getState().answers)
        const isWorthKeeping = get().isChanged()
        closeForm()
        if (isWorthKeeping) set({ waitingDraft: draft })
        return
      }
      form.getState().setCase(caseOf(view))
      const { answers } = form.getState()
      if (
        view.record.version === before.record.version &&
        isSame(sharedAnswersOf(view.record), sharedAnswersOf(before.record))
      )
        return
      const since = before.record.version
      const merged = merge(answers, view)
      const fields = changedFields(safetyQuestionnaire, answers, merged)
      if (fields.length > 0) {
        form.getState().replace(merged)
        const earlier = get().takenOver?.fields ?? []
        set({ takenOver: describeTakeOver(view.record, since, [...new Set([...earlier, ...fields])]) })
      }
      if (isShown) keep(merged)
    }

    const takeWritten = ({ record, study }: { record: SafetyRecord; study: Study }): void => {
      const view = current()
      if (view !== null) take({ ...view, record, study, asOf: now() })
    }

    const reread = async (): Promise<SafetyView | null> => {
      const reply = await bridge.safety.read({ studyID })
      if (!reply.ok) {
        if (current() === null) set({ read: { kind: 'failed', failure: reply.failure } })
        return null
      }
      take(reply.value)
      return current()
    }

    const finish = async (saved: SavedSafety, sent: Answers): Promise<SavedSafety> => {
      const { form } = get()
      const answers = form?.getState().answers ?? sent
      if (!isSame(answers, sent)) {
        // Answered on while the save was on its way: that part is not saved yet.
        const view = current()
        const { record, study } = saved
        const next = view === null ? null : { ...view, record, study, asOf: now() }
        if (view !== null && next !== null && !isOlder(next, view)) {
          base = { version: record.version, answers: record.SafetyQuestions }
          set({ read: { kind: 'ready', value: next } })
        }
        set({ saving: { kind: 'idle' } })
        if (isShown) keep(answers)
        return saved
      }
      closeForm()
      const { waitingDraft } = get()
      if (waitingDraft !== null && isSame(waitingDraft.answers, sent)) set({ waitingDraft: null })
      takeWritten(saved)
      await forgetSaved(sent)
      return saved
    }

    const refuse = (failure: Failure): null => {
      const form = get().form?.getState()
      if (failure.code === 'missing-required-fields') form?.showMissing()
      else if (failure.details?.fields !== undefined) form?.setProblems(failure.details.fields)
      set({ saving: { kind: isUnsent(failure) ? 'unsent' : 'failed', failure } })
      return null
    }

    const sign = async (
      call: (idempotencyKey: string) => ReturnType<Bridge['safety']['signOff']>,
    ): Promise<boolean> => {
      if (get().signing.kind === 'pending') return false
      set({ signing: { kind: 'pending' } })
      const reply = await call(signKey.current())
      signKey.note(reply)
      if (!reply.ok) {
        set({ signing: { kind: 'failed', failure: reply.failure } })
        if (reply.failure.code === 'stale' || reply.failure.code === 'nothing-to-sign-off') await reread()
        return false
      }
      set({ signing: { kind: 'idle' } })
      takeWritten(reply.value)
      return true
    }

    return {
      read: { kind: 'idle' },
      form: null,
      waitingDraft: null,
      restoredFrom: null,
      kept: null,
      takenOver: null,
      conflicts: [],
      saving: { kind: 'idle' },
      discarding: { kind: 'idle' },
      others: [],
      signing: { kind: 'idle' },
      load: async () => {
        if (current() === null) set({ read: { kind: 'loading' } })
        // Before the answers: once they are shown the form may be opened, and it must know of the draft.
        if (!isDraftRead) {
          const found = await drafts.find(draftID)
          if (!found.ok) {
            // Without it the form must not open: the first answer would be written over the draft.
            if (!isDraftRead) set({ read: { kind: 'failed', failure: found.failure } })
            return
          }
          if (!isDraftRead) {
            isDraftRead = true
            const waitingDraft = parseSafetyDraft(found.value)
            if (waitingDraft !== null) set({ waitingDraft, kept: drafts.isWaiting(draftID) ? 'keeping' : 'kept' })
          }
        }
        await reread()
      },
      edit: () => {
        const view = current()
        if (view === null || get().form !== null || view.study.status.cancelled) return
        const { waitingDraft } = get()
        if (waitingDraft === null) openFresh(view)
        else openDraft(waitingDraft, view)
      },
      close: async (unsaved) => {
        const { form } = get()
        if (form === null) return true
        const draft = toDraft(form.getState().answers)
        const isChanged = get().isChanged()
        if (isChanged && unsaved === 'discard') return await discardEverywhere(closeForm)
        closeForm()
        if (isChanged) {
          set({ waitingDraft: draft })
          drafts.keep(draftID, draft)
          await drafts.flush()
        } else await forgetSaved(draft.answers)
        return true
      },
      isChanged: () => {
        const { form, conflicts } = get()
        if (form === null) return false
        const saved = current()?.record.SafetyQuestions ?? base.answers
        return conflicts.length > 0 || !isSame(form.getState().answers, saved)
      },
      decide: (field, choice) => {
        const { form, conflicts } = get()
        const view = current()
        const conflict = conflicts.find((each) => each.field === field)
        if (form === null || view === null || conflict === undefined) return
        if (choice === 'mine') {
          for (const each of settledByMine(conflict, conflicts)) keptMine.set(each.field, each.theirs)
        }
        const { answers } = form.getState()
        const chosen = choice === 'mine' ? answers : takeTheirs(answers, conflict, sharedAnswersOf(view.record))
        const shown = merge(evaluated(chosen, view), view)
        if (!isSame(shown, answers)) form.getState().replace(shown)
        keep(shown)
      },
      discardDraft: async () => {
        if (current() === null) return false
        return await discardEverywhere(() => {
          const view = current()
          if (view === null) return
          base = { version: view.record.version, answers: view.record.SafetyQuestions }
          keptMine.clear()
          set({ conflicts: [], restoredFrom: null, takenOver: null, waitingDraft: null, saving: { kind: 'idle' } })
          get().form?.getState().replace(evaluated(base.answers, view))
        })
      },
      resetDiscarding: () => set({ discarding: { kind: 'idle' } }),
      dismissRestored: () => set({ restoredFrom: null }),
      dismissTakenOver: () => set({ takenOver: null }),
      save: async () => {
        const { form, conflicts, saving } = get()
        const view = current()
        if (form === null || view === null || conflicts.length > 0 || saving.kind === 'pending') return null
        const { answers, assessment } = form.getState()
        if (assessment.unanswered.length > 0 && !mayBeIncomplete(view.study)) {
          return refuse(fail('missing-required-fields', 'Missing some required fields').failure)
        }
        if (saving.kind === 'unsent' && isSame(answers, view.record.SafetyQuestions)) {
          // An earlier try had arrived after all: it was read meanwhile.
          const { record, study } = view
          return finish({ record, study, cleared: [], memberFailure: null }, answers)
        }
        set({ saving: { kind: 'pending' } })
        const draftVersion = view.record.draft?.version ?? null
        const reply = await bridge.safety.save({ studyID, answers, version: base.version, draftVersion })
        if (reply.ok) return finish(reply.value, answers)
        if (reply.failure.code === 'already-cancelled') await reread()
        if (reply.failure.code !== 'stale') return refuse(reply.failure)
        const latest = await reread()
        const isHere = latest !== null && latest.record.version > view.record.version
        if (isHere && get().conflicts.length === 0 && isSame(answers, latest.record.SafetyQuestions)) {
          // An earlier try had arrived after all, or another desk saved the very same.
          const { record, study } = latest
          return finish({ record, study, cleared: [], memberFailure: null }, answers)
        }
        return refuse(reply.failure)
      },
      signOff: (reason) =>
        sign((idempotencyKey) => {
          const view = current()
          const version = view?.record.version ?? 0
          // What is signed is signed against the appointment that was in sight.
          const utcStart = view?.study.booking?.utcStart ?? null
          return bridge.safety.signOff({ studyID, version, utcStart, reason, idempotencyKey })
        }),
      withdrawSignOff: (reason) =>
        sign((idempotencyKey) => bridge.safety.withdrawSignOff({ studyID, reason, idempotencyKey })),
      resetSigning: () => set({ signing: { kind: 'idle' } }),
      tick: () => {
        const view = current()
        if (view !== null) get().form?.getState().setCase(caseOf(view))
      },
    }
  })

  const start = (): (() => void) => {
    isShown = true
    const reload = (): void => void store.getState().load()
    const stops = [
      drafts.watch(draftID, (kept) => store.setState({ kept })),
      bridge.on('booking.studyChanged', (changed) => {
        if (changed.studyID === studyID) reload()
      }),
      bridge.on('members.changed', ({ memberID }) => {
        const { read } = store.getState()
        if (read.kind === 'ready' && read.value.member.patientID === memberID) reload()
      }),
      bridge.on('bridge.gap', reload),
    ]
    reload()
    return () => {
      isShown = false
      for (const stop of stops) stop()
      stopPresence?.()
    }
  }
  return { store, start }
}
