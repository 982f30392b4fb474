import { createHash } from 'node:crypto'
import type { RouteAnswer } from '#contract/back-office.ts'
import type { MediumFile } from '#contract/release/routes.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { fullName } from '#domain/members/member.ts'
import type { DeliveryState } from '#domain/release/delivery.ts'
import { decideSend } from '#domain/release/delivery-rules.ts'
import { canRequestImages } from '#domain/release/image-request.ts'
import { toMemberDetails } from '#domain/release/member-details.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { reportFileName } from '#domain/release/report-file-name.ts'
import type { PaperName } from '#domain/study/papers.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { PaperSubject } from '../printing/study-paper-subject.ts'
import { findMergedID } from '../repositories/administered-practitioners-repository.ts'
import {
  type DeliveryRow,
  findDelivery,
  findImageRequest,
  itemOf,
  toDelivery,
} from '../repositories/deliveries-repository.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { moveDelivery, noSuchDelivery } from './deliveries-move.ts'
import { serializeByDelivery } from './deliveries-recovery.ts'
import { type PreparedFile, prepareFile } from './deliveries-send.ts'
import { type MediumIndex, toIndexPage, toReadMe } from './medium-index.ts'
import { mediumWords } from './medium-words.ts'

type MediumExportContext = Pick<
  HandlerContext,
  | 'caller'
  | 'db'
  | 'environment'
  | 'fax'
  | 'idempotencyKey'
  | 'kind'
  | 'log'
  | 'mailer'
  | 'newId'
  | 'now'
  | 'openPromoUsers'
  | 'pdf'
  | 'preferredConsultUsers'
  | 'reconciliation'
  | 'results'
  | 'run'
  | 'setAuditSubject'
  | 'supportPhone'
>

/**
 * Returns the files for a disc or stick to a practitioner. The delivery is in state `sending` until the workstation
 * reports the result; a repeated call before that returns the files again. Throws 409 `act-not-allowed` when the
 * delivery has ended or is uncertain; 409 `act-not-allowed`, with the reason, when it may no longer be sent; 409
 * `stale` when the call names another channel or practitioner; 404 for another member's study or another study's
 * delivery.
 */
export const exportForMedium = async (
  patientID: string,
  body: HandlerInput<'exportForMedium'>['body'],
  context: MediumExportContext,
): Promise<RouteAnswer<'exportForMedium'>> => {
  const study = await findVisibleStudy(context.db, body.studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id, what: body.deliveryID })
  const row = await findDelivery(context.db, body.studyID, body.deliveryID)
  if (study.patient_id !== patientID || row === undefined) throw noSuchDelivery()
  const namedID = await findMergedID(context.db, body.practitioner.practitionerID)
  if (row.channel !== body.channel || row.practitioner_id !== namedID) {
    throw new Refusal('stale', releaseMessages.addressChanged)
  }
  return serializeByDelivery(row.delivery_id, context, async () => {
    const parcel = await prepareFile(row, body, context)
    if ('refusal' in parcel) {
      const { refusal } = parcel
      await moveDelivery(row, ({ state }) => (mayExport(state) ? { state: 'failed', reason: refusal } : null), context)
      throw notAllowed(refusal)
    }
    const files = await toFiles(row, parcel, context)
    const begun = await moveDelivery(row, (current) => toWriting(current, parcel, context), context)
    return { delivery: toDelivery(begun), files }
  })
}

const mayExport = (state: DeliveryState): boolean => state === 'sending' || decideSend(state, false).kind === 'send'

const toWriting = (
  current: DeliveryRow,
  { pages }: PreparedFile,
  { run, now }: Pick<HandlerContext, 'now' | 'run'>,
) => {
  if (!mayExport(current.state)) throw notAllowed(releaseMessages.tooLate)
  const sending = current.sending + (current.state === 'failed' ? 1 : 0)
  return { state: 'sending' as const, pages, sending, sender_run: run.id, sending_since: now }
}

const reportPapers: readonly PaperName[] = [
  'physician-report',
  'traditional-report',
  'radiologist-report',
  'report-with-addendum',
  'first-reading',
]
/** Only the file of a report is named after the member (study spec §9). */
const isReport = (row: DeliveryRow): boolean => {
  const item = itemOf(row)
  return item.kind === 'paper' && reportPapers.includes(item.paper)
}

const notAllowed = (message: string): Refusal => new Refusal('act-not-allowed', message)

const toFiles = async (
  row: DeliveryRow,
  parcel: PreparedFile,
  context: Pick<HandlerContext, 'db' | 'results'>,
): Promise<MediumFile[]> => {
  const { subject } = parcel
  const reportPath = isReport(row) ? reportFileName(subject.member) : 'DOCUMENT.PDF'
  const slices = await readImages(subject, context)
  const images = slices.map((bytes, index) => ({
    path: `IMAGES/IM${String(index + 1).padStart(6, '0')}.DCM`,
    contentType: 'application/dicom',
    bytes,
  }))
  const index = toIndex(
    row,
    parcel,
    reportPath,
    images.map(({ path }) => path),
  )
  return [
    { path: reportPath, contentType: 'application/pdf', bytes: parcel.bytes },
    ...images,
    { path: 'INDEX.HTM', contentType: 'text/html; charset=utf-8', bytes: Buffer.from(toIndexPage(index)) },
    { path: 'README.TXT', contentType: 'text/plain; charset=utf-8', bytes: Buffer.from(toReadMe(index)) },
  ].map(({ bytes, ...file }) => ({
    ...file,
    base64: Buffer.from(bytes).toString('base64'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
}

/**
 * Returns the study's images; none if they were not requested, the clinic is not in the USA, or no archive is
 * connected.
 */
const readImages = async (
  { study, member, location }: PaperSubject,
  { db, results }: Pick<HandlerContext, 'db' | 'results'>,
): Promise<readonly Uint8Array[]> => {
  const isRequested = (await findImageRequest(db, study.studyID)) !== undefined
  if (!isRequested || !canRequestImages(location) || results === null) return []
  return results.readImages({
    ...toMemberDetails(member),
    memberID: member.atriumID,
    studyID: study.studyID,
    date: study.booking?.wallTime.slice(0, 10) ?? '',
  })
}

const toIndex = (
  row: DeliveryRow,
  { pages, subject: { member, study, location, head } }: PreparedFile,
  path: string,
  images: readonly string[],
): MediumIndex => ({
  member: fullName(member),
  dob: formatDate(member.dob),
  sex: mediumWords.sexes[member.gender],
  studyID: study.studyID,
  scan: head.scanName,
  clinic: head.location.name,
  phone: head.location.phone,
  recipient: row.recipient_name,
  madeAt: formatInstant(head.madeAt, location.timezone),
  report: { path, title: row.title, pages, isLocked: row.password !== null },
  images,
  isDemonstration: head.isDemonstration,
})
