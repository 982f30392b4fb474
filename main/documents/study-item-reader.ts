import { z } from 'zod'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import { studyDocumentSchema } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { toMemberDetails } from '#domain/release/member-details.ts'
import { pdfRefusalWords } from '#domain/release/pdf-refusal-words.ts'
import type { ReleaseItem } from '#domain/release/release-item.ts'
import { type PaperName, paperLabels } from '#domain/study/papers.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { PdfWorkshop } from '#paper/stamp/pdf-workshop.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { StudyReader } from '../study-access/study-reader.ts'

/**
 * A paper or document of a study in the form that is sent, printed or saved: a PDF stamped on every page, or an
 * unchanged image.
 */
export type StudyItem = StudyView & {
  readonly item: ReleaseItem
  readonly title: string
  readonly fileName: string
  readonly contentType: string
  readonly bytes: Uint8Array
  readonly pages: number
}

export type StudyItemReader = {
  /** Reads and stamps an item. Failures: `report-missing`, `not-found`, `pdf-refused` with its reason, `offline`. */
  read(studyID: StudyID, item: ReleaseItem): Promise<Reply<StudyItem>>
  /** Stamps a PDF of a study with the member's identity. Failures: `pdf-refused`. */
  stamp(view: StudyView, bytes: Uint8Array): Promise<Reply<{ bytes: Uint8Array; pages: number }>>
}

/** The back office's route for each paper. */
const paperRoutes = {
  'physician-report': 'readPhysicianReport',
  'traditional-report': 'readTraditionalReport',
  'radiologist-report': 'readRadiologistReport',
  'report-with-addendum': 'readReportWithAddendum',
  'first-reading': 'readFirstReading',
  'medical-history': 'readMedicalHistory',
  consent: 'readConsent',
  'consent-form': 'readConsentForm',
  prescription: 'readPrescription',
  'medical-referral': 'readMedicalReferral',
  'referral-page': 'readReferralPage',
  invoice: 'readInvoicePaper',
  'study-info': 'readStudyInfo',
} as const satisfies Record<PaperName, string>

/** The fields of a document in GraphQL, without its file. */
export const documentFields =
  'uuid studyId patientId typeId name status fileType version pages byteSize createdAt createdBy statusAt statusBy'

export const activeDocuments = {
  query: `query ($studyId: ID!) { getActiveDocuments(studyId: $studyId) { ${documentFields} } }`,
  answer: z.object({ getActiveDocuments: z.array(studyDocumentSchema) }),
}
/** Time limit for calls with a file, which may have the maximum size. */
export const largeFileMs = 60_000
export const latestDocument = {
  query: `query ($studyId: ID!, $typeId: ID!) {
    getLatestActiveDocument(studyId: $studyId, typeId: $typeId) { uuid name fileType version base64File }
  }`,
  answer: z.object({
    getLatestActiveDocument: z
      .object({
        uuid: z.string(),
        name: z.string(),
        fileType: z.string(),
        version: z.number(),
        base64File: z.string(),
      })
      .nullable(),
  }),
}

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}
/** Returns a file name for a document: it has the study's id and no data of a person. */
export const documentFileName = (studyID: StudyID, contentType: string): string =>
  `${studyID} document.${endings[contentType] ?? 'bin'}`

/** Creates the reader of a study's papers and documents, which are then shown, printed, saved or sent. */
export const createStudyItemReader = (parts: {
  readonly calls: StaffCalls
  readonly reader: StudyReader
  readonly workshop: PdfWorkshop
}): StudyItemReader => {
  const { calls, reader, workshop } = parts

  /** Reads the member from the back office, so that an outdated name is not stamped. Uses the cache when offline. */
  const readView = async (studyID: StudyID): Promise<Reply<StudyView>> => {
    const fresh = await reader.readFresh(studyID)
    if (fresh.ok || fresh.failure.code !== 'offline') return fresh
    const copy = reader.cached(studyID)
    return copy === null ? fresh : ok(copy)
  }

  const stamp: StudyItemReader['stamp'] = async ({ study, member }, bytes) => {
    const result = await workshop.stamp(bytes, {
      member: toMemberDetails(member),
      studyID: study.studyID,
      skuID: study.skuID,
      encryptWith: null,
      shouldHideHIContent: false,
    })
    return result.kind === 'stamped'
      ? ok({ bytes: result.bytes, pages: result.pages })
      : fail('pdf-refused', pdfRefusalWords(result.reason))
  }

  const readDocument = async (view: StudyView, uuid: string): Promise<Reply<StudyItem>> => {
    const { studyID } = view.study
    const listed = await calls.callGraphql('getActiveDocuments', {
      ...activeDocuments,
      variables: { studyId: studyID },
    })
    if (!listed.ok) return listed
    const wanted = listed.value.getActiveDocuments.find((document) => document.uuid === uuid)
    if (wanted === undefined) return fail('not-found', documentMessages.notFound)
    const read = await calls.callGraphql(
      'getLatestActiveDocument',
      { ...latestDocument, variables: { studyId: studyID, typeId: wanted.typeId } },
      { timeoutMs: largeFileMs },
    )
    if (!read.ok) return read
    const file = read.value.getLatestActiveDocument
    // Only the chosen version may be shown or sent: a newer one that arrived meanwhile is refused.
    if (file === null || file.uuid !== uuid) return fail('not-found', documentMessages.notFound)
    const about = {
      ...view,
      item: { kind: 'document' as const, uuid },
      title: `${file.name}, version ${file.version}`,
      fileName: documentFileName(studyID, file.fileType),
      contentType: file.fileType,
    }
    const bytes = new Uint8Array(Buffer.from(file.base64File, 'base64'))
    if (file.fileType !== 'application/pdf') return ok({ ...about, bytes, pages: 1 })
    const stamped = await stamp(view, bytes)
    return stamped.ok ? ok({ ...about, ...stamped.value }) : stamped
  }

  return {
    stamp,
    read: async (studyID, item) => {
      const view = await readView(studyID)
      if (!view.ok) return view
      if (item.kind === 'document') return await readDocument(view.value, item.uuid)
      // An uploaded report may have the maximum size of a file.
      const paper = await calls.call(
        paperRoutes[item.paper],
        { params: { studyId: studyID } },
        { timeoutMs: largeFileMs },
      )
      if (!paper.ok) return paper
      const stamped = await stamp(view.value, new Uint8Array(Buffer.from(paper.value.base64, 'base64')))
      if (!stamped.ok) return stamped
      const { study, member, location } = view.value
      return ok({
        study,
        member,
        location,
        item,
        title: paperLabels[item.paper],
        fileName: paper.value.fileName,
        contentType: 'application/pdf',
        ...stamped.value,
      })
    },
  }
}
