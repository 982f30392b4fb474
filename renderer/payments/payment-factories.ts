import type { StudyID } from '#domain/values/study-id.ts'
import type { WithClock } from '../kit/clock-store.ts'
import type { Notices } from '../kit/notices.ts'
import type { WithConnectivity } from '../session/connectivity-store.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { StoreParts } from '../session/store-parts.ts'
import type { WithAttempts } from './attempts-store.ts'
import { createInvoiceStore, type InvoiceDesk } from './invoice/invoice-store.ts'
import { createPaymentDesk, type LastTender, type PaymentDesk } from './payment-store.ts'
import type { WithTerminal } from './terminal-store.ts'

/** Builds the stores of a study's money and of its invoice. */
export type PaymentFactories = {
  readonly newPayments: (studyID: StudyID, notices: Notices) => PaymentDesk
  readonly newInvoice: (studyID: StudyID) => InvoiceDesk
}

/** The stores that the payment panel uses. */
export type PaymentStores = Pick<PaymentFactories, 'newPayments'> &
  WithAttempts &
  WithClock &
  WithConnectivity &
  WithDrafts &
  WithTerminal

export const createPaymentFactories = ({ bridge, stores, newKey }: StoreParts): PaymentFactories => {
  const lastTender: LastTender = { value: null }
  return {
    newPayments: (studyID, notices) =>
      createPaymentDesk({ bridge, drafts: stores.drafts, notices, studyID, newKey, lastTender }),
    newInvoice: (studyID) => createInvoiceStore(bridge, studyID),
  }
}
