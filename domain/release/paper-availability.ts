import type { PaperName } from '../study/papers.ts'
import type { Study } from '../study/study.ts'
import { chooseReport } from './report-choice.ts'

const words = {
  noStructured: 'No physician report has been published.',
  noTraditional: 'No traditional report has been published.',
  noReading: 'No report has been published.',
  noHistory: 'The member has not completed the medical history.',
  noPrescription: 'No sedative has been prescribed.',
  noReferral: 'Not received yet.',
  invoiceSuppressed: 'The invoice is suppressed.',
}

/**
 * Returns why a study does not have a paper yet, in words; null if it has the paper. A paper of an outside system can
 * still be missing there.
 */
export const whyNoPaper = (paper: PaperName, study: Pick<Study, 'status' | 'details' | 'sedative'>): string | null => {
  const { status, details, sedative } = study
  switch (paper) {
    case 'physician-report':
    case 'radiologist-report':
    case 'report-with-addendum':
      return chooseReport(study).kind === 'structured' ? null : words.noStructured
    case 'traditional-report':
      return details.traditionalReportAvailable ||
        details.readingPublished.some(({ reportType }) => reportType === 'traditional')
        ? null
        : words.noTraditional
    case 'first-reading':
      return details.readingPublished.length === 0 ? words.noReading : null
    case 'medical-history':
      return status.medicalHistory === true ? null : words.noHistory
    case 'prescription':
      return sedative.status === 'not requested' || sedative.status === 'pending' ? words.noPrescription : null
    case 'medical-referral':
      return status.referred === true ? null : words.noReferral
    case 'invoice':
      return status.invoiceAvailable ? null : words.invoiceSuppressed
    case 'consent':
    case 'consent-form':
    case 'referral-page':
    case 'study-info':
      return null
  }
}
