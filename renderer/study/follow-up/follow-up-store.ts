import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { StudyPageView, WaitingStudyAct } from '#contract/study/bridge.ts'
import { followUpCategory } from '#domain/study/follow-up.ts'
import type { LogEntry } from '#domain/study/study.ts'
import { withWaitingNotes } from '#domain/study/waiting-notes.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Loadable, Submission } from '../../kit/loadable.ts'
import { createReadings } from '../../kit/readings.ts'
import { createRetryKeys } from '../../kit/retry-keys.ts'
import type { Drafts } from '../../session/drafts.ts'

export type FollowUpState = {
  readonly read: Loadable<StudyPageView>
  /** Why the last load failed; the screen still shows earlier data. */
  readonly behind: Failure | null
  /** The notes about follow-up, newest first. */
  readonly notes: Loadable<readonly LogEntry[]>
  readonly text: string
  readonly adding: Submission
  readonly load: () => Promise<void>
  readonly type: (text: string) => void
  /**
   * Saves the note. Returns whether the note waits at this workstation to be sent. Returns null and keeps the text if
   * nothing was saved.
   */
  readonly add: () => Promise<{ readonly isWaiting: boolean } | null>
}

export type FollowUpDesk = { readonly store: StoreApi<FollowUpState>; readonly start: () => () => void }

type Options = {
  readonly bridge: Pick<Bridge, 'study' | 'on'>
  readonly drafts: Pick<Drafts, 'read' | 'keep' | 'discard' | 'flush'>
  readonly studyID: StudyID
  readonly newKey: () => string
}

/**
 * Creates the store of a study's follow-up. `start` reads the study and its notes, and reads them again after each
 * change, until the function that `start` returned is called.
 */
export const createFollowUpStore = (options: Options): FollowUpDesk => {
  const { bridge, drafts, studyID } = options
  const draftID = `follow-up:${studyID}`
  const withRetryKey = createRetryKeys(options.newKey)
  const readings = createReadings()
  let hasTyped = false

  const store = createStore<FollowUpState>((set, get) => ({
    read: { kind: 'loading' },
    behind: null,
    notes: { kind: 'loading' },
    text: '',
    adding: { kind: 'idle' },
    load: async () => {
      const isLatest = readings.begin()
      if (get().read.kind === 'failed') set({ read: { kind: 'loading' } })
      if (get().notes.kind === 'failed') set({ notes: { kind: 'loading' } })
      const [page, log] = await Promise.all([bridge.study.read({ studyID }), bridge.study.readLog({ studyID })])
      if (!isLatest()) return
      if (page.ok) set({ read: { kind: 'ready', value: page.value }, behind: null })
      else if (get().read.kind !== 'ready' || page.failure.code === 'location-forbidden') {
        set({ read: { kind: 'failed', failure: page.failure } })
      } else set({ behind: page.failure })
      if (log.ok) set({ notes: { kind: 'ready', value: toNotes(log.value) } })
      else if (get().notes.kind !== 'ready') set({ notes: { kind: 'failed', failure: log.failure } })
    },
    type: (text) => {
      hasTyped = true
      set({ text, adding: { kind: 'idle' } })
      if (text === '') void drafts.discard(draftID)
      else drafts.keep(draftID, text)
    },
    add: async () => {
      const content = get().text.trim()
      if (content === '' || get().adding.kind === 'pending') return null
      set({ adding: { kind: 'pending' } })
      const reply = await withRetryKey(`note ${content}`, (idempotencyKey) =>
        bridge.study.addNote({ studyID, category: followUpCategory, content, idempotencyKey }),
      )
      if (!reply.ok) {
        set({ adding: { kind: 'failed', failure: reply.failure } })
        return null
      }
      // Text that the user changed during the save stays in the field as the next note.
      if (get().text.trim() === content) {
        set({ text: '' })
        void drafts.discard(draftID)
      }
      set({ adding: { kind: 'idle' } })
      void get().load()
      return { isWaiting: reply.value.isWaiting }
    },
  }))

  const start = (): (() => void) => {
    const { load } = store.getState()
    const reread = (changed: { readonly studyID: StudyID }): void => {
      if (changed.studyID === studyID) void load()
    }
    void load()
    void drafts.read(draftID).then((kept) => {
      if (!hasTyped && typeof kept === 'string') store.setState({ text: kept })
    })
    const stops = [
      bridge.on('booking.studyChanged', reread),
      bridge.on('study.waitingChanged', reread),
      bridge.on('bridge.gap', () => void load()),
    ]
    return () => {
      for (const stop of stops) stop()
      void drafts.flush()
    }
  }
  return { store, start }
}

const toNotes = (log: readonly LogEntry[]): readonly LogEntry[] =>
  log.filter(({ category }) => category === followUpCategory).toSorted((a, b) => (a.time < b.time ? 1 : -1))

/**
 * Returns the saved notes and those that wait at this workstation. If the saved notes are not loaded, returns only the
 * waiting ones, or null if there are none.
 */
export const toShownNotes = (
  notes: FollowUpState['notes'],
  waiting: readonly WaitingStudyAct[],
): readonly LogEntry[] | null => {
  const all = toNotes(withWaitingNotes(notes.kind === 'ready' ? notes.value : [], waiting))
  return notes.kind === 'ready' || all.length > 0 ? all : null
}
