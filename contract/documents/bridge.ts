import { z } from 'zod'
import {
  type DocumentType,
  documentIDSchema,
  documentNameSchema,
  documentStatuses,
  documentTypeIDSchema,
  maxDocumentBytes,
  type StudyDocument,
} from '#domain/documents/document.ts'
import type { NamedShare } from '#domain/documents/share.ts'
import { memberIDSchema } from '#domain/members/member.ts'
import { memberDetailsSchema } from '#domain/release/member-details.ts'
import { reportKinds, type StudyReport } from '#domain/release/study-report.ts'
import type { Study } from '#domain/study/study.ts'
import { type Accepted, idempotencyKey, ofStudy, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import type { StudyView } from '../study/bridge.ts'
import { reportFields } from './fields.ts'

/** The length of the largest file in base64, with the data URL's head. */
const maxDataUrl = Math.ceil(maxDocumentBytes / 3) * 4 + 200

export type DocumentsView = StudyView & {
  readonly types: readonly DocumentType[]
  /** Newest first. */
  readonly documents: readonly StudyDocument[]
}

export type DocumentFile = { readonly fileName: string; readonly contentType: string; readonly base64: string }

/**
 * A document's file with its version, because another workstation may have uploaded a newer one since the list was
 * read.
 */
export type ReadDocument = DocumentFile & Pick<StudyDocument, 'uuid' | 'name' | 'version'>

/** The PDF of an uploaded report, without a stamp. */
type ReportFile = { readonly base64: string; readonly pages: number }

export const documentsCommands = {
  list: staffCommand(ofStudy),
  read: staffCommand(ofStudy.extend({ typeId: documentTypeIDSchema })),
  upload: staffCommand(
    ofStudy.extend({
      typeId: documentTypeIDSchema,
      name: documentNameSchema,
      dataUrl: z.string().max(maxDataUrl),
      idempotencyKey,
    }),
  ),
  setStatus: staffCommand(ofStudy.extend({ uuid: documentIDSchema, status: z.enum(documentStatuses) })),
  remove: staffCommand(ofStudy.extend({ typeId: documentTypeIDSchema, newest: documentIDSchema })),
  listReports: staffCommand(ofStudy),
  uploadReport: staffCommand(
    ofStudy.extend({ kind: z.enum(reportKinds), dataUrl: z.string().max(maxDataUrl), idempotencyKey }),
  ),
  readReport: staffCommand(ofStudy.extend({ reportID: reportFields.reportID })),
  publishReport: staffCommand(ofStudy.extend({ ...reportFields, memberDetails: memberDetailsSchema, idempotencyKey })),
  discardReport: staffCommand(ofStudy.extend({ reportID: reportFields.reportID, idempotencyKey })),
}

export const sharingCommands = {
  list: staffCommand(ofStudy),
  revoke: staffCommand(ofStudy.extend({ platformId: memberIDSchema, idempotencyKey })),
}

/**
 * Medical-report documents of a study (booking spec §2, §7, §8). Common failures: `not-found`,
 * `insufficient-permissions`, `offline`.
 */
export interface DocumentsBridge {
  list(input: Accepted<typeof documentsCommands.list>): Promise<Reply<DocumentsView>>
  /** Returns the newest document of a type. Failures: `not-found` (Document not found). */
  read(input: Accepted<typeof documentsCommands.read>): Promise<Reply<ReadDocument>>
  /**
   * Uploads a new version of a type, as a draft, and adds a line to the activity log; `isLogged` is false if that line
   * could not be written. `dataUrl` is the file as the window read it. `documents.uploadProgress` reports the progress.
   * Failures: `document-format` (Invalid document format), `document-name-used`, `pdf-refused`, `payload-too-large`.
   */
  upload(
    input: Accepted<typeof documentsCommands.upload>,
  ): Promise<Reply<{ document: StudyDocument; isLogged: boolean }>>
  setStatus(input: Accepted<typeof documentsCommands.setStatus>): Promise<Reply<StudyDocument>>
  /**
   * Deactivates every version of a type. `newest` is the uuid of the newest version on the screen; if there is a newer
   * one, nothing is done. Failures: `stale`.
   */
  remove(input: Accepted<typeof documentsCommands.remove>): Promise<Reply<Nothing>>

  /** Returns the reports that staff uploaded to a study, newest upload first. */
  listReports(input: Accepted<typeof documentsCommands.listReports>): Promise<Reply<readonly StudyReport[]>>
  /**
   * Uploads a report as a PDF, not published yet. Reports its progress as {@link upload} does. Failures:
   * `document-format`, `pdf-refused`, `payload-too-large`, `act-not-allowed` before the images are read,
   * `already-cancelled`.
   */
  uploadReport(input: Accepted<typeof documentsCommands.uploadReport>): Promise<Reply<StudyReport>>
  /** Returns the file of an uploaded report, published or not. Failures: `not-found` if the report was discarded. */
  readReport(input: Accepted<typeof documentsCommands.readReport>): Promise<Reply<ReportFile>>
  /**
   * Publishes an uploaded report. The user has confirmed `version` and `memberDetails`. Failures: `stale` if either is
   * no longer correct, `act-not-allowed`, `already-cancelled`, `not-found` if the report was discarded.
   */
  publishReport(input: Accepted<typeof documentsCommands.publishReport>): Promise<Reply<Study>>
  /**
   * Discards a report that is not published, and returns the study's other reports. Failures: `act-not-allowed` after
   * publishing.
   */
  discardReport(input: Accepted<typeof documentsCommands.discardReport>): Promise<Reply<readonly StudyReport[]>>
}

/** The shares of a study (booking spec §2 Sharing). */
export interface SharingBridge {
  list(
    input: Accepted<typeof sharingCommands.list>,
  ): Promise<Reply<StudyView & { readonly shares: readonly NamedShare[] }>>
  /** Revokes a share and returns the remaining ones. */
  revoke(input: Accepted<typeof sharingCommands.revoke>): Promise<Reply<readonly NamedShare[]>>
}
