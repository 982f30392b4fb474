import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { completeDelivery } from './deliveries-complete.ts'
import { confirmDisc } from './deliveries-disc.ts'
import { readDelivery, readRelease, readSentFaxes } from './deliveries-read.ts'
import { registerDelivery } from './deliveries-register.ts'
import { sendFax, sendReportEmail } from './deliveries-send.ts'
import { exportForMedium } from './medium-export.ts'
import { requestImages } from './medium-images.ts'
import { previewPdf } from './pdf-preview.ts'
import { readPractitionerHistory } from './practitioner-history.ts'
import { readTransmissionReport } from './transmission-report.ts'

/** Maps the routes of reports that leave the clinic (study spec §2 Report follow-up, §7; decisions §5 Delivery). */
export const releaseHandlers = {
  previewPdf: ({ params, body }, context) => previewPdf(params.studyId, body, context),
  readRelease: ({ params }, context) => readRelease(params.studyId, context),
  registerDelivery: ({ params, body }, context) => registerDelivery(params.studyId, body, context),
  readDelivery: ({ params }, context) => readDelivery(params.studyId, params.deliveryID, context),
  readTransmissionReport: ({ params }, context) => readTransmissionReport(params.studyId, params.deliveryID, context),
  settleDelivery: ({ params, body }, context) => completeDelivery(params, body, context),
  confirmDisc: ({ params, body }, context) => confirmDisc(params.studyId, params.deliveryID, body, context),
  sendFax: ({ params, body }, context) => sendFax(params.studyId, body, context),
  sendReportEmail: ({ params, body }, context) => sendReportEmail(params.studyId, body, context),
  exportForMedium: ({ params, body }, context) => exportForMedium(params.patient, body, context),
  requestImages: ({ params, body }, context) => requestImages(params.studyId, body, context),
  readPractitionerHistory: ({ params, query }, context) =>
    readPractitionerHistory(params.practitionerID, query, context),
  readSentFaxes: (_input, context) => readSentFaxes(context),
} satisfies Partial<Handlers<RouteName>>
