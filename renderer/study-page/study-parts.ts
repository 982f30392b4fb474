import type { ComponentType } from 'react'
import type { StudyPanel } from '#domain/study/study-panels.ts'
import { ConsultPanel } from '../consult/consult-panel.tsx'
import { ConsultationLink } from '../consult/consultation-link.tsx'
import { SalesPanel } from '../crm/sales-panel.tsx'
import { SharesPanel } from '../documents/shares-panel.tsx'
import { ReleaseMatrixPanel } from '../release/release-matrix-panel.tsx'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { ActivityLogPanel } from './log/activity-log-panel.tsx'
import { BodyCompositionPanel } from './panels/body-composition-panel.tsx'
import { BookingPanel } from './panels/booking-panel.tsx'
import { CheckinPanel } from './panels/checkin-panel.tsx'
import { FeedbackPanel } from './panels/feedback-panel.tsx'
import { MedicalHistoryPanel } from './panels/medical-history-panel.tsx'
import { MessagesPanel } from './panels/messages-panel.tsx'
import { PapersPanel } from './panels/papers-panel.tsx'
import { PatientFollowUpPanel } from './panels/patient-follow-up-panel.tsx'
import { PaymentSummaryPanel } from './panels/payment-summary-panel.tsx'
import { ProviderFollowUpPanel } from './panels/provider-follow-up-panel.tsx'
import { RadiologyPanel } from './panels/radiology-panel.tsx'
import { ReminderPanel } from './panels/reminder-panel.tsx'
import { ReportPanel } from './panels/report-panel.tsx'
import { ScanPanel } from './panels/scan-panel.tsx'
import { SedativePanel } from './panels/sedative-panel.tsx'
import type { StudyPageStores } from './study-page-factories.ts'

type StudyPart = {
  readonly Part: ComponentType<StudyPartProps<StudyPageStores>>
  /** Whether the section takes the whole width. */
  readonly isWide?: true
}

/** The part of each panel. Study Details and the safety questions have their own places on the page. */
export const studyParts: { readonly [Panel in Exclude<StudyPanel, 'details' | 'safety'>]: StudyPart } = {
  booking: { Part: BookingPanel },
  payment: { Part: PaymentSummaryPanel },
  sales: { Part: SalesPanel },
  reminder: { Part: ReminderPanel },
  messages: { Part: MessagesPanel, isWide: true },
  checkin: { Part: CheckinPanel },
  scan: { Part: ScanPanel },
  radiology: { Part: RadiologyPanel },
  'medical-history': { Part: MedicalHistoryPanel },
  report: { Part: ReportPanel },
  papers: { Part: PapersPanel, isWide: true },
  'patient-follow-up': { Part: PatientFollowUpPanel },
  consult: { Part: ConsultPanel },
  'provider-follow-up': { Part: ProviderFollowUpPanel, isWide: true },
  release: { Part: ReleaseMatrixPanel, isWide: true },
  consultation: { Part: ConsultationLink },
  shares: { Part: SharesPanel },
  feedback: { Part: FeedbackPanel },
  sedative: { Part: SedativePanel },
  'body-composition': { Part: BodyCompositionPanel },
  log: { Part: ActivityLogPanel, isWide: true },
}
