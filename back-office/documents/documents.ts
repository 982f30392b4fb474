import {
  documentLogCategory,
  documentNameSchema,
  documentStatuses,
  type StudyDocument,
} from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { isNameUsedForAnotherType } from '#domain/documents/document-name.ts'
import { type DocumentOperation, mayOperateOnDocuments } from '#domain/documents/document-permissions.ts'
import { documentTypeLabel, isReferralType } from '#domain/documents/document-type-label.ts'
import { decideAct } from '#domain/study/study-acts.ts'
import type { DocumentTypeTable } from '../database/catalogue-tables.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { recordRelatedChange } from '../repositories/changes-repository.ts'
import {
  addDocument,
  changeDocumentStatus,
  deactivateDocuments,
  findActiveDocument,
  findActiveDocuments,
  findDocumentType,
  nextDocumentVersion,
  toStudyDocument,
} from '../repositories/documents-repository.ts'
import { findLocation } from '../repositories/locations-repository.ts'
import { findKeptMember } from '../repositories/member-merges-repository.ts'
import { findStudyScope } from '../repositories/scope-repository.ts'
import { changeStudy, parseStatus, type StudyRow } from '../repositories/studies-repository.ts'
import { staleOf } from '../study-access/checks.ts'
import { writeFlags } from '../study-access/flags.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import type { CheckedFile } from './file.ts'

type DocumentsContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject'>

/** The input of GraphQL's createDocument. */
export type NewDocument = {
  readonly studyId: string
  readonly patientId: string
  readonly typeId: string
  readonly status: string
  readonly name: string
  readonly base64File: string
  readonly fileType: string
}

const notFound = (): Refusal => new Refusal('not-found', documentMessages.notFound)

const invalid = (field: string, reason: string): Refusal =>
  new Refusal('invalid-input', `Check this field: ${field}.`, { fields: { [field]: reason } })

/** Throws 403 `insufficient-permissions` for callers without the permission (booking spec §6, §8). */
export const checkDocumentOperation = (
  operation: DocumentOperation,
  { caller }: Pick<HandlerContext, 'caller'>,
): void => {
  if (mayOperateOnDocuments(operation, requireCaller({ caller }).roles)) return
  throw new Refusal('insufficient-permissions', documentMessages.insufficientPermissions)
}

/** Throws 403 or 404 unless the caller may upload to this study; runs before the slow check of the file. */
export const allowUpload = async (
  { studyId }: NewDocument,
  context: Pick<HandlerContext, 'caller' | 'db'>,
): Promise<void> => {
  checkDocumentOperation('create', context)
  await findVisibleStudy(context.db, studyId, context)
}

/**
 * Stores an upload as a new version of its type, always as a draft (booking spec §4). Throws 409 `document-name-used`;
 * 400 for a wrong name, type or member; 404 for an unknown study. The workstation writes the log line itself (study
 * spec §8: the upload remains if that line fails), so this function only notes the change in the feed.
 */
export const createDocument = async (
  input: NewDocument,
  file: CheckedFile,
  context: DocumentsContext,
): Promise<StudyDocument> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, input.studyId, context)
    if ((await findKeptMember(db, input.patientId)) !== study.patient_id)
      throw invalid('patientId', 'must be the member of this study')
    const type = await findDocumentType(db, input.typeId)
    if (type === undefined || type.active === 0) throw invalid('typeId', 'must be a document type')
    const name = documentNameSchema.safeParse(input.name)
    if (!name.success) throw invalid('name', name.error.issues[0]?.message ?? 'must be a name')
    if (isNameUsedForAnotherType(name.data, type.uuid, await findActiveDocuments(db, study.study_id))) {
      throw new Refusal('document-name-used', documentMessages.nameUsed)
    }
    const row = {
      uuid: context.newId(),
      study_id: study.study_id,
      patient_id: study.patient_id,
      type_id: type.uuid,
      name: name.data,
      status: 'DRAFT',
      active: 1,
      file_type: file.fileType,
      base64_file: input.base64File,
      created_at: context.now,
      version: await nextDocumentVersion(db, study.study_id, type.uuid),
      pages: file.pages,
      byte_size: file.byteSize,
      created_by: requireCaller(context).name,
      status_at: null,
      status_by: null,
    } as const
    await addDocument(db, row)
    await recordRelatedChange(db, context.kind, study)
    context.setAuditSubject({ what: row.uuid })
    return toStudyDocument(row)
  })

/**
 * Throws 403 without the permission to update; 404 Document not found for an unknown document, or one of a study that
 * the caller may not see.
 */
export const allowStatusChange = async (
  uuid: string,
  context: Pick<HandlerContext, 'caller' | 'db'>,
): Promise<void> => {
  checkDocumentOperation('update', context)
  const document = await findActiveDocument(context.db, uuid)
  const scope = document === undefined ? undefined : await findStudyScope(context.db, document.studyId)
  if (scope === undefined || !mayWorkAt(requireCaller(context), scope.locationID)) throw notFound()
}

/**
 * Publishes or unpublishes a document (booking spec §4). An unchanged status is answered without a second log line.
 * Publishing a referral also marks the referral as received. Throws 400 for an unknown status; 404 Document not found
 * for an unknown or deleted document.
 */
export const updateDocumentStatus = async (
  uuid: string,
  asked: string,
  context: DocumentsContext,
): Promise<StudyDocument> =>
  inTransaction(context.db, async (db) => {
    const status = documentStatuses.find((each) => each === asked)
    if (status === undefined) throw invalid('status', `must be ${documentStatuses.join(' or ')}`)
    const seen = await findActiveDocument(db, uuid)
    if (seen === undefined) throw notFound()
    const study = await lockStudy(db, seen.studyId, context)
    context.setAuditSubject({ what: `${uuid}: ${status}` })
    const document = await findActiveDocument(db, uuid)
    if (document === undefined) throw notFound()
    if (document.status === status) return document
    const by = requireCaller(context).name
    await changeDocumentStatus(db, uuid, { status, status_at: context.now, status_by: by })
    if (status === 'PUBLISHED') await markReferralReceived(db, study, document.typeId, context)
    const change = status === 'PUBLISHED' ? 'published' : 'unpublished (draft)'
    await logChange(db, study, `${await labelOf(db, document.typeId)} version ${document.version} ${change}`, context)
    return (await findActiveDocument(db, uuid)) ?? document
  })

/**
 * Marks the referral of a study as received, if documents of this type are referrals, the location requires one and the
 * study allows the act. At other locations the same mark is the appropriateness review.
 */
const markReferralReceived = async (
  db: Database,
  study: StudyRow,
  typeID: string,
  context: DocumentsContext,
): Promise<void> => {
  const type = await findDocumentType(db, typeID)
  if (type === undefined || !isReferralType(type)) return
  const location = await findLocation(db, study.location_id)
  if (location?.referralRequired !== true) return
  const status = parseStatus(study)
  const decision = decideAct({ status }, 'referred', true)
  if (decision.kind !== 'change') return
  const flags = writeFlags(status, decision.flags, context)
  if ((await changeStudy(db, study, { status: JSON.stringify(flags) })) === undefined)
    throw await staleOf(db, study.study_id)
  await logForStudy(db, study, documentLogCategory, [referralReceivedLine], context)
}

const referralReceivedLine = 'Referral marked as complete: its document was published'

/**
 * Deletes a study's documents of one type, in all versions (booking spec §4): the rows become inactive and stay in the
 * database. Returns the newest version. Throws 404 Document not found when the study has no active version of the type.
 */
export const deactivateDocument = async (
  studyID: string,
  typeID: string,
  context: DocumentsContext,
): Promise<StudyDocument> =>
  inTransaction(context.db, async (db) => {
    checkDocumentOperation('deactivate', context)
    const study = await lockStudy(db, studyID, context)
    const versions = (await findActiveDocuments(db, studyID))
      .filter(({ typeId }) => typeId === typeID)
      .sort((a, b) => b.version - a.version)
    const [newest] = versions
    if (newest === undefined) throw notFound()
    await deactivateDocuments(db, studyID, typeID)
    context.setAuditSubject({ what: versions.map(({ uuid }) => uuid).join(' ') })
    const which = versions.map(({ version, status }) => `version ${version} (${status.toLowerCase()})`).join(', ')
    await logChange(db, study, `${await labelOf(db, typeID)} deleted: ${which}`, context)
    return newest
  })

const labelOf = async (db: Database, typeID: string): Promise<string> => {
  const type: DocumentTypeTable | undefined = await findDocumentType(db, typeID)
  return type === undefined ? 'Document' : documentTypeLabel(type)
}

/** Writes one log line, and notes the change in the feed for other workstations. */
const logChange = async (
  db: Database,
  study: StudyRow,
  line: string,
  context: Pick<HandlerContext, 'caller' | 'kind' | 'newId' | 'now'>,
): Promise<void> => {
  await logForStudy(db, study, documentLogCategory, [line], context)
  await recordRelatedChange(db, context.kind, study)
}
