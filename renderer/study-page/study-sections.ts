import type { ComponentType } from 'react'
import { ConsultPanel } from '../consult/consult-panel.tsx'
import { ConsultationLink } from '../consult/consultation-link.tsx'
import { SalesPanel } from '../crm/sales-panel.tsx'
import { SharesPanel } from '../documents/shares-panel.tsx'
import { PractitionersPanel } from '../people/practitioners-panel.tsx'
import { ReleaseMatrixPanel } from '../release/release-matrix-panel.tsx'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { ActivityLogPanel } from './log/activity-log-panel.tsx'
import { BodyCompositionPanel } from './panels/body-composition-panel.tsx'
import { BookingPanel } from './panels/booking-panel.tsx'
import { CheckinPanel } from './panels/checkin-panel.tsx'
import { FeedbackPanel } from './panels/feedback-panel.tsx'
import { MedicalHistoryPanel } from './panels/medical-history-panel.tsx'
import { PatientFollowUpPanel } from './panels/patient-follow-up-panel.tsx'
import { ProviderFollowUpPanel } from './panels/provider-follow-up-panel.tsx'
import { RadiologyPanel } from './panels/radiology-panel.tsx'
import { ReminderPanel } from './panels/reminder-panel.tsx'
import { ReportPanel } from './panels/report-panel.tsx'
import { ScanPanel } from './panels/scan-panel.tsx'
import { SedativePanel } from './panels/sedative-panel.tsx'
import type { StudyPageStores } from './study-page-factories.ts'

type StudySection = {
  /** Also the id of its place on the page. */
  readonly id: string
  readonly title: string
  readonly Part: ComponentType<StudyPartProps<StudyPageStores>>
  /** Whether the section takes the whole width. */
  readonly isWide?: true
}

/** The sections below Study Details, in the order of study spec §2, with the log at the foot. */
export const studySections: readonly StudySection[] = [
  { id: 'booking', title: 'Booking', Part: BookingPanel },
  { id: 'sales', title: 'Sales', Part: SalesPanel },
  { id: 'reminder', title: 'Reminder', Part: ReminderPanel },
  { id: 'checkin', title: 'Checkin', Part: CheckinPanel },
  { id: 'scan', title: 'Scan', Part: ScanPanel },
  { id: 'radiology', title: 'Radiology', Part: RadiologyPanel },
  { id: 'medical-history', title: 'Medical History', Part: MedicalHistoryPanel },
  { id: 'report', title: 'Report', Part: ReportPanel },
  { id: 'patient-follow-up', title: 'Patient follow-up', Part: PatientFollowUpPanel },
  { id: 'consult', title: 'NP Consult', Part: ConsultPanel },
  { id: 'provider-follow-up', title: 'Provider follow-up', Part: ProviderFollowUpPanel, isWide: true },
  { id: 'release', title: 'Documents and release', Part: ReleaseMatrixPanel, isWide: true },
  { id: 'consultation', title: 'Consultation and follow-up', Part: ConsultationLink },
  { id: 'shares', title: 'Shares', Part: SharesPanel },
  { id: 'practitioners', title: 'Practitioners', Part: PractitionersPanel, isWide: true },
  { id: 'feedback', title: 'Feedback', Part: FeedbackPanel },
  { id: 'sedative', title: 'Sedative', Part: SedativePanel },
  { id: 'body-composition', title: 'Body Composition QC', Part: BodyCompositionPanel },
  { id: 'log', title: 'Activity log', Part: ActivityLogPanel, isWide: true },
]

/** All sections that the in-page index lists, from the top. */
export const indexedSections: readonly Pick<StudySection, 'id' | 'title'>[] = [
  { id: 'details', title: 'Study Details' },
  { id: 'safety', title: 'Safety questions' },
  ...studySections,
]
