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
import { MessagesPanel } from './panels/messages-panel.tsx'
import { PapersPanel } from './panels/papers-panel.tsx'
import { PatientFollowUpPanel } from './panels/patient-follow-up-panel.tsx'
import { ProviderFollowUpPanel } from './panels/provider-follow-up-panel.tsx'
import { RadiologyPanel } from './panels/radiology-panel.tsx'
import { ReminderPanel } from './panels/reminder-panel.tsx'
import { ReportPanel } from './panels/report-panel.tsx'
import { ScanPanel } from './panels/scan-panel.tsx'
import { SedativePanel } from './panels/sedative-panel.tsx'
import type { StudyPageStores } from './study-page-factories.ts'
import { studyPageWords } from './study-page-words.ts'

const titles = studyPageWords.sections

type StudySection = {
  /** Names the section, and is the last part of the ID of its element, see `sectionID`. */
  readonly id: string
  readonly title: string
  readonly Part: ComponentType<StudyPartProps<StudyPageStores>>
  /** Whether the section takes the whole width. */
  readonly isWide?: true
}

/** The sections below the safety questions, mostly in the order of study spec §2, with the log at the foot. */
export const studySections: readonly StudySection[] = [
  { id: 'booking', title: titles.booking, Part: BookingPanel },
  { id: 'sales', title: titles.sales, Part: SalesPanel },
  { id: 'reminder', title: titles.reminder, Part: ReminderPanel },
  { id: 'messages', title: titles.messages, Part: MessagesPanel, isWide: true },
  { id: 'checkin', title: titles.checkin, Part: CheckinPanel },
  { id: 'scan', title: titles.scan, Part: ScanPanel },
  { id: 'radiology', title: titles.radiology, Part: RadiologyPanel },
  { id: 'medical-history', title: titles.medicalHistory, Part: MedicalHistoryPanel },
  { id: 'report', title: titles.report, Part: ReportPanel },
  { id: 'papers', title: titles.papers, Part: PapersPanel, isWide: true },
  { id: 'patient-follow-up', title: titles.patientFollowUp, Part: PatientFollowUpPanel },
  { id: 'consult', title: titles.consult, Part: ConsultPanel },
  { id: 'provider-follow-up', title: titles.providerFollowUp, Part: ProviderFollowUpPanel, isWide: true },
  { id: 'release', title: titles.release, Part: ReleaseMatrixPanel, isWide: true },
  { id: 'consultation', title: titles.consultation, Part: ConsultationLink },
  { id: 'shares', title: titles.shares, Part: SharesPanel },
  { id: 'practitioners', title: titles.practitioners, Part: PractitionersPanel, isWide: true },
  { id: 'feedback', title: titles.feedback, Part: FeedbackPanel },
  { id: 'sedative', title: titles.sedative, Part: SedativePanel },
  { id: 'body-composition', title: titles.bodyComposition, Part: BodyCompositionPanel },
  { id: 'log', title: titles.log, Part: ActivityLogPanel, isWide: true },
]

/** All sections that the in-page index lists, from the top. */
export const indexedSections: readonly Pick<StudySection, 'id' | 'title'>[] = [
  { id: 'details', title: titles.details },
  { id: 'safety', title: titles.safety },
  ...studySections,
]
