import { countOf } from '../format/format-count.ts'
import { formatMoney } from '../format/format-money.ts'
import { formatInstant } from '../format/format-time.ts'
import type { Location } from '../locations/location.ts'
import { knownSafety } from '../safety/known-safety.ts'
import { describeStops, describeStopsToSignOff } from '../safety/notice-words.ts'
import { countOtherStops } from '../safety/other-bookings.ts'
import type { SafetySummary } from '../safety/safety-record.ts'
import { type SafetyState, safetyRoles, toSafetyMarks } from '../safety/safety-states.ts'
import { parseDecimalAmount, toMoney } from '../values/money.ts'
import type { StateRole } from '../values/state-role.ts'
import { describeHold, isHoldKept } from './hold-words.ts'
import { invoiceOutstandingWords } from './invoice-outstanding.ts'
import type { SedativeStatus } from './sedative.ts'
import { sedativeWords } from './sedative-words.ts'
import type { Study } from './study.ts'
import { consentState } from './study-consent.ts'
import type { StudyInvoiceStep } from './study-details.ts'

/** @internal Tests cover every entry. */
export const boardChipKinds = [
  'safety',
  'consent',
  'balance',
  'referral',
  'sedative',
  'temporary-hold',
  'invoice',
] as const
type BoardChipKind = (typeof boardChipKinds)[number]

export type BoardChip = {
  readonly kind: BoardChipKind
  readonly weight: Exclude<StateRole, 'none'>
  /** The text on the board. */
  readonly short: string
  /** The text on a narrow board, if `short` is too long for it. */
  readonly narrow?: string
  /** The full text, for the tooltip. Screen readers read it instead of `short`. */
  readonly text: string
}

type Place = Pick<Location, 'referralRequired' | 'currency' | 'timezone'>

/**
 * Returns the chips of a member on the day's board, the most serious kind first: safety, consent, balance, referral,
 * sedative, temporary hold, invoice step. Safety and balance always have a chip. The other kinds have one only if
 * something is missing or under way, or if the study has an invoice.
 */
export const toBoardChips = (study: Study, location: Place): readonly BoardChip[] => [
  ...safetyChips(study),
  ...consentChips(study),
  balanceChip(study, location),
  ...referralChips(study, location),
  ...sedativeChips(study),
  ...holdChips(study, location),
  ...invoiceChips(study.invoiceStep),
]

const safetyChips = ({ safety, status }: Study): readonly BoardChip[] => {
  const isOver = status.scanned || status.cancelled
  const marks = toSafetyMarks(isOver ? { ...safety, others: [] } : safety)
  return marks.map(({ state, word }) => ({
    kind: 'safety',
    weight: safetyRoles[state],
    short: state === 'answered' ? 'Safety answered' : word,
    narrow: narrowSafety(state, word, safety),
    text: safetyText(state, word, safety),
  }))
}

/** Returns the words of a safety state for a narrow board. */
const narrowSafety = (state: SafetyState, word: string, safety: SafetySummary): string => {
  const { notes, answered, required } = knownSafety(safety)
  if (state === 'answered') return 'Safety answered'
  if (state === 'notes') return countOf(notes, 'note')
  if (state === 'draft' && answered !== null && required !== null) return `${answered}/${required}`
  if (state !== 'stops-elsewhere' && state !== 'settled-elsewhere') return word
  const stops = countOtherStops(safety)
  return stops > 0 ? `${describeStops(stops)} elsewhere` : 'Notes elsewhere'
}

/** Returns the full text of a safety state, for the tooltip. */
const safetyText = (state: SafetyState, word: string, safety: SafetySummary): string => {
  const { stops, notes } = knownSafety(safety)
  const texts: Readonly<Record<SafetyState, string>> = {
    forbidden: 'A safety notice says that this member cannot be scanned',
    stops: describeStopsToSignOff(stops),
    'signed-stops': `${describeStops(stops)} in the safety answers`,
    'signed-off': `Signed off by ${safety.signOff?.by ?? ''}`,
    'stops-elsewhere': `${word} of this member. Read the answers there.`,
    'settled-elsewhere': `${word} of this member. Read the answers there.`,
    draft: `${word}; the answers are not saved. Last answered by ${safety.draft?.by ?? ''}`,
    'not-answered': 'The safety questions are not answered',
    'part-answered': `${countOf(safety.unanswered, 'required safety question')} without an answer`,
    notes: `${countOf(notes, 'note')} in the safety answers`,
    answered: 'Safety questions answered, no stops and no notes',
  }
  return texts[state]
}

const consentChips = (study: Study): readonly BoardChip[] =>
  consentState(study) === 'complete'
    ? []
    : [{ kind: 'consent', weight: 'attention', short: 'No consent', text: 'The member has not signed the consent' }]

const balanceChip = ({ balance }: Study, { currency: { currency } }: Place): BoardChip => {
  const amount = formatMoney(parseDecimalAmount(Math.abs(balance)) ?? toMoney(0), currency)
  if (balance > 0) return { kind: 'balance', weight: 'attention', short: amount, text: `Balance ${amount}` }
  if (balance < 0) return { kind: 'balance', weight: 'info', short: `Overpaid ${amount}`, text: `Overpaid ${amount}` }
  return { kind: 'balance', weight: 'done', short: 'Paid', text: 'Paid: nothing is owed' }
}

const referralChips = ({ status }: Study, { referralRequired }: Place): readonly BoardChip[] => {
  if (status.referred === true) return []
  return referralRequired
    ? [{ kind: 'referral', weight: 'attention', short: 'No referral', text: 'The medical referral is missing' }]
    : [
        {
          kind: 'referral',
          weight: 'info',
          short: 'No review',
          text: 'The appropriateness review has not been received',
        },
      ]
}

const shortSedative: Readonly<Record<SedativeStatus, string>> = {
  'not requested': 'N/A',
  pending: 'pending',
  prescribed: 'prescribed',
  'ready-for-pharmacy': 'to pharmacy',
  sent: 'sent',
  ready: 'ready',
  cancelled: 'cancelled',
}

const sedativeChips = ({ sedative, sedativeTaken, status }: Study): readonly BoardChip[] => {
  if (sedativeTaken === 'Sedative Taken') {
    return status.checkin || status.scanned
      ? [{ kind: 'sedative', weight: 'info', short: 'Sedated', text: 'Sedative taken: the member must not drive home' }]
      : [
          {
            kind: 'sedative',
            weight: 'info',
            short: 'Sedative planned',
            narrow: 'Sed. planned',
            text: 'Sedative planned for the scan: the member must not drive home',
          },
        ]
  }
  if (sedative.status === 'not requested' || sedative.status === 'cancelled') return []
  const weight = sedative.status === 'pending' ? 'attention' : 'info'
  const text = `Sedative: ${sedativeWords[sedative.status]}`
  return [
    {
      kind: 'sedative',
      weight,
      short: `Sedative ${shortSedative[sedative.status]}`,
      narrow: `Sed. ${shortSedative[sedative.status]}`,
      text,
    },
  ]
}

const holdChips = (study: Study, { timezone }: Place): readonly BoardChip[] => {
  const { temporaryHold, temporaryHoldUntil } = study
  if (!temporaryHold) return []
  if (isHoldKept(study)) {
    return [{ kind: 'temporary-hold', weight: 'attention', short: 'Hold, part-paid', text: describeHold(study) }]
  }
  const until = temporaryHoldUntil === null ? '' : ` until ${formatInstant(temporaryHoldUntil, timezone)}`
  return [{ kind: 'temporary-hold', weight: 'attention', short: 'Hold', text: `Temporary hold${until}` }]
}

const invoiceWords: { readonly [Step in Exclude<StudyInvoiceStep, 'none'>]: string } = {
  'not-issued': 'not issued',
  issued: 'issued',
  deposited: 'deposit paid',
  paid: 'paid',
}

const invoiceChips = (step: StudyInvoiceStep): readonly BoardChip[] => {
  if (step === 'none') return []
  const weight = step === 'paid' ? 'done' : 'attention'
  const word = invoiceWords[step]
  if (step === 'paid') return [{ kind: 'invoice', weight, short: 'Invoice paid', text: 'Invoice paid' }]
  const text = `${invoiceOutstandingWords}: ${word}`
  return [{ kind: 'invoice', weight, short: invoiceOutstandingWords, narrow: 'Invoice unpaid', text }]
}
