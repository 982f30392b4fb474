import type { StoreApi } from 'zustand/vanilla'
import type { DocumentsView, ReadDocument } from '#contract/documents/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { DocumentStatus, StudyDocument } from '#domain/documents/document.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'
import type { ChosenFile } from './chosen-file.ts'

/** What is being uploaded for one type. File and name stay until it is there. */
export type UploadForm = {
  readonly chosen: ChosenFile | null
  readonly name: string
  /** Why the file picked last is not taken. */
  readonly refusal: string | null
  readonly attempt: Submission
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
  /** Sends what was chosen and notifies the desk how that ended, on whatever page that is; the form closes once it is there. */
  readonly upload: (typeId: string) => Promise<void>
  readonly setStatus: (document: StudyDocument, status: DocumentStatus) => Promise<Reply<StudyDocument> | null>
  /** Every version of a type, where the newest is still the one that was seen. */
  readonly remove: (typeId: string, newest: string) => Promise<Reply<unknown> | null>
  readonly readFile: (typeId: string) => Promise<Reply<ReadDocument>>
}
export type DocumentsStore = StoreApi<DocumentsState>
