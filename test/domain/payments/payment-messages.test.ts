import { describe, expect, it } from 'vitest'
import {
  connectFailed,
  discoverFailed,
  missingReference,
  paymentMessages,
  paymentMethodError,
  paymentTitles,
  processResultError,
  refundFormMessage,
  refundProcessFailed,
  transactionFetchError,
} from '#domain/payments/payment-messages.ts'

/** Booking spec §2, §4, §5 and §8, word for word. */
const catalogue = [
  'Please select the appointment location, scan type and date & time first.',
  'Please Add Location and Time Before Completing a Payment',
  'Please choose a location and time of scan and add patient information before processing a payment.',
  "Cannot add referral code since it is not the patient's first scan.",
  'Please choose a location and time of scan before processing a payment.',
  'Referral code added, but a discount will not be applied since it is not a WB scan',
  'Invalid Referral Code',
  'All funds removed for this payment type.',
  'All funds refunded for this payment type.',
  'This invoice has already been cancelled.',
  'Invoice payment automatically issued',
  'Temporary Hold has been updated',
  'Please enter a valid amount between -99999.0 to 99999.0.',
  'Please choose classification from the drop down',
  'Please enter a valid reason',
  'Adjustment failed',
  'Adjustment successful!',
  'Email sent',
  'Error sending email',
  'There was an error sending the email.',
  "Error loading the invoice payer's name.",
  'View or email invoice has been suppressed',
  'No recorded transactions',
  'Failed to discover: No available readers.',
  'Error connecting via connection token',
  'An unexpected error occurred',
  'Transaction cancellation initiated on PIN Pad',
]
const titles = [
  'Discount Code Error',
  'Referral Code Error',
  'Refund Error',
  'Invoice Cancellation',
  'Payment Error',
  'Amount error',
  'Classification error',
  'Reason error',
  'Process Payment',
  'Processing Payment',
  'Payment is Completed',
  'Payment Unsuccessful',
  'Please Hand Terminal to Member',
]

describe('the payment messages', () => {
  it('include every message in the spec’s words, and no other', () => {
    expect(new Set(Object.values(paymentMessages))).toEqual(new Set(catalogue))
  })
  it('include every title in the spec’s words, and no other', () => {
    expect(new Set(Object.values(paymentTitles))).toEqual(new Set(titles))
  })
  it.each([
    [
      transactionFetchError('t-9'),
      'Something went wrong fetching transaction t-9, please try again or file an issue if this persists.',
    ],
    [missingReference('Cert #'), 'Enter the certificate number.'],
    [missingReference('Cheque #'), 'Enter the cheque number.'],
    [missingReference('Invoice #'), 'Enter the invoice number.'],
    [missingReference('Confirmation Code'), 'Enter the confirmation code.'],
    [missingReference('Gift Card/Voucher Number'), 'Enter the gift card or voucher number.'],
    [discoverFailed('why'), 'Failed to discover: why'],
    [connectFailed('why'), 'Failed to connect: why'],
    [refundProcessFailed('why'), 'Failed to process refund: why'],
    [paymentMethodError('why'), 'Payment Method Error: why'],
    [processResultError('why'), 'Process Payment Result Error: why'],
  ])('include %j', (written, expected) => {
    expect(written).toBe(expected)
  })
  it.each([
    [true, true, 'refund', 'Please enter amount and reason for refund'],
    [true, true, 'remove', 'Please enter amount and reason for removal'],
    [true, false, 'refund', 'Please enter amount to refund'],
    [true, false, 'remove', 'Please enter amount to remove'],
    [false, true, 'refund', 'Please enter reason for refund'],
    [false, true, 'remove', 'Please enter reason for removal'],
    [false, false, 'refund', null],
    [false, false, 'remove', null],
  ] as const)('name what a refund form lacks: amount %j, reason %j, %s', (amount, reason, verb, expected) => {
    expect(refundFormMessage({ amount, reason }, verb)).toBe(expected)
  })
})
