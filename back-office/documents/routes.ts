import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readShares, revokeShare } from './shares.ts'
import { discardReport, publishReport, readReports, readUploadedReport } from './study-reports.ts'

/**
 * The handlers of a study's shares (booking spec §2 Sharing screen) and uploaded reports. Documents, and the upload of
 * a report, use GraphQL (resolvers.ts).
 */
export const documentsHandlers = {
  readShares: ({ params }, context) => readShares(params.studyId, context),
  removeShare: ({ params, body }, context) => revokeShare(params.studyId, body.platformId, context),
  readReports: ({ params }, context) => readReports(params.studyId, context),
  readUploadedReport: ({ params }, context) => readUploadedReport(params.studyId, params.reportID, context),
  publishReport: ({ params, body }, context) => publishReport(params.studyId, body, context),
  discardReport: ({ params, body }, context) => discardReport(params.studyId, body, context),
} satisfies Partial<Handlers<RouteName>>
