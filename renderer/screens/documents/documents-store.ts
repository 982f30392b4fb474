import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StudyID } from '#domain/booking/study-id.ts'
import type { Bridge, DocumentFile, DocumentsView } from '#domain/contract/bridge.ts'
import type { Failure, Reply } from '#domain/contract/reply.ts'
import type { DocumentStatus, StudyDocument } from '#domain/documents/document.ts'
import type { Instant } from '#domain/time/instant.ts'
import { createOnceKeys } from '../../booking-parts/once-keys.ts'
import type { Attempt, Loadable } from '../../stores/loadable.ts'
import { type ChosenFile, chooseFile, readAsDataUrl } from './chosen-file.ts'

/** What is being uploaded for one type. File and name stay until it is there. */
export type UploadForm = {
  readonly chosen: ChosenFile | null
  readonly name: string
  /** Why the file picked last is not taken. */
  readonly refusal: string | null
  readonly attempt: Attempt
  /** How much has left this workstation, in bytes; null before anything has. */
  readonly progress: { readonly sentBytes: number; readonly totalBytes: number } | null
}

export type DocumentsState = {
  readonly read: Loadable<DocumentsView>
  readonly readAt: Instant | null
  /** Why the last reading failed while an earlier one is shown. */
  readonly behind: Failure | null
  /** The open upload forms, by type. */
  readonly forms: { readonly [TypeID: string]: UploadForm }
  /** Documents and types something is being done with. */
  readonly busy: ReadonlySet<string>
  readonly load: () => Promise<void>
  readonly openForm: (typeId: string, name: string) => void
  readonly closeForm: (typeId: string) => void
  readonly changeName: (typeId: string, name: string) => void
  readonly pick: (typeId: string, file: File) => void
  /** Null where there was nothing to send; the form closes once it is there. */
  readonly upload: (typeId: string) => Promise<Reply<{ document: StudyDocument; isLogged: boolean }> | null>
  readonly setStatus: (document: StudyDocument, status: DocumentStatus) => Promise<Reply<StudyDocument> | null>
  readonly remove: (typeId: string) => Promise<Reply<unknown> | null>
  readonly readFile: (typeId: string) => Promise<Reply<DocumentFile>>
}

type Options = {
  readonly bridge: Pick<Bridge, 'documents' | 'on'>
  readonly studyID: StudyID
  readonly newKey: () => string
  readonly now: () => Instant
}

export type DocumentsStore = StoreApi<DocumentsState>

/** The store of a study's documents; `start` reads them, and again whenever the study changes, until the returned function is called. */
export const createDocumentsStore = (
  options: Options,
): { readonly store: DocumentsStore; readonly start: () => () => void } => {
  const { bridge, studyID, now } = options
  const once = createOnceKeys(options.newKey)
  const typesByKey = new Map<string, string>()
  let readings = 0

  const store = createStore<DocumentsState>((set, get) => {
    const changeForm = (typeId: string, change: Partial<UploadForm>): void => {
      const form = get().forms[typeId]
      if (form !== undefined) set({ forms: { ...get().forms, [typeId]: { ...form, ...change } } })
    }
    /** One deed at a time for each thing; another press while it is under way does nothing. */
    const doAlone = async <Value>(name: string, run: () => Promise<Reply<Value>>): Promise<Reply<Value> | null> => {
      if (get().busy.has(name)) return null
      set({ busy: new Set([...get().busy, name]) })
      try {
        const reply = await run()
        // Refused or not, what is shown may be old: somebody else may have been here.
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
        readings += 1
        const reading = readings
        if (get().read.kind === 'failed') set({ read: { kind: 'loading' } })
        const reply = await bridge.documents.list({ studyID })
        if (reading !== readings) return
        if (reply.ok) set({ read: { kind: 'ready', value: reply.value }, readAt: now(), behind: null })
        else if (get().read.kind === 'ready' && reply.failure.code !== 'location-forbidden')
          set({ behind: reply.failure })
        else set({ read: { kind: 'failed', failure: reply.failure } })
      },
      openForm: (typeId, name) => {
        if (get().forms[typeId] !== undefined) return
        const form: UploadForm = { chosen: null, name, refusal: null, attempt: { kind: 'idle' }, progress: null }
        set({ forms: { ...get().forms, [typeId]: form } })
      },
      closeForm: (typeId) => {
        const { [typeId]: closed, ...others } = get().forms
        if (closed?.attempt.kind !== 'pending') set({ forms: others })
      },
      changeName: (typeId, name) => changeForm(typeId, { name, attempt: { kind: 'idle' } }),
      pick: (typeId, file) => {
        if (get().forms[typeId]?.attempt.kind === 'pending') return
        const chosen = chooseFile(file)
        changeForm(
          typeId,
          'refusal' in chosen
            ? { refusal: chosen.refusal }
            : { chosen, refusal: null, attempt: { kind: 'idle' }, progress: null },
        )
      },
      upload: async (typeId) => {
        const form = get().forms[typeId]
        if (form?.chosen == null || form.attempt.kind === 'pending') return null
        const { chosen } = form
        const name = form.name.trim()
        changeForm(typeId, { attempt: { kind: 'pending' }, progress: null, refusal: null })
        const dataUrl = await readAsDataUrl(chosen)
        if (dataUrl === null) {
          changeForm(typeId, { attempt: { kind: 'idle' }, refusal: 'The file cannot be read. Please choose it again.' })
          return null
        }
        const { file } = chosen
        const sameAgain = JSON.stringify([typeId, name, file.name, file.size, file.lastModified])
        const reply = await once(sameAgain, (idempotencyKey) => {
          typesByKey.set(idempotencyKey, typeId)
          return bridge.documents.upload({ studyID, typeId, name, dataUrl, idempotencyKey })
        })
        if (reply.ok) {
          const { [typeId]: sent, ...others } = get().forms
          set({ forms: others })
        } else changeForm(typeId, { attempt: { kind: 'failed', failure: reply.failure }, progress: null })
        await get().load()
        return reply
      },
      setStatus: ({ uuid }, status) => doAlone(uuid, () => bridge.documents.setStatus({ studyID, uuid, status })),
      remove: (typeId) => doAlone(typeId, () => bridge.documents.remove({ studyID, typeId })),
      readFile: (typeId) => bridge.documents.read({ studyID, typeId }),
    }
  })

  const start = (): (() => void) => {
    const { load } = store.getState()
    void load()
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
  return { store, start }
}
