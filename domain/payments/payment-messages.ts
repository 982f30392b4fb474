/** The messages about payments and terminals, worded as in the error catalogue (booking spec §8) where it has them. */
export const paymentMessages = {
  incompleteBooking: 'Please select the appointment location, scan type and date & time first.',
  missingLocationAndTime: 'Please Add Location and Time Before Completing a Payment',
  discountCodeError:
    'Please choose a location and time of scan and add patient information before processing a payment.',
  referralNotFirstScan: "Cannot add referral code since it is not the patient's first scan.",
  referralNoLocation: 'Please choose a location and time of scan before processing a payment.',
  referralZero: 'Referral code added, but a discount will not be applied since it is not a WB scan',
  referralInvalid: 'Invalid Referral Code',
  allFundsRemoved: 'All funds removed for this payment type.',
  allFundsRefunded: 'All funds refunded for this payment type.',
  invoiceAlreadyCancelled: 'This invoice has already been cancelled.',
  invoiceAutomaticallyIssued: 'Invoice payment automatically issued',
  temporaryHoldUpdated: 'Temporary Hold has been updated',
  amountRange: 'Please enter a valid amount between -99999.0 to 99999.0.',
  classificationMissing: 'Please choose classification from the drop down',
  reasonInvalid: 'Please enter a valid reason',
  adjustmentFailed: 'Adjustment failed',
  adjustmentSuccessful: 'Adjustment successful!',
  emailSent: 'Email sent',
  emailErrorTitle: 'Error sending email',
  emailError: 'There was an error sending the email.',
  invoicePayerError: "Error loading the invoice payer's name.",
  invoiceSuppressed: 'View or email invoice has been suppressed',
  noTransactions: 'No recorded transactions',
  noReaders: 'Failed to discover: No available readers.',
  tokenError: 'Error connecting via connection token',
  unexpectedError: 'An unexpected error occurred',
  cancellationInitiated: 'Transaction cancellation initiated on PIN Pad',
} as const

/** The titles of the payment panel's modals (booking spec §8). */
export const paymentTitles = {
  discountCodeError: 'Discount Code Error',
  referralCodeError: 'Referral Code Error',
  refundError: 'Refund Error',
  invoiceCancellation: 'Invoice Cancellation',
  paymentError: 'Payment Error',
  amountError: 'Amount error',
  classificationError: 'Classification error',
  reasonError: 'Reason error',
  processPayment: 'Process Payment',
  processingPayment: 'Processing Payment',
  successful: 'Payment is Completed',
  unsuccessful: 'Payment Unsuccessful',
  handOff: 'Please Hand Terminal to Member',
} as const

/** Why no money is taken for a temporary hold whose member's answers forbid the scan. */
export const forbiddenHoldMessage = 'This member cannot be scanned, so no payment is taken for this hold.'

/** Returns `Something went wrong fetching transaction {id}, ...` (booking spec §8). */
export const transactionFetchError = (transactionID: string): string =>
  `Something went wrong fetching transaction ${transactionID}, please try again or file an issue if this persists.`

export const discoverFailed = (reason: string): string => `Failed to discover: ${reason}`
export const connectFailed = (reason: string): string => `Failed to connect: ${reason}`
export const refundProcessFailed = (reason: string): string => `Failed to process refund: ${reason}`
/** The message for a reader that could not take the card. */
export const paymentMethodError = (reason: string): string => `Payment Method Error: ${reason}`
/** The message for a card that the reader took but whose payment failed. */
export const processResultError = (reason: string): string => `Process Payment Result Error: ${reason}`

/** The names of the references for use within a sentence, by the label of their field. */
const referenceNames: Readonly<Record<string, string>> = {
  'Cert #': 'certificate number',
  'Cheque #': 'cheque number',
  'Gift Card/Voucher Number': 'gift card or voucher number',
  'Invoice #': 'invoice number',
}

/** Returns the message for an empty reference field: `Enter the cheque number.` */
export const missingReference = (label: string): string => `Enter the ${referenceNames[label] ?? label.toLowerCase()}.`

/** Returns what a refund form lacks (booking spec §5); null if it is complete. */
export const refundFormMessage = (
  lacks: { readonly amount: boolean; readonly reason: boolean },
  verb: 'refund' | 'remove',
): string | null => {
  if (lacks.amount && lacks.reason)
    return `Please enter amount and reason for ${verb === 'refund' ? 'refund' : 'removal'}`
  if (lacks.amount) return `Please enter amount to ${verb}`
  if (lacks.reason) return `Please enter reason for ${verb === 'refund' ? 'refund' : 'removal'}`
  return null
}
