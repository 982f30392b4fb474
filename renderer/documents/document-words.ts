import type { Failure } from '#contract/reply.ts'
import type { StudyDocument } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { type DocumentOperation, mayOperateOnDocuments } from '#domain/documents/document-permissions.ts'
import { countOf } from '#domain/format/format-count.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { describeStudyFailure } from '../study/study-failures.ts'

/** Describes a failure about documents in the words of the error catalogue (booking spec §8), with what to do. */
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

/**
 * Describes a failed load of the list. A separate call reads the document types; a failure of that call has a message
 * of its own.
 */
export const describeListFailure = ({ message }: Failure): string =>
  message === documentMessages.typesFailed ? documentMessages.typesFailed : documentMessages.documentsFailed

export const offlineReason = whyNotOffline('openDocument', false) ?? ''

/** Returns why the user cannot do an operation; null if they can. */
export const whyNotDocument = (
  operation: DocumentOperation,
  roles: readonly string[],
  isOnline: boolean,
): string | null =>
  !mayOperateOnDocuments(operation, roles) ? documentMessages.insufficientPermissions : isOnline ? null : offlineReason

/** The operations that the roles permit. A control for any other operation is not drawn. */
type DocumentRights = { readonly [Operation in 'create' | 'update' | 'deactivate']: boolean }

export const documentRights = (roles: readonly string[]): DocumentRights => ({
  create: mayOperateOnDocuments('create', roles),
  update: mayOperateOnDocuments('update', roles),
  deactivate: mayOperateOnDocuments('deactivate', roles),
})

/** Why each operation is disabled now; null if it is enabled. */
export type DocumentReasons = {
  readonly may: DocumentRights
  readonly view: string | null
  readonly create: string | null
  readonly update: string | null
  readonly deactivate: string | null
}

/** The texts of Medical Reports: the list, the upload form and the dialogs. */
export const documentWords = {
  screen: {
    title: 'Medical Reports',
    loading: 'Loading documents',
    published: (count: number) => (count === 0 ? 'No documents published' : `${countOf(count, 'document')} published`),
    study: 'Open the study',
    followUp: 'Open Report follow-up',
    sharing: 'Sharing',
    fileWaiting: 'A file has not been uploaded',
    fileWaitingHint: (member: string) => `${member}. The file is kept in this window until you sign out.`,
    backToFile: 'Return to the file',
    noStudy: 'Study not found',
    noStudyHint: (studyID: string) => `Study ${studyID} doesn't exist or was removed.`,
    home: 'Go to start page',
    asOf: (state: string, time: string) => `${state}: data as of ${time}`,
    offline: 'Offline',
    noTypes: 'No document types',
    noTypesHint: 'An administrator adds document types under Administration, Document types.',
    typeDeactivated: 'This document type is deactivated. Its documents are kept.',
    unknownType: 'Document',
  },
  panel: {
    upload: 'Upload',
    uploadOf: (label: string, member: string) => `Upload ${label} for ${member}`,
    empty: 'No document yet',
    purpose: (description: string) => `For: ${description}`,
    name: 'Name',
    version: 'Version',
    state: 'Status',
    uploaded: 'Uploaded',
    length: 'Size',
    view: 'View',
    viewOf: (document: string, member: string) => `View ${document} of ${member}`,
    delete: 'Delete',
    deleteOf: (label: string, member: string) => `Delete all versions of ${label} of ${member}`,
    deleted: (label: string) => `${label} deleted`,
  },
  status: {
    published: 'Published',
    draft: 'Draft',
    neverPublished: 'Not published',
    unpublished: 'Unpublished',
    publish: 'Publish',
    unpublish: 'Unpublish',
    publishEffect: 'A published document can be sent to others.',
    unpublishEffect: 'Only staff can see an unpublished document.',
    publishOf: (document: string, version: number, member: string) =>
      `Publish ${document}, version ${version}, of ${member}: it can then be sent to others`,
    unpublishOf: (document: string, version: number, member: string) =>
      `Unpublish ${document}, version ${version}, of ${member}: only staff can then see it`,
    wasPublished: (document: string) => `${document} published`,
    wasUnpublished: (document: string) => `${document} unpublished`,
  },
  older: {
    summary: (count: number, published: number) =>
      `${count === 1 ? '1 older version' : `${count} older versions`}${published === 0 ? '' : `, ${published} published`}`,
    label: (label: string) => `Older versions of ${label}`,
    version: (name: string, version: number) => `${name}, version ${version}`,
    history: (upload: string, status: string) => `Uploaded ${upload}. ${status}.`,
  },
  delete: {
    title: (label: string) => `Delete ${label}?`,
    confirm: (label: string) => `Delete ${label}`,
    confirmOf: (label: string, member: string) => `Delete ${label} of ${member}`,
    nothingLeft: 'There is nothing left to delete.',
    text: (versions: number, published: number) => {
      const sent = 'Copies that were already sent are not affected.'
      if (versions === 0) return `Another workstation has already deleted all versions. ${sent}`
      const final = `This cannot be undone. ${sent}`
      if (versions === 1)
        return `This deletes the only version${published === 0 ? '' : ', which is published'}. ${final}`
      return `This deletes all ${versions} versions${published === 0 ? '' : `, ${published} of them published`}. ${final}`
    },
  },
  viewer: {
    version: (name: string, version: number) => `${name}, version ${version}`,
    subtitle: (member: string, studyID: string) => `${member}, study ${studyID}`,
    download: 'Download',
    downloadOf: (document: string, member: string) => `Download ${document}: ${member}`,
    downloaded: (document: string) => `${document} downloaded`,
    close: 'Close',
  },
  upload: {
    label: (label: string) => `Upload ${label}`,
    choose: 'Choose file',
    chooseAnother: 'Choose another file',
    fileHint: 'PDF, PNG or JPEG, up to 32 MB. You can also drop the file here.',
    chosenFile: (name: string, size: string) => `${name}, ${size}`,
    fileOf: (label: string) => `File of ${label}`,
    refused: 'This file cannot be uploaded',
    stillChosen: (refusal: string, name: string) => `${refusal} The selected file is still ${name}.`,
    wrongType: (message: string) => `${message}: choose a PDF, PNG or JPEG file.`,
    emptyFile: 'The file is empty.',
    unreadable: 'The file can’t be read. Choose it again.',
    name: 'Name',
    nameProblem: 'Enter a name of up to 120 characters.',
    noFile: 'Choose a file first.',
    isRunning: 'The file is uploading.',
    formKept: (reason: string) => `${reason} Your file and its name are kept.`,
    entriesKept: (refusal: string) => `${refusal} The form keeps your entries. Choose another file.`,
    submit: 'Upload draft',
    submitOf: (label: string, member: string) => `Upload draft: ${label} of ${member}`,
    cancel: 'Cancel',
    progress: (label: string) => `Uploading ${label}`,
    reading: 'Reading the file',
    checking: 'Uploaded. The server is checking the file.',
    sent: (sent: string, total: string) => `${sent} of ${total}`,
    uploaded: (document: string) => `${document} uploaded as a draft`,
  },
}

export const describePages = (pages: number): string => (pages === 1 ? '1 page' : `${pages} pages`)

/** Describes the status with its time and person: `Published 20 Nov 2026 10:04am PST by Noor Haddad`. */
export const describeStatus = ({ status, statusAt, statusBy }: StudyDocument, zone: ZoneId): string => {
  const { published, neverPublished, unpublished } = documentWords.status
  const word = status === 'PUBLISHED' ? published : statusAt === null ? neverPublished : unpublished
  const when = statusAt === null ? '' : ` ${formatInstant(statusAt, zone)}`
  return `${word}${when}${statusBy === null ? '' : ` by ${statusBy}`}`
}

/** Describes when and by whom a document was uploaded. */
export const describeUpload = ({ createdAt, createdBy }: StudyDocument, zone: ZoneId): string =>
  `${formatInstant(createdAt, zone)}${createdBy === null ? '' : ` by ${createdBy}`}`
