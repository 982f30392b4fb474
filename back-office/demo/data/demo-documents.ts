import { readFlag } from '#domain/study/status-flags.ts'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { DocumentTypeTable } from '../../database/catalogue-tables.ts'
import type { DocumentTable } from '../../database/document-tables.ts'
import type { ShareTable } from '../../database/tables.ts'
import { parseStatus } from '../../repositories/studies-repository.ts'
import { demoDocumentsByType, drawDemoDocument } from './demo-document-pages.ts'
import { createDemoLocations } from './demo-locations.ts'
import { demoAccounts } from './demo-people.ts'
import type { DemoStudy } from './demo-studies.ts'

const reportTypes: readonly DocumentTypeTable[] = [
  { uuid: 'dt-body-composition', name: 'body composition', description: 'Body composition report' },
  { uuid: 'dt-blood-test', name: 'blood test', description: 'Blood test results' },
  { uuid: 'dt-brain-health', name: 'brain health assessment', description: 'Brain health assessment' },
]
const referralType: DocumentTypeTable = {
  ...{ uuid: 'dt-medical-referral', name: 'medical referral' },
  description: 'Referral that a practitioner sent',
}
export const demoDocumentTypes: readonly DocumentTypeTable[] = [...reportTypes, referralType]

/** A drawn file of one type and version. */
type DemoFile = Pick<DocumentTable, 'base64_file' | 'byte_size' | 'pages'>
export type DemoFiles = ReadonlyMap<string, DemoFile>

const maxVersions = 2
const keyOf = (typeID: string, version: number): string => `${typeID} ${version}`

/**
 * The creation time in the files. It does not depend on the demo's time, so that all demos of a process share the
 * files.
 */
const madeAt = Date.UTC(2026, 0, 5, 17)
let drawn: Promise<DemoFiles> | undefined

/** Returns every file of the demo's documents, each drawn once. */
export const drawDemoFiles = (): Promise<DemoFiles> => {
  drawn ??= drawAll()
  return drawn
}

const drawAll = async (): Promise<DemoFiles> => {
  const files = new Map<string, DemoFile>()
  for (const [typeID, document] of Object.entries(demoDocumentsByType)) {
    for (let version = 1; version <= maxVersions; version += 1) {
      const { bytes, pages } = await drawDemoDocument(document, version, madeAt)
      const base64 = Buffer.from(bytes).toString('base64')
      files.set(keyOf(typeID, version), { base64_file: base64, byte_size: bytes.byteLength, pages })
    }
  }
  return files
}

const hour = 3600

/**
 * Creates documents for a third of the released studies. Most of these studies have a document of one type, and every
 * fifth has documents of all types. A document has one or two versions; some versions are drafts.
 */
export const createDemoDocuments = (
  studies: readonly DemoStudy[],
  files: DemoFiles,
  now: number,
): readonly DocumentTable[] => {
  const by = demoAccounts.find(({ roles }) => roles.some((role) => role === 'hi')) ?? demoAccounts[0]
  const uploader = by === undefined ? null : `${by.firstname} ${by.lastname}`
  const withDocuments = studies.filter((demo, index) => demo.isReleased && index % 3 === 0)
  const rows = withDocuments.flatMap(({ study }, index) => {
    const types = index % 5 === 0 ? reportTypes : [reportTypes[index % reportTypes.length]]
    return types.flatMap((type, place) => {
      if (type === undefined) throw new RangeError('no document type')
      const versions = (index + place) % 4 === 0 ? maxVersions : 1
      return Array.from({ length: versions }, (_, before): Omit<DocumentTable, 'uuid'> => {
        const version = before + 1
        const file = files.get(keyOf(type.uuid, version))
        if (file === undefined) throw new RangeError('no such file')
        // Of two versions, the first is published and the second is a draft. Of the single versions, every second one
        // is a draft.
        const isPublished = versions > 1 ? version === 1 : (index + place) % 2 === 0
        const uploadedAt = Math.min((study.starts_at ?? study.created_at) + (20 + 30 * before) * hour, now - 2 * hour)
        return {
          study_id: study.study_id,
          patient_id: study.patient_id,
          type_id: type.uuid,
          name: type.description,
          status: isPublished ? 'PUBLISHED' : 'DRAFT',
          active: 1,
          file_type: 'application/pdf',
          created_at: uploadedAt,
          version,
          ...file,
          created_by: uploader,
          status_at: isPublished ? uploadedAt + hour : null,
          status_by: isPublished ? uploader : null,
        }
      })
    })
  })
  return [...rows, ...createReferrals(studies, files, uploader)].map((row, index) => ({
    uuid: `d-${String(index + 1).padStart(6, '0')}`,
    ...row,
  }))
}

/**
 * Returns the published referral of each second study whose referral was received, at the locations that require one.
 */
const createReferrals = (
  studies: readonly DemoStudy[],
  files: DemoFiles,
  uploader: string | null,
): readonly Omit<DocumentTable, 'uuid'>[] => {
  const file = files.get(keyOf(referralType.uuid, 1))
  if (file === undefined) throw new RangeError('no such file')
  const required = createDemoLocations()
    .filter(({ referralRequired }) => referralRequired)
    .map(({ locationID }) => locationID)
  return studies
    .filter(({ study }) => required.some((locationID) => locationID === study.location_id))
    .filter(({ study }, index) => index % 2 === 0 && parseStatus(study).referred === true)
    .map(({ study }) => {
      const receivedAt =
        toEpochMs(readFlag(parseStatus(study), 'referred').time ?? toInstant(study.created_at * 1000)) / 1000
      return {
        ...{ study_id: study.study_id, patient_id: study.patient_id, type_id: referralType.uuid },
        ...{ name: referralType.description, status: 'PUBLISHED', active: 1, file_type: 'application/pdf' },
        ...{ created_at: receivedAt, version: 1, created_by: uploader, status_at: receivedAt, status_by: uploader },
        ...file,
      }
    })
}

/** A receiver unknown to the clinics: a platform member who was never scanned here. */
const strangerID = 'm-900001'

/** Shares every fourth released study with one member or two, and sometimes with an unknown receiver. */
export const createDemoShares = (studies: readonly DemoStudy[], now: number): readonly ShareTable[] => {
  const members = [...new Set(studies.map(({ study }) => study.patient_id))]
  return studies
    .filter((demo, index) => demo.isReleased && index % 4 === 0)
    .flatMap(({ study }, index) => {
      const sharedAt = Math.min((study.starts_at ?? study.created_at) + 96 * hour, now - hour)
      const receiverAt = (place: number): string => members[(index * 7 + place) % members.length] ?? strangerID
      const receivers = index % 3 === 0 ? [receiverAt(1), receiverAt(2)] : [receiverAt(1)]
      if (index % 5 === 0) receivers.push(strangerID)
      return [...new Set(receivers)]
        .filter((receiver) => receiver !== study.patient_id)
        .map((receiver, place) => ({
          study_id: study.study_id,
          platform_id: receiver,
          shared_at: sharedAt - place * 5 * hour,
        }))
    })
}
