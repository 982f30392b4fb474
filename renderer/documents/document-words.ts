import type { Failure } from '#contract/reply.ts'
import type { StudyDocument } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { type DocumentOperation, mayOperateOnDocuments } from '#domain/documents/document-permissions.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { describeStudyFailure } from '../study/study-failures.ts'

/** Describes a failure of documents in the catalogue's words (booking spec §8), with what to do. */
export const describeDocumentFailure = (failure: Failure): string => {
  switch (failure.code) {
    case 'insufficient-permissions':
      return documentMessages.insufficientPermissions
    case 'document-name-used':
      return documentMessages.nameUsed
    case 'document-format':
      return documentMessages.invalidFormat
    case 'payload-too-large':
      return documentMessages.tooLarge
    case 'stale':
      return failure.message
    case 'not-found':
      return documentMessages.notFound
    case 'pdf-refused':
      return failure.message
    case 'offline':
    case 'not-sent':
    case 'outcome-unknown':
    case 'disconnected':
    case 'timed-out':
    case 'location-forbidden':
      return describeStudyFailure(failure).text
    default: {
      const { errorID } = failure.details ?? {}
      return documentMessages.operationFailed + (errorID === undefined ? '' : ` (${errorID})`)
    }
  }
}

/** Describes a failed reading of the list. The types of documents are read by a call of their own. */
export const describeListFailure = ({ message }: Failure): string =>
  message === documentMessages.typesFailed ? documentMessages.typesFailed : documentMessages.documentsFailed

export const offlineReason = whyNotOffline('openDocument', false) ?? ''

/** Returns why the user may not do an operation; null where they may. */
export const whyNotDocument = (
  operation: DocumentOperation,
  roles: readonly string[],
  isOnline: boolean,
): string | null =>
  !mayOperateOnDocuments(operation, roles) ? documentMessages.insufficientPermissions : isOnline ? null : offlineReason

/** What the roles allow at all. A control for anything else is absent. */
type DocumentRights = { readonly [Operation in 'create' | 'update' | 'deactivate']: boolean }

export const documentRights = (roles: readonly string[]): DocumentRights => ({
  create: mayOperateOnDocuments('create', roles),
  update: mayOperateOnDocuments('update', roles),
  deactivate: mayOperateOnDocuments('deactivate', roles),
})

/** Why each operation is disabled now; null where it is enabled. */
export type DocumentReasons = {
  readonly may: DocumentRights
  readonly view: string | null
  readonly create: string | null
  readonly update: string | null
  readonly deactivate: string | null
}

const kilo = 1024
/** Formats bytes: `812 bytes`, `48 KB`, `3.2 MB`. */
export const describeSize = (bytes: number): string =>
  bytes < kilo
    ? `${bytes} bytes`
    : bytes < kilo * kilo
      ? `${Math.round(bytes / kilo)} KB`
      : `${(bytes / kilo / kilo).toFixed(1)} MB`

export const describePages = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`)

/** Describes the status with its time and person: `Published 20 Nov 2026 10:04am PST by Noor Haddad`. */
export const describeStatus = ({ status, statusAt, statusBy }: StudyDocument, zone: ZoneId): string => {
  const word = status === 'PUBLISHED' ? 'Published' : statusAt === null ? 'Not published yet' : 'Unpublished'
  const when = statusAt === null ? '' : ` ${formatInstant(statusAt, zone)}`
  return `${word}${when}${statusBy === null ? '' : ` by ${statusBy}`}`
}

/** Describes when and by whom it was uploaded. */
export const describeUpload = ({ createdAt, createdBy }: StudyDocument, zone: ZoneId): string =>
  `${formatInstant(createdAt, zone)}${createdBy === null ? '' : ` by ${createdBy}`}`
