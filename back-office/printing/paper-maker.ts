import type { SignedAuditHead } from '#domain/audit/audit-head.ts'
import type { CashUp } from '#domain/finance/cash-up.ts'
import type { ChequeDeposit } from '#domain/finance/cheque-deposit.ts'
import type { Letterhead } from '#domain/locations/letterhead.ts'
import type { Invoice } from '#domain/payments/invoice.ts'
import type { Receipt } from '#domain/payments/receipt.ts'
import type { Transmission } from '#domain/release/transmission.ts'
import type { Instant } from '#domain/values/instant.ts'
import { type DrawnPdf, drawInThread } from '#paper/sheet/draw-in-thread.ts'
import { createBoundedWork } from '../kernel/bounded-work.ts'
import { counted } from '../kernel/work-meter.ts'
import type { TraditionalReport } from '../outside/results/report-content.ts'
import type { AccessReport } from './draw-access-report.ts'
import type { Agreement, Consent } from './draw-consent.ts'
import type { DaySheetPaper } from './draw-day-sheet.ts'
import type { FaxCover } from './draw-fax-cover.ts'
import type { HealthInformation } from './draw-health-information.ts'
import type { MedicalHistory } from './draw-medical-history.ts'
import type { MemberRecordPaper } from './draw-member-record.ts'
import type { Prescription } from './draw-prescription.ts'
import type { Referral } from './draw-referral.ts'
import type { ReferralPackage } from './draw-referral-page.ts'
import type { ReportEdition } from './draw-report.ts'
import type { StudyInfo } from './draw-study-info.ts'
import type { PaperHead } from './paper-head.ts'

/** A paper to draw, with all the data that it shows. */
export type PaperRequest =
  | { readonly kind: 'invoice'; readonly invoice: Invoice; readonly headRoom?: number }
  | { readonly kind: 'receipt'; readonly receipt: Receipt; readonly headRoom?: number }
  | {
      readonly kind: 'cash-up'
      readonly cashUp: CashUp
      readonly letterhead: Letterhead
      readonly timezone: string
      readonly madeAt: Instant
      readonly madeBy: string
      /** The head of the audit log, so that a copy of it exists on paper. */
      readonly auditHead: Pick<SignedAuditHead, 'at' | 'rows' | 'hash'> | null
    }
  | {
      readonly kind: 'deposit-slip'
      /** A deposit in which no amount is hidden. */
      readonly deposit: ChequeDeposit
      /** The full name of the member of each study. */
      readonly payers: Readonly<Record<string, string>>
      readonly letterhead: Letterhead
      readonly timezone: string
      readonly madeAt: Instant
      readonly madeBy: string
    }
  | ({ readonly kind: 'day-sheet' } & DaySheetPaper)
  | ({ readonly kind: 'access-report' } & AccessReport)
  | ({ readonly kind: 'member-record' } & MemberRecordPaper)
  | { readonly kind: 'fax-cover'; readonly cover: FaxCover }
  | { readonly kind: 'result-text'; readonly text: string; readonly sender: string; readonly issuedAt: Instant }
  | StudyPaper

/** A paper of a study, with the common header. */
export type StudyPaper = { readonly head: PaperHead } & (
  | { readonly kind: 'report'; readonly edition: ReportEdition }
  | {
      readonly kind: 'traditional-report'
      readonly report: TraditionalReport
      readonly healthInformation: HealthInformation
    }
  | { readonly kind: 'medical-history'; readonly history: MedicalHistory }
  | { readonly kind: 'consent'; readonly consent: Consent }
  | { readonly kind: 'prescription'; readonly prescription: Prescription }
  | { readonly kind: 'medical-referral'; readonly referral: Referral }
  | { readonly kind: 'referral-page'; readonly enclosed: ReferralPackage }
  | { readonly kind: 'consent-form'; readonly agreement: Agreement }
  | { readonly kind: 'study-info'; readonly info: StudyInfo }
  | { readonly kind: 'transmission'; readonly transmission: Transmission }
)

/** The data that the drawing thread receives. */
export type PaperWorkerData = { readonly request: PaperRequest }

/** Each thread takes one processor core and about 100 MB of memory while it draws. */
const inBounds = createBoundedWork({ atOnce: 2, waiting: 64 })

/**
 * Draws a paper in a worker thread; at most two papers are drawn at the same time. Rejects after the time limit, and
 * with TooMuchWork when too many papers wait.
 */
export const drawOnPaper = (request: PaperRequest): Promise<DrawnPdf> =>
  inBounds(() => counted(() => drawInThread('back-office/printing/paper.worker.ts', { request })))
