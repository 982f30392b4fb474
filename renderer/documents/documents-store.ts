import { createStore } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Notices } from '../kit/notices.ts'
import { createReadings } from '../kit/readings.ts'
import type { Drafts } from '../session/drafts.ts'
import type { DocumentsState, DocumentsStore } from './documents-state.ts'
import { uploadDraftID, uploadDraftSchema } from './upload-draft.ts'
import { createUploadForms, isStoppedByLock } from './upload-forms.ts'

type Options = {
  readonly bridge: Pick<Bridge, 'documents' | 'on'>
  readonly studyID: StudyID
  readonly notices: Notices
  readonly drafts: Pick<Drafts, 'read' | 'keep' | 'discard'>
  readonly newKey: () => string
  readonly now: () => Instant
}

export type DocumentsDesk = {
  readonly store: DocumentsStore
  /**
   * Reopens the forms that were open before a reload. Reads the documents now and after each change of the study, and
   * follows the progress of uploads, until the returned function is called.
   */
  readonly start: () => () => void
  /** Repeats each upload that was refused, or whose answer was withheld, while the window was locked. */
  readonly resume: () => void
}

/** Creates the store of a study's documents. */
export const createDocumentsStore = (options: Options): DocumentsDesk => {
  const { bridge, studyID, notices, drafts, newKey, now } = options
  /** The document type of each upload, by the upload's idempotency key. */
  const typesByKey = new Map<string, string>()
  const readings = createReadings()
  let isRestored = false

  const store = createStore<DocumentsState>((set, get, api) => {
    /** Runs one call at a time for each name. During that call, returns null without running another. */
    const doAlone = async <Value>(name: string, run: () => Promise<Reply<Value>>): Promise<Reply<Value> | null> => {
      if (get().busy.has(name)) return null
      set({ busy: new Set([...get().busy, name]) })
      try {
        const reply = await run()
        // Even after a refusal the page may be out of date: another workstation may have changed the document.
        await get().load()
        return reply
      } finally {
        set({ busy: new Set([...get().busy].filter((other) => other !== name)) })
      }
    }
    return {
      read: { kind: 'loading' },
      readAt: null,
      behind: null,
      forms: {},
      busy: new Set(),
      load: async () => {
        const isLatest = readings.begin()
        if (get().read.kind === 'failed') set({ read: { kind: 'loading' } })
        const reply = await bridge.documents.list({ studyID })
        if (!isLatest()) return
        if (reply.ok) set({ read: { kind: 'ready', value: reply.value }, readAt: now(), behind: null })
        else if (get().read.kind === 'ready' && reply.failure.code !== 'location-forbidden')
          set({ behind: reply.failure })
        else set({ read: { kind: 'failed', failure: reply.failure } })
      },
      ...createUploadForms({
        store: api,
        documents: bridge.documents,
        drafts,
        notices,
        studyID,
        newKey,
        noteUpload: (idempotencyKey, typeId) => typesByKey.set(idempotencyKey, typeId),
      }),
      setStatus: ({ uuid }, status) => doAlone(uuid, () => bridge.documents.setStatus({ studyID, uuid, status })),
      remove: (typeId, newest) => doAlone(typeId, () => bridge.documents.remove({ studyID, typeId, newest })),
      readFile: (typeId) => bridge.documents.read({ studyID, typeId }),
    }
  })

  /** Reopens the forms that were open when the window was reloaded or closed. Runs once for each store. */
  const restore = async (): Promise<void> => {
    if (isRestored) return
    isRestored = true
    const draft = uploadDraftSchema.safeParse(await drafts.read(uploadDraftID(studyID))).data
    for (const [typeId, name] of Object.entries(draft?.names ?? {})) store.getState().openForm(typeId, name)
  }

  const start = (): (() => void) => {
    const { load } = store.getState()
    void load()
    void restore()
    const stops = [
      bridge.on('booking.studyChanged', (changed) => {
        if (changed.studyID === studyID) void load()
      }),
      bridge.on('bridge.gap', () => void load()),
      bridge.on('documents.uploadProgress', ({ idempotencyKey, ...progress }) => {
        const typeId = typesByKey.get(idempotencyKey)
        const form = typeId === undefined ? undefined : store.getState().forms[typeId]
        if (typeId === undefined || form?.attempt.kind !== 'pending') return
        store.setState(({ forms }) => ({ forms: { ...forms, [typeId]: { ...form, progress } } }))
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }
  const resume = (): void => {
    const { forms, upload } = store.getState()
    for (const [typeId, { attempt }] of Object.entries(forms)) {
      if (attempt.kind === 'failed' && isStoppedByLock(attempt.failure)) void upload(typeId)
    }
  }
  return { store, start, resume }
}
