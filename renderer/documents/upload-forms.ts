import type { Bridge } from '#contract/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { StudyDocument } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName } from '#domain/members/member.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Notices } from '../kit/notices.ts'
import { createRetryKeys } from '../kit/retry-keys.ts'
import type { Drafts } from '../session/drafts.ts'
import { naming } from '../study/named-notices.ts'
import { chooseFile, readAsDataUrl } from './chosen-file.ts'
import { describeDocumentFailure, documentWords } from './document-words.ts'
import type { DocumentsState, DocumentsStore, UploadForm } from './documents-state.ts'
import { uploadDraftID } from './upload-draft.ts'

type Parts = {
  readonly store: DocumentsStore
  readonly documents: Pick<Bridge['documents'], 'upload'>
  readonly drafts: Pick<Drafts, 'keep' | 'discard'>
  readonly notices: Notices
  readonly studyID: StudyID
  readonly newKey: () => string
  /** Records the document type of the upload that has this idempotency key. */
  readonly noteUpload: (idempotencyKey: string, typeId: string) => void
}

type UploadForms = Pick<DocumentsState, 'openForm' | 'closeForm' | 'changeName' | 'pick' | 'upload'>

/**
 * Returns whether the upload was refused, or its answer withheld, because the window was locked. After the same user
 * unlocks the window, the upload is repeated.
 */
export const isStoppedByLock = ({ code }: Failure): boolean => code === 'locked' || code === 'answer-withheld'

/** Creates the forms to upload documents, one for each type. */
export const createUploadForms = (parts: Parts): UploadForms => {
  const { store, documents, drafts, notices, studyID, noteUpload } = parts
  const { getState: get, setState: set } = store
  const withRetryKey = createRetryKeys(parts.newKey)

  const changeForm = (typeId: string, change: Partial<UploadForm>): void => {
    const form = get().forms[typeId]
    if (form !== undefined) set({ forms: { ...get().forms, [typeId]: { ...form, ...change } } })
  }
  /** Stores the open forms and their text as a draft. The file is not stored on disk; the user chooses it again. */
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
    } else if (reply.value.isLogged) notices.success(say(documentWords.upload.uploaded(reply.value.document.name)))
    else notices.warning(say({ title: documentMessages.uploadedWithoutLog, timeoutMs: null }))
  }

  return {
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
        changeForm(typeId, { attempt: { kind: 'idle' }, refusal: documentWords.upload.unreadable })
        return
      }
      const { file } = chosen
      const sameAgain = JSON.stringify([typeId, name, file.name, file.size, file.lastModified])
      const reply = await withRetryKey(sameAgain, (idempotencyKey) => {
        noteUpload(idempotencyKey, typeId)
        return documents.upload({ studyID, typeId, name, dataUrl, idempotencyKey })
      })
      if (reply.ok) dropForm(typeId)
      else changeForm(typeId, { attempt: { kind: 'failed', failure: reply.failure }, progress: null })
      // The lock caused this failure. `resume` repeats the upload after the unlock, so the user gets no notice yet.
      if (!reply.ok && isStoppedByLock(reply.failure)) return
      tellUpload(reply)
      await get().load()
    },
  }
}
