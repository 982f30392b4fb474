import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { DocumentsView, ReadDocument } from '#contract/documents/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { DocumentStatus, StudyDocument } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { fullName } from '#domain/members/member.ts'
import { formatDate } from '#domain/values/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Attempt, Loadable } from '../kit/loadable.ts'
import type { Notices } from '../kit/notices.ts'
import { createOnceKeys } from '../kit/once-keys.ts'
import { createReadings } from '../kit/readings.ts'
import type { Drafts } from '../session/drafts.ts'
import { naming } from '../study/named-notices.ts'
import { type ChosenFile, chooseFile, readAsDataUrl } from './chosen-file.ts'
import { describeDocumentFailure } from './document-words.ts'
import { uploadDraftID, uploadDraftSchema } from './upload-draft.ts'

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

type DocumentsState = {
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
  /** Sends what was chosen and tells how that ended, on whatever page that is; the form closes once it is there. */
  readonly upload: (typeId: string) => Promise<void>
  readonly setStatus: (document: StudyDocument, status: DocumentStatus) => Promise<Reply<StudyDocument> | null>
  /** Every version of a type, where the newest is still the one that was seen. */
  readonly remove: (typeId: string, newest: string) => Promise<Reply<unknown> | null>
  readonly readFile: (typeId: string) => Promise<Reply<ReadDocument>>
}

type Options = {
  readonly bridge: Pick<Bridge, 'documents' | 'on'>
  readonly studyID: StudyID
  readonly notices: Notices
  readonly drafts: Pick<Drafts, 'read' | 'keep' | 'discard'>
  readonly newKey: () => string
  readonly now: () => Instant
}

export type DocumentsStore = StoreApi<DocumentsState>

export type DocumentsDesk = {
  readonly store: DocumentsStore
  /** Reads the documents, and again whenever the study changes, until the returned function is called. */
  readonly start: () => () => void
  /** Asks for the answers that the lock kept back. */
  readonly resume: () => void
}

/** The lock refused the upload or kept its answer back: it is asked for as soon as the same person is back. */
const isBehindLock = ({ code }: Failure): boolean => code === 'locked' || code === 'answer-withheld'

/** The store of a study's documents. */
export const createDocumentsStore = (options: Options): DocumentsDesk => {
  const { bridge, studyID, notices, drafts, now } = options
  const once = createOnceKeys(options.newKey)
  const typesByKey = new Map<string, string>()
  const readings = createReadings()
  let isRestored = false

  const store = createStore<DocumentsState>((set, get) => {
    const changeForm = (typeId: string, change: Partial<UploadForm>): void => {
      const form = get().forms[typeId]
      if (form !== undefined) set({ forms: { ...get().forms, [typeId]: { ...form, ...change } } })
    }
    /** Which forms are open and what is typed in them; a file cannot be kept on disk and is chosen again. */
    const keepDraft = (): void => {
      const names = Object.fromEntries(Object.entries(get().forms).map(([typeId, { name }]) => [typeId, name]))
      if (Object.keys(names).length === 0) void drafts.discard(uploadDraftID(studyID))
      else drafts.keep(uploadDraftID(studyID), { names })
    }
    const dropForm = (typeId: string): void => {
      const { [typeId]: dropped, ...others } = get().forms
      if (dropped === undefined) return
      set({ forms: others })
      keepDraft()
    }
    const tellUpload = (reply: Reply<{ document: StudyDocument; isLogged: boolean }>): void => {
      const { read } = get()
      const say = (notice: Parameters<Notices['error']>[0]) =>
        read.kind === 'ready'
          ? naming(notice, `${fullName(read.value.member)}, ${formatDate(read.value.member.dob)}`)
          : notice
      if (!reply.ok) {
        const description = describeDocumentFailure(reply.failure)
        notices.error(say({ title: documentMessages.uploadFailed, description }))
      } else if (reply.value.isLogged) notices.success(say(`${reply.value.document.name} uploaded as a draft`))
      else notices.warning(say({ title: documentMessages.uploadedWithoutLog, timeoutMs: null }))
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
        const isLatest = readings.begin()
        if (get().read.kind === 'failed') set({ read: { kind: 'loading' } })
        const reply = await bridge.documents.list({ studyID })
        if (!isLatest()) return
        if (reply.ok) set({ read: { kind: 'ready', value: reply.value }, readAt: now(), behind: null })
        else if (get().read.kind === 'ready' && reply.failure.code !== 'location-forbidden')
          set({ behind: reply.failure })
        else set({ read: { kind: 'failed', failure: reply.failure } })
      },
      openForm: (typeId, name) => {
        if (get().forms[typeId] !== undefined) return
        const form: UploadForm = { chosen: null, name, refusal: null, attempt: { kind: 'idle' }, progress: null }
        set({ forms: { ...get().forms, [typeId]: form } })
        keepDraft()
      },
      closeForm: (typeId) => {
        if (get().forms[typeId]?.attempt.kind !== 'pending') dropForm(typeId)
      },
      changeName: (typeId, name) => {
        changeForm(typeId, { name, attempt: { kind: 'idle' } })
        keepDraft()
      },
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
        if (form?.chosen == null || form.attempt.kind === 'pending') return
        const { chosen } = form
        const name = form.name.trim()
        changeForm(typeId, { attempt: { kind: 'pending' }, progress: null, refusal: null })
        const dataUrl = await readAsDataUrl(chosen)
        if (dataUrl === null) {
          changeForm(typeId, { attempt: { kind: 'idle' }, refusal: 'The file cannot be read. Please choose it again.' })
          return
        }
        const { file } = chosen
        const sameAgain = JSON.stringify([typeId, name, file.name, file.size, file.lastModified])
        const reply = await once(sameAgain, (idempotencyKey) => {
          typesByKey.set(idempotencyKey, typeId)
          return bridge.documents.upload({ studyID, typeId, name, dataUrl, idempotencyKey })
        })
        if (reply.ok) dropForm(typeId)
        else changeForm(typeId, { attempt: { kind: 'failed', failure: reply.failure }, progress: null })
        // The lock answers for main: what became of it is asked for as soon as the same person is back.
        if (!reply.ok && isBehindLock(reply.failure)) return
        tellUpload(reply)
        await get().load()
      },
      setStatus: ({ uuid }, status) => doAlone(uuid, () => bridge.documents.setStatus({ studyID, uuid, status })),
      remove: (typeId, newest) => doAlone(typeId, () => bridge.documents.remove({ studyID, typeId, newest })),
      readFile: (typeId) => bridge.documents.read({ studyID, typeId }),
    }
  })

  /** Once in a window's life: the forms that were open when it was reloaded or ended. */
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
      if (attempt.kind === 'failed' && isBehindLock(attempt.failure)) void upload(typeId)
    }
  }
  return { store, start, resume }
}
