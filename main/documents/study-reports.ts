import { z } from 'zod'
import type { DocumentsBridge } from '#contract/documents/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { parseDataUrl } from '#domain/documents/data-url.ts'
import { mostDocumentBytes } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { studyReportSchema } from '#domain/release/study-report.ts'
import type { Study } from '#domain/study/study.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { DocumentUploadParts } from './document-upload.ts'
import { largeFileMs } from './study-item-reader.ts'

const createReport = {
  query: `mutation ($input: CreateReportInput!) { createReport(input: $input) {
    reportID studyID kind version pages byteSize createdAt createdBy publishedAt publishedBy
  } }`,
  answer: z.object({ createReport: studyReportSchema }),
}

export type StudyReportsParts = DocumentUploadParts & {
  /** Returns a study with the acts that wait at this workstation applied. */
  readonly withWaiting: (study: Study) => Study
}

type StudyReports = Pick<DocumentsBridge, 'listReports' | 'uploadReport' | 'publishReport' | 'discardReport'>

/** Creates the commands with which staff upload and publish a study's reports. The workstation keeps no copy. */
export const createStudyReports = (parts: StudyReportsParts): StudyReports => {
  const { calls, reader, keeper, publish, withWaiting } = parts
  return {
    listReports: ({ studyID }) => calls.call('readReports', { params: { studyId: studyID } }),

    uploadReport: async ({ studyID, kind, dataUrl, idempotencyKey }) => {
      const file = parseDataUrl(dataUrl)
      if (file === null) return fail('document-format', documentMessages.invalidFormat)
      if (file.byteSize > mostDocumentBytes) return fail('payload-too-large', documentMessages.tooLarge)
      const view = reader.cached(studyID)
      const read = view === null ? await reader.readFresh(studyID) : ok(view)
      if (!read.ok) return read
      const { patientID } = read.value.member
      const input = { studyId: studyID, patientId: patientID, kind, base64File: file.base64, fileType: file.mediaType }
      const reply = await completeCall(() =>
        calls.callGraphqlExactly(
          'createReport',
          { ...createReport, variables: { input } },
          {
            idempotencyKey,
            timeoutMs: largeFileMs,
            onSent: (sentBytes, totalBytes) =>
              publish('documents.uploadProgress', { idempotencyKey, sentBytes, totalBytes }),
          },
        ),
      )
      if (!reply.ok) return reply
      keeper.noteStudy(studyID)
      return ok(reply.value.createReport)
    },

    publishReport: async ({ studyID, idempotencyKey, ...body }) => {
      const reply = await completeCall(() =>
        calls.callExactly('publishReport', { params: { studyId: studyID }, body }, { idempotencyKey }),
      )
      if (!reply.ok) return reply
      keeper.keepStudy(reply.value)
      return ok(withWaiting(reply.value))
    },

    discardReport: async ({ studyID, reportID, idempotencyKey }) => {
      const reply = await completeCall(() =>
        calls.callExactly('discardReport', { params: { studyId: studyID }, body: { reportID } }, { idempotencyKey }),
      )
      if (reply.ok) keeper.noteStudy(studyID)
      return reply
    },
  }
}
