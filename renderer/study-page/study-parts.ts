import { type FunctionComponent, memo } from 'react'
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

type Part = FunctionComponent<StudyPartProps<StudyPageStores>>

type StudyPart = {
  readonly Part: Part
  /** Whether the section takes the whole width. */
  readonly isWide?: true
}

// A part is drawn again when the page's data changes, but not when another panel is opened or folded, or when Study
// Details is edited. So a part takes everything that it shows from `page`, from a store that it follows, or from a
// context.
const part = (Part: Part): StudyPart => ({ Part: memo(Part) })
const widePart = (Part: Part): StudyPart => ({ Part: memo(Part), isWide: true })

/** The part of each panel. Study Details and the safety questions have their own places on the page. */
export const studyParts: { readonly [Panel in Exclude<StudyPanel, 'details' | 'safety'>]: StudyPart } = {
  booking: part(BookingPanel),
  payment: part(PaymentSummaryPanel),
  sales: part(SalesPanel),
  reminder: part(ReminderPanel),
  messages: widePart(MessagesPanel),
  checkin: part(CheckinPanel),
  scan: part(ScanPanel),
  radiology: part(RadiologyPanel),
  'medical-history': part(MedicalHistoryPanel),
  report: part(ReportPanel),
  papers: widePart(PapersPanel),
  'patient-follow-up': part(PatientFollowUpPanel),
  consult: part(ConsultPanel),
  'provider-follow-up': widePart(ProviderFollowUpPanel),
  release: widePart(ReleaseMatrixPanel),
  consultation: part(ConsultationLink),
  shares: part(SharesPanel),
  feedback: part(FeedbackPanel),
  sedative: part(SedativePanel),
  'body-composition': part(BodyCompositionPanel),
  log: widePart(ActivityLogPanel),
}
