import type { StoreApi } from 'zustand/vanilla'
import type { DocumentsView, ReadDocument } from '#contract/documents/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { DocumentStatus, StudyDocument } from '#domain/documents/document.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'
import type { ChosenFile } from './chosen-file.ts'

/** The upload form of one type. It keeps the file and the name until the upload succeeds. */
export type UploadForm = {
  readonly chosen: ChosenFile | null
  readonly name: string
  /** Why the last chosen file was refused. */
  readonly refusal: string | null
  readonly attempt: Submission
  /** The bytes sent by this workstation so far; null before the first progress report and after a failure. */
  readonly progress: { readonly sentBytes: number; readonly totalBytes: number } | null
}

export type DocumentsState = {
  readonly read: Loadable<DocumentsView>
  readonly readAt: Instant | null
  /** Why the last load failed; the screen still shows earlier data. */
  readonly behind: Failure | null
  readonly forms: { readonly [TypeID: string]: UploadForm }
  /** IDs of the documents and types with a running call. */
  readonly busy: ReadonlySet<string>
  readonly load: () => Promise<void>
  readonly openForm: (typeId: string, name: string) => void
  readonly closeForm: (typeId: string) => void
  readonly changeName: (typeId: string, name: string) => void
  readonly pick: (typeId: string, file: File) => void
  /**
   * Uploads the chosen file. Notifies the user of the result, whichever page is open then. The form closes after a
   * success.
   */
  readonly upload: (typeId: string) => Promise<void>
  readonly setStatus: (document: StudyDocument, status: DocumentStatus) => Promise<Reply<StudyDocument> | null>
  /**
   * Deletes every version of a type. Refused if `newest`, the newest version that the user saw, is no longer the
   * newest.
   */
  readonly remove: (typeId: string, newest: string) => Promise<Reply<unknown> | null>
  readonly readFile: (typeId: string) => Promise<Reply<ReadDocument>>
}
export type DocumentsStore = StoreApi<DocumentsState>
