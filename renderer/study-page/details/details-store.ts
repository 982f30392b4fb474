import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure } from '#contract/reply.ts'
import { isSameValue, mergeFields } from '#domain/study/merge-fields.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Drafts } from '../../session/drafts.ts'
import {
  type DetailsDraft,
  detailsDraftID,
  detailsDraftSchema,
  type StandingAppointment,
  type Suppression,
  shownAppointmentOf,
  suppressionOf,
} from './details-draft.ts'

export type DetailsPart = 'suppression' | 'safety' | 'appointment'
export type DetailsProblem = { readonly part: DetailsPart; readonly failure: Failure }

export type DetailsEdit = {
  /** Where the study stood when its new place was chosen; another one by now has to be decided upon. */
  readonly base: StandingAppointment
  readonly suppression: { readonly base: Suppression; readonly mine: Suppression }
  /** What of the suppression somebody else changed meanwhile and stands here now. */
  readonly taken: readonly (keyof Suppression)[]
}

/** Lines of what was chosen and let go; none where nothing was. */
type LetGo = { readonly by: string | null; readonly lines: readonly string[] }

type DetailsState = {
  readonly edit: DetailsEdit | null
  /** Choices that are kept here and not saved, while edit mode is closed; with when they were kept. */
  readonly waitingSince: Instant | null
  readonly restoredFrom: Instant | null
  /** What went unsaved when the study was cancelled under an open edit mode, and by whom it was; null where none was. */
  readonly letGo: LetGo | null
  readonly isSaving: boolean
  /** What the last save could not save, and why. */
  readonly problems: readonly DetailsProblem[]
  /** Reads what was kept, once; a draft of an open edit mode opens it again, and so does `isWanted`. */
  readonly restore: (study: Study, isWanted: boolean) => Promise<void>
  readonly open: (study: Study) => void
  readonly suppress: (change: Partial<Suppression>) => void
  /** The study changed: what this desk did not touch follows it. `isChosen`: a place was chosen that is not saved. */
  readonly follow: (study: Study, isChosen: boolean) => void
  /** The choice stands over what somebody else has made of the appointment. */
  readonly keepMine: (study: Study) => void
  /** Leaves edit mode; what is not saved stays as a draft, or goes. */
  readonly close: (unsaved: 'keep' | 'discard') => Promise<void>
  /** Closes edit mode, as the study was cancelled: nothing of it can be saved any more. */
  readonly giveUp: (letGo: LetGo | null) => void
  readonly dismissLetGo: () => void
  readonly setSaving: (isSaving: boolean, problems: readonly DetailsProblem[]) => void
  /** The suppression stands as chosen. */
  readonly suppressed: (study: Study) => void
  readonly dismissRestored: () => void
}
export type DetailsStore = StoreApi<DetailsState>

type Options = { readonly drafts: Drafts; readonly studyID: StudyID; readonly now: () => Instant }

export const isSuppressionChanged = ({ suppression }: DetailsEdit): boolean =>
  !isSameValue(suppression.base, suppression.mine)

/** The store of Study Details in edit mode: what was chosen beside the time and the answers, kept as a draft. */
export const createDetailsStore = ({ drafts, studyID, now }: Options): DetailsStore =>
  createStore<DetailsState>((set, get) => {
    const draftID = detailsDraftID(studyID)
    let kept: DetailsDraft | null = null
    let isRestored = false
    /** Whether a place is chosen that is not saved; its own draft is the booking's. */
    let isChosen = false

    /** Edit mode that changes nothing leaves nothing behind: the page opens to be read again. */
    const keep = (edit: DetailsEdit, isOpen: boolean): void => {
      if (!isChosen && !isSuppressionChanged(edit)) {
        if (kept !== null) void drafts.discard(draftID)
        kept = null
        return
      }
      const { base, suppression } = edit
      kept = {
        isOpen,
        base: { appointment: base, suppression: suppression.base },
        suppression: suppression.mine,
        savedAt: now(),
      }
      drafts.keep(draftID, kept)
    }
    const change = (edit: DetailsEdit): void => {
      set({ edit })
      keep(edit, true)
    }
    const toEdit = (study: Study): DetailsEdit => {
      if (kept === null) {
        const current = suppressionOf(study)
        return { base: shownAppointmentOf(study), suppression: { base: current, mine: current }, taken: [] }
      }
      const { base, suppression } = kept
      return {
        base: base.appointment as StandingAppointment,
        ...merge(base.suppression, suppression, study),
        taken: [],
      }
    }
    const merge = (base: Suppression, mine: Suppression, study: Study): Pick<DetailsEdit, 'suppression' | 'taken'> => {
      const theirs = suppressionOf(study)
      // Two choices can only be changed alike or on one side: nothing is left to be decided.
      const { merged, taken } = mergeFields(base, mine, theirs)
      return { suppression: { base: theirs, mine: merged }, taken }
    }

    return {
      edit: null,
      waitingSince: null,
      restoredFrom: null,
      letGo: null,
      isSaving: false,
      problems: [],
      restore: async (study, isWanted) => {
        if (isRestored) return
        isRestored = true
        kept = detailsDraftSchema.safeParse(await drafts.read(draftID)).data ?? null
        if (study.status.cancelled || get().edit !== null) return
        if (kept === null) {
          if (isWanted) get().open(study)
          return
        }
        isChosen = true
        set(kept.isOpen ? { restoredFrom: kept.savedAt } : { waitingSince: kept.savedAt })
        if (isWanted || kept.isOpen) get().open(study)
      },
      open: (study) => {
        if (get().edit !== null) return
        set({ problems: [], waitingSince: null })
        change(toEdit(study))
      },
      suppress: (given) => {
        const { edit, isSaving } = get()
        if (edit === null || isSaving) return
        const { base, mine } = edit.suppression
        change({ ...edit, suppression: { base, mine: { ...mine, ...given } }, taken: [] })
      },
      follow: (study, isPlaceChosen) => {
        const { edit } = get()
        if (edit === null) return
        const wasChosen = isChosen
        isChosen = isPlaceChosen
        const merged = merge(edit.suppression.base, edit.suppression.mine, study)
        const base = isChosen ? edit.base : shownAppointmentOf(study)
        const next = { base, ...merged, taken: [...new Set([...edit.taken, ...merged.taken])] }
        if (!isSameValue(next, edit) || isChosen !== wasChosen) change(next)
      },
      keepMine: (study) => {
        const { edit } = get()
        if (edit !== null) change({ ...edit, base: shownAppointmentOf(study) })
      },
      close: async (unsaved) => {
        const { edit } = get()
        if (edit === null) return
        set({ edit: null, problems: [], restoredFrom: null })
        if (unsaved === 'keep') {
          keep(edit, false)
          set({ waitingSince: kept === null ? null : now() })
          return
        }
        kept = null
        isChosen = false
        set({ waitingSince: null })
        await drafts.discard(draftID)
      },
      giveUp: (letGo) => {
        set({ letGo })
        void get().close('discard')
      },
      dismissLetGo: () => set({ letGo: null }),
      setSaving: (isSaving, problems) => set({ isSaving, problems, ...(isSaving ? { restoredFrom: null } : {}) }),
      suppressed: (study) => {
        const { edit } = get()
        const current = suppressionOf(study)
        if (edit !== null) change({ ...edit, suppression: { base: current, mine: current }, taken: [] })
      },
      dismissRestored: () => set({ restoredFrom: null }),
    }
  })
