/**
 * What the simulated reader can be told to do with the next card, and how the desk's menu calls it. Where a card is presented,
 * `paymentMethod` is the test payment method it hands to the simulated processor, which decides and remembers. A wrong PIN is
 * found by the card itself, so the processor never hears of it.
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
  { name: 'card-not-read', label: 'Card cannot be read', paymentMethod: null },
  { name: 'cancel-on-reader', label: 'Member cancels on the reader', paymentMethod: null },
  { name: 'never-present', label: 'No card is presented', paymentMethod: null },
  { name: 'slow', label: 'Approve slowly', paymentMethod: 'pm_card_visa' },
  { name: 'disconnect-before-card', label: 'Reader is lost before the card', paymentMethod: null },
  { name: 'disconnect-after-charge', label: 'Reader is lost after the charge', paymentMethod: 'pm_card_visa' },
  { name: 'reply-lost', label: 'The answer is lost after the charge', paymentMethod: 'pm_card_visa' },
  { name: 'busy', label: 'Reader is busy', paymentMethod: null },
] as const

export type SimulatedReaderOutcome = (typeof simulatedReaderOutcomes)[number]['name']

/** What a simulated reader does until it is told otherwise. */
export const defaultSimulatedOutcome: SimulatedReaderOutcome = 'approve'
