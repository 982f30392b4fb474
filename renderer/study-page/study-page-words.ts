import { countOf } from '#domain/format/format-count.ts'
import type { StudyPanel } from '#domain/study/study-panels.ts'

/** The texts around the sections of a study's page: head, index, progress and shortcuts. */
export const studyPageWords = {
  loading: 'Loading the study',
  head: {
    backToWorklist: 'Back to worklist',
    born: 'Born',
    study: 'study',
    noAppointment: 'No appointment',
    appointment: (time: string, location: string) => `${time}, ${location}`,
    payment: 'Payment',
    openBooking: 'Open booking',
    moveOrCancel: 'Move or cancel',
  },
  badges: {
    safety: (answered: string) => `Safety questions: ${answered}`,
    safetyOpen: (count: number) => `${countOf(count, 'safety question')} not answered`,
    signedOff: (stops: string) => `${stops}, signed off`,
    notSignedOff: (stops: string) => `${stops}, not signed off`,
  },
  steps: {
    next: 'Next:',
    goTo: (label: string) => `Next step: ${label}`,
    done: 'All steps completed',
  },
  index: {
    title: 'Study sections',
    current: 'Section:',
  },
  sections: {
    details: 'Study Details',
    safety: 'Safety questions',
    booking: 'Booking',
    payment: 'Payment status',
    sales: 'Sales',
    reminder: 'Reminder',
    messages: 'Messages',
    checkin: 'Checkin',
    scan: 'Scan',
    radiology: 'Radiology',
    'medical-history': 'Medical History',
    report: 'Report',
    papers: 'Printouts',
    'patient-follow-up': 'Patient follow-up',
    consult: 'NP Consult',
    'provider-follow-up': 'Provider follow-up',
    release: 'Documents and release',
    consultation: 'Consultation and follow-up',
    shares: 'Shares',
    feedback: 'Feedback',
    sedative: 'Sedative',
    'body-composition': 'Body Composition QC',
    log: 'Activity log',
  } satisfies Record<StudyPanel, string>,
  shortcuts: {
    title: 'Study page',
    sections: 'Next or previous section',
    save: 'Save answers while editing',
  },
}
