import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { drawAccessReport } from './draw-access-report.ts'
import { drawCashUp } from './draw-cash-up.ts'
import { drawConsent, drawConsentForm } from './draw-consent.ts'
import { drawDaySheet } from './draw-day-sheet.ts'
import { drawDepositSlip } from './draw-deposit-slip.ts'
import { drawFaxCover } from './draw-fax-cover.ts'
import { drawInvoice, drawReceipt } from './draw-invoice.ts'
import { drawMedicalHistory } from './draw-medical-history.ts'
import { drawMemberRecord } from './draw-member-record.ts'
import { drawPrescription } from './draw-prescription.ts'
import { drawReferral } from './draw-referral.ts'
import { drawReferralPage } from './draw-referral-page.ts'
import { drawReport } from './draw-report.ts'
import { drawResultText } from './draw-result-text.ts'
import { drawStudyInfo } from './draw-study-info.ts'
import { drawTraditionalReport } from './draw-traditional-report.ts'
import { drawTransmission } from './draw-transmission.ts'
import type { PaperRequest } from './paper-maker.ts'

/** Draws any paper of the back office. */
export const drawPaper = (request: PaperRequest, fonts: PaperFonts): Promise<DrawnPdf> => {
  switch (request.kind) {
    case 'invoice':
      return drawInvoice(request.invoice, request.headRoom ?? 0, fonts)
    case 'receipt':
      return drawReceipt(request.receipt, request.headRoom ?? 0, fonts)
    case 'cash-up':
      return drawCashUp(request, fonts)
    case 'deposit-slip':
      return drawDepositSlip(request, fonts)
    case 'day-sheet':
      return drawDaySheet(request, fonts)
    case 'access-report':
      return drawAccessReport(request, fonts)
    case 'member-record':
      return drawMemberRecord(request, fonts)
    case 'fax-cover':
      return drawFaxCover(request.cover, fonts)
    case 'result-text':
      return drawResultText(request, fonts)
    case 'report':
      return drawReport(request.head, request.edition, fonts)
    case 'traditional-report':
      return drawTraditionalReport(request.head, request.report, request.healthInformation, fonts)
    case 'medical-history':
      return drawMedicalHistory(request.head, request.history, fonts)
    case 'consent':
      return drawConsent(request.head, request.consent, fonts)
    case 'prescription':
      return drawPrescription(request.head, request.prescription, fonts)
    case 'medical-referral':
      return drawReferral(request.head, request.referral, fonts)
    case 'referral-page':
      return drawReferralPage(request.head, request.enclosed, fonts)
    case 'consent-form':
      return drawConsentForm(request.head, request.agreement, fonts)
    case 'study-info':
      return drawStudyInfo(request.head, request.info, fonts)
    case 'transmission':
      return drawTransmission(request.head, request.transmission, fonts)
  }
}
