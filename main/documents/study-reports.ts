import { z } from 'zod'
import type { DocumentsBridge } from '#contract/documents/bridge.ts'
import { ok } from '#contract/reply.ts'
import { studyReportSchema } from '#domain/release/study-report.ts'
import type { Study } from '#domain/study/study.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { DocumentUploadParts } from './document-upload.ts'
import { createFileUpload } from './upload-file.ts'

const createReport = {
  name: 'createReport',
  query: `mutation ($input: CreateReportInput!) { createReport(input: $input) {
    reportID studyID kind version pages byteSize createdAt createdBy publishedAt publishedBy
  } }`,
  answer: z.object({ createReport: studyReportSchema }),
}

export type StudyReportsParts = DocumentUploadParts & {
  /** Returns a study with this workstation's waiting acts applied. */
  readonly withWaiting: (study: Study) => Study
}

type StudyReports = Pick<
  DocumentsBridge,
  'listReports' | 'uploadReport' | 'readReport' | 'publishReport' | 'discardReport'
>

/** Creates the commands through which staff upload and publish a study's reports. The workstation keeps no copy. */
export const createStudyReports = (parts: StudyReportsParts): StudyReports => {
  const { calls, keeper, withWaiting } = parts
  const uploadFile = createFileUpload(parts)
  return {
    listReports: ({ studyID }) => calls.call('readReports', { params: { studyId: studyID } }),

    uploadReport: async ({ kind, ...upload }) => {
      const reply = await uploadFile(upload, createReport, { kind })
      if (!reply.ok) return reply
      keeper.noteStudy(upload.studyID)
      return ok(reply.value.createReport)
    },

    readReport: ({ studyID, reportID }) => calls.call('readUploadedReport', { params: { studyId: studyID, reportID } }),

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
