import { createStore } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import { safetyDraftID } from '#domain/safety/study-safety-draft.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Drafts } from '../session/drafts.ts'
import { createAnswerBase } from './answer-base.ts'
import { createSafetyDiscarding } from './safety-discarding.ts'
import { createSafetyDraftKeeper } from './safety-draft-keeper.ts'
import { createSafetyEditing } from './safety-editing.ts'
import { createSafetyFormStore } from './safety-form-store.ts'
import { createSafetyMerging } from './safety-merging.ts'
import { createSafetyPresence } from './safety-presence.ts'
import { createSafetySaving } from './safety-saving.ts'
import { createSafetySigning } from './safety-signing.ts'
import { createStudySafetyReading } from './study-safety-reading.ts'
import type { StudySafetyDesk, StudySafetyState, StudySafetyStore } from './study-safety-state.ts'

type Options = {
  readonly bridge: Pick<Bridge, 'safety' | 'on'>
  readonly drafts: Drafts
  readonly studyID: StudyID
  readonly now: () => Instant
  readonly supportPhone: () => string | null
  /** The account signed in at this workstation. */
  readonly userID: string
  readonly newKey: () => string
}

const newPage = {
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
} as const satisfies Partial<StudySafetyState>

/** Creates the store of one study's safety questions: reading, answering with a draft, merging, saving, sign-off. */
export const createStudySafetyStore = (options: Options): StudySafetyDesk => {
  const { bridge, drafts, studyID, now, supportPhone, userID, newKey } = options
  const { safety } = bridge
  const base = createAnswerBase(userID)
  const presence = createSafetyPresence(safety, studyID, (others) => store.setState({ others }))
  /**
   * False once the user leaves the page: a late server reply must not overwrite the draft of a page that was opened
   * later.
   */
  let isOpen = true

  const store: StudySafetyStore = createStore<StudySafetyState>((set, _get, api) => {
    const keeper = createSafetyDraftKeeper({ store: api, base, drafts, studyID, now })
    const merging = createSafetyMerging({ store: api, base, now, supportPhone })
    const editing = createSafetyEditing({
      store: api,
      base,
      merging,
      keeper,
      presence,
      newForm: createSafetyFormStore,
    })
    const { edit, isChanged, decide, tick } = editing
    const reading = createStudySafetyReading({
      store: api,
      editing,
      merging,
      keeper,
      safety,
      studyID,
      isOpen: () => isOpen,
      now,
    })
    const parts = { store: api, base, editing, keeper, reading, safety, studyID, newKey }
    return {
      ...newPage,
      load: reading.load,
      edit,
      isChanged,
      decide,
      tick,
      ...createSafetyDiscarding(parts),
      ...createSafetySaving(parts),
      ...createSafetySigning(parts),
      dismissRestored: () => set({ restoredFrom: null }),
      dismissTakenOver: () => set({ takenOver: null }),
    }
  })

  const start = (): (() => void) => {
    isOpen = true
    const reload = (): void => void store.getState().load()
    const stops = [
      drafts.watch(safetyDraftID(studyID), (kept) => store.setState({ kept })),
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
      isOpen = false
      for (const stop of stops) stop()
      presence.stop()
    }
  }
  return { store, start }
}
