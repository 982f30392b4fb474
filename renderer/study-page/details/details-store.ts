import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure } from '#contract/reply.ts'
import { isSameValue, mergeFields } from '#domain/study/merge-fields.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Drafts } from '../../session/drafts.ts'
import {
  type BookedAppointment,
  type DetailsDraft,
  detailsDraftID,
  detailsDraftSchema,
  type Suppression,
  shownAppointmentOf,
  suppressionOf,
} from './details-draft.ts'

export type DetailsPart = 'suppression' | 'safety' | 'appointment'
export type DetailsProblem = { readonly part: DetailsPart; readonly failure: Failure }

export type DetailsEdit = {
  /**
   * The study's appointment at the moment when the user chose a new one. If another user changes the appointment
   * afterwards, the user must choose which one to keep.
   */
  readonly base: BookedAppointment
  readonly suppression: { readonly base: Suppression; readonly mine: Suppression }
  /** Suppression settings that another user changed in the meantime; the form shows their values. */
  readonly taken: readonly (keyof Suppression)[]
}

/** Who cancelled the study, and lines that describe the discarded choices; no lines if there were no choices. */
type DiscardedChoices = { readonly by: string | null; readonly lines: readonly string[] }

type DetailsState = {
  readonly edit: DetailsEdit | null
  /** When the unsaved draft was stored; null without a draft and while edit mode is open. */
  readonly waitingSince: Instant | null
  readonly restoredFrom: Instant | null
  /**
   * The choices discarded because the study was cancelled during edit mode, and who cancelled the study; null
   * otherwise.
   */
  readonly discarded: DiscardedChoices | null
  readonly isSaving: boolean
  /** The parts that the last save could not save, with the reasons. */
  readonly problems: readonly DetailsProblem[]
  /**
   * Reads the draft on the first call only. Opens edit mode if it was open when the draft was stored, or if `isWanted`
   * is true, but not for a cancelled study.
   */
  readonly restore: (study: Study, isWanted: boolean) => Promise<void>
  readonly open: (study: Study) => void
  readonly suppress: (change: Partial<Suppression>) => void
  /**
   * Applies a changed study to the parts that the user has not changed. `isChosen`: the user chose an appointment that
   * is not saved.
   */
  readonly follow: (study: Study, isChosen: boolean) => void
  /** Ends a conflict: takes the study's current appointment as the base. The user's own choice does not change. */
  readonly keepMine: (study: Study) => void
  /** Leaves edit mode. Unsaved changes stay as a draft or are discarded. */
  readonly close: (unsaved: 'keep' | 'discard') => Promise<void>
  /** Closes edit mode because the study was cancelled and no change can be saved any more. */
  readonly giveUp: (discarded: DiscardedChoices | null) => void
  readonly dismissDiscarded: () => void
  readonly setSaving: (isSaving: boolean, problems: readonly DetailsProblem[]) => void
  /** Takes the saved suppression as the new base. */
  readonly suppressed: (study: Study) => void
  readonly dismissRestored: () => void
}
export type DetailsStore = StoreApi<DetailsState>

type Options = { readonly drafts: Drafts; readonly studyID: StudyID; readonly now: () => Instant }

export const isSuppressionChanged = ({ suppression }: DetailsEdit): boolean =>
  !isSameValue(suppression.base, suppression.mine)

/**
 * Creates the store of Study Details in edit mode. Its draft contains the suppression and the values from which the
 * user started. The chosen appointment and the answers have drafts of their own.
 */
export const createDetailsStore = ({ drafts, studyID, now }: Options): DetailsStore =>
  createStore<DetailsState>((set, get) => {
    const draftID = detailsDraftID(studyID)
    let kept: DetailsDraft | null = null
    let isRestored = false
    /** Whether the user chose an appointment that is not saved. The appointment itself is in the booking draft. */
    let isChosen = false

    /** Stores the changes as a draft. Without changes it discards the draft, so that the page opens for reading. */
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
        base: base.appointment as BookedAppointment,
        ...merge(base.suppression, suppression, study),
        taken: [],
      }
    }
    const merge = (base: Suppression, mine: Suppression, study: Study): Pick<DetailsEdit, 'suppression' | 'taken'> => {
      const theirs = suppressionOf(study)
      // Booleans cannot conflict: both sides made the same change, or only one side changed.
      const { merged, taken } = mergeFields(base, mine, theirs)
      return { suppression: { base: theirs, mine: merged }, taken }
    }

    return {
      edit: null,
      waitingSince: null,
      restoredFrom: null,
      discarded: null,
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
      giveUp: (discarded) => {
        set({ discarded })
        void get().close('discard')
      },
      dismissDiscarded: () => set({ discarded: null }),
      setSaving: (isSaving, problems) => set({ isSaving, problems, ...(isSaving ? { restoredFrom: null } : {}) }),
      suppressed: (study) => {
        const { edit } = get()
        const current = suppressionOf(study)
        if (edit !== null) change({ ...edit, suppression: { base: current, mine: current }, taken: [] })
      },
      dismissRestored: () => set({ restoredFrom: null }),
    }
  })
