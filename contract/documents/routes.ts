import { z } from 'zod'
import { shareSchema } from '#domain/documents/share.ts'
import { memberIDSchema } from '#domain/members/member.ts'
import { memberDetailsSchema } from '#domain/release/member-details.ts'
import { studyReportSchema } from '#domain/release/study-report.ts'
import type { Role } from '#domain/session/role.ts'
import { studySchema } from '#domain/study/study.ts'
import { bare, noFields, type Route, staffAtStudy, studyPath } from '../route.ts'
import { reportFields } from './fields.ts'

const paperSchema = z.object({ fileName: z.string(), base64: z.string(), pages: z.number().int() })

const paperRoute = <Path extends string>(path: Path, audit: string) =>
  ({
    method: 'GET',
    path,
    access: staffAtStudy,
    idempotent: false,
    audit,
    params: studyPath,
    query: noFields,
    body: noFields,
    answer: paperSchema,
    isPdf: true,
  }) as const

/** The publishers of reports (decision 283). */
const publishers = { ...staffAtStudy, roles: ['hi', 'report_qc', 'radiologist'] satisfies readonly Role[] } as const

/** Papers as PDF, shares and videos (study spec §7; booking spec §7 Sharing; decisions §4). */
export const documentsRoutes = {
  /** 409 `report-missing`; 403 for roles that study spec §6 does not name. */
  readPhysicianReport: paperRoute('/admin/study/:studyId/latest-pdf-report', 'report.viewed'),
  readTraditionalReport: paperRoute('/api/user/pdf/:studyId/traditional_report', 'report.viewed'),
  readMedicalHistory: paperRoute('/api/v1/studies/:studyId/medical-history/pdf', 'medical-history.viewed'),
  readConsent: paperRoute('/api/v1/consent/:studyId/download', 'consent.viewed'),
  readPrescription: paperRoute('/api/v1/prescription/:studyId/pdf', 'prescription.viewed'),
  readMedicalReferral: paperRoute('/admin/study/:studyId/medical_referral', 'referral.viewed'),
  readReferralPage: paperRoute('/admin/study/:studyId/referral-page', 'referral.viewed'),
  readInvoicePaper: paperRoute('/admin/study/:studyId/invoice/embed', 'invoice.viewed'),
  readRadiologistReport: paperRoute('/radiologist/study/:studyId/latest-pdf-report', 'report.viewed'),
  readReportWithAddendum: paperRoute('/radiologist/study/:studyId/latest-pdf-report-with-addendum', 'report.viewed'),
  readFirstReading: paperRoute('/user/pdf/:studyId/readingPublished-1', 'report.viewed'),
  readStudyInfo: paperRoute('/admin/study/:studyId/study-info/pdf-rendered', 'study-info.viewed'),
  readConsentForm: paperRoute('/admin/study/:studyId/consent/pdf-rendered', 'consent.viewed'),
  readShares: {
    ...bare,
    method: 'GET',
    path: '/study/:studyId/admin_share',
    access: staffAtStudy,
    audit: 'shares.viewed',
    params: studyPath,
    answer: z.array(shareSchema),
  },
  /** Removes a share and returns the remaining ones; a share that is already gone is no failure. */
  removeShare: {
    ...bare,
    method: 'POST',
    path: '/study/:studyId/admin_share/remove',
    access: staffAtStudy,
    idempotent: true,
    audit: 'share.revoked',
    params: studyPath,
    body: z.strictObject({ platformId: memberIDSchema }),
    answer: z.array(shareSchema),
  },
  /** The uploaded reports of a study, without their files and without discarded ones, newest upload first. */
  readReports: {
    ...bare,
    method: 'GET',
    path: '/api/v1/study/:studyId/reports',
    access: publishers,
    audit: 'reports.listed',
    params: studyPath,
    answer: z.array(studyReportSchema),
  },
  /** Returns the file of an uploaded report that is not discarded, unstamped. 404 for any other report. */
  readUploadedReport: {
    ...bare,
    method: 'GET',
    path: '/api/v1/study/:studyId/reports/:reportID',
    access: publishers,
    audit: 'report.viewed',
    params: z.strictObject({ ...studyPath.shape, reportID: reportFields.reportID }),
    answer: z.object({ base64: z.string(), pages: z.number().int() }),
  },
  /**
   * Publishes an uploaded report as the next version of its kind. The person has confirmed `version` and
   * `memberDetails`; 409 `stale` if either is no longer correct. A report that is already published is returned
   * unchanged. 409 `act-not-allowed` before the images are read, `already-cancelled`.
   */
  publishReport: {
    ...bare,
    method: 'POST',
    path: '/api/v1/study/:studyId/report/publish',
    access: publishers,
    idempotent: true,
    audit: 'report.published',
    params: studyPath,
    body: z.strictObject({ ...reportFields, memberDetails: memberDetailsSchema }),
    answer: studySchema,
  },
  /**
   * Discards a report that is not published, and returns the study's other reports. 409 `act-not-allowed` for a
   * published one.
   */
  discardReport: {
    ...bare,
    method: 'POST',
    path: '/api/v1/study/:studyId/report/discard',
    access: publishers,
    idempotent: true,
    audit: 'report.discarded',
    params: studyPath,
    body: z.strictObject({ reportID: reportFields.reportID }),
    answer: z.array(studyReportSchema),
  },
  /** 409 `act-not-allowed` until the study is marked as read; 409 `report-missing` if no video system is connected. */
  readScanVideos: {
    ...bare,
    method: 'GET',
    path: '/api/v1/study/:studyId/atrium-scan-videos',
    access: staffAtStudy,
    audit: 'scan-videos.viewed',
    params: studyPath,
    answer: z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() }),
  },
} as const satisfies Record<string, Route>
