/**
 * The outcomes that the simulated reader can have for the next card, with their labels in the menu. `paymentMethod` is
 * the test payment method that the reader sends to the simulated processor, which decides and stores the result. It is
 * null if the reader sends nothing: the card itself detects a wrong PIN, for example.
 */
export const simulatedReaderOutcomes = [
  { name: 'approve', label: 'Approve', paymentMethod: 'pm_card_visa' },
  { name: 'decline', label: 'Decline', paymentMethod: 'pm_card_visa_chargeDeclined' },
  {
    name: 'insufficient-funds',
    label: 'Decline: insufficient funds',
    paymentMethod: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  },
  { name: 'incorrect-pin', label: 'Decline: incorrect PIN', paymentMethod: null },
  { name: 'interac', label: 'Approve an Interac card', paymentMethod: 'pm_card_interac' },
  { name: 'card-not-read', label: "Card can't be read", paymentMethod: null },
  { name: 'cancel-on-reader', label: 'Member cancels on the reader', paymentMethod: null },
  { name: 'never-present', label: 'No card is presented', paymentMethod: null },
  { name: 'slow', label: 'Approve slowly', paymentMethod: 'pm_card_visa' },
  { name: 'disconnect-before-card', label: 'Reader disconnects before the card', paymentMethod: null },
  { name: 'disconnect-after-charge', label: 'Reader disconnects after the charge', paymentMethod: 'pm_card_visa' },
  { name: 'reply-lost', label: 'No response after the charge', paymentMethod: 'pm_card_visa' },
  { name: 'busy', label: 'Reader is busy', paymentMethod: null },
] as const

export type SimulatedReaderOutcome = (typeof simulatedReaderOutcomes)[number]['name']

/** The outcome of a simulated reader until the user chooses another outcome. */
export const defaultSimulatedOutcome: SimulatedReaderOutcome = 'approve'
