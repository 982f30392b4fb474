import type { PaymentView } from '#contract/payments/bridge.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { paymentPanelWords } from './payment-panel-words.ts'

const words = paymentPanelWords.credits

/** Returns why neither the invoice nor a receipt can be emailed to the member; null if they can. */
export const whyNoEmail = ({ study, member }: Pick<PaymentView, 'study' | 'member'>): string | null => {
  if (!study.status.invoiceAvailable) return paymentMessages.invoiceSuppressed
  if (!study.status.customerEmailAvailable) return words.emailSuppressed
  return member.email === '' ? words.noEmail : null
}
