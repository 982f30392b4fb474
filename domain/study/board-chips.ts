import { countOf } from '../format/format-count.ts'
import { formatMoney } from '../format/format-money.ts'
import { formatInstant } from '../format/format-time.ts'
import type { Location } from '../locations/location.ts'
import { describeAnswered, isKnownSafetySigned, knownSafety } from '../safety/known-safety.ts'
import { describeNotes, describeStops, describeStopsToSignOff, noticeLevelTitles } from '../safety/notice-words.ts'
import { countOtherStops, describeOtherBookingsShort } from '../safety/other-bookings.ts'
import { parseDecimalAmount, toMoney } from '../values/money.ts'
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
  /** `stop`: must be resolved before the scan. `attention`: staff should act. `info`, `done`: for information. */
  readonly weight: 'stop' | 'attention' | 'info' | 'done'
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
  const chips: BoardChip[] = []
  const add = (weight: BoardChip['weight'], short: string, text: string, narrow = short): void => {
    chips.push({ kind: 'safety', weight, short, text, narrow })
  }
  const { state, unanswered, signOff } = safety
  // A study cached by an earlier version has no `draft` field.
  const draft = safety.draft ?? null
  const { stops: red, notes: blue, isProhibited, answered, required } = knownSafety(safety)
  if (isProhibited) add('stop', noticeLevelTitles.forbidden, 'A safety notice says that this member cannot be scanned')
  if (red > 0 && !isProhibited) {
    const isSigned = signOff !== null && isKnownSafetySigned(safety)
    const stops = describeStops(red)
    const text = isSigned ? `${stops} in the safety answers` : describeStopsToSignOff(red)
    add(isSigned ? 'attention' : 'stop', stops, text)
    if (isSigned) add('done', 'Signed off', `Signed off by ${signOff.by}`)
  }
  const elsewhere = describeOtherBookingsShort(safety)
  if (elsewhere !== null && !status.scanned && !status.cancelled) {
    const stops = countOtherStops(safety)
    const narrow = stops > 0 ? `${describeStops(stops)} elsewhere` : 'Notes elsewhere'
    const isSettled = stops === 0 || (safety.othersReason ?? null) !== null
    add(isSettled ? 'attention' : 'stop', elsewhere, `${elsewhere} of this member. Read the answers there.`, narrow)
  }
  if (draft !== null) {
    const text = `${describeAnswered(safety)}; the answers are not saved. Last answered by ${draft.by}`
    add('stop', describeAnswered(safety), text, `${answered}/${required}`)
  } else if (state === 'unanswered') add('stop', 'Safety: not answered', 'The safety questions are not answered')
  else if (state === 'incomplete') {
    add('stop', `${unanswered} unanswered`, `${countOf(unanswered, 'required safety question')} without an answer`)
  }
  if (blue > 0)
    add('info', describeNotes(blue), `${countOf(blue, 'note')} in the safety answers`, countOf(blue, 'note'))
  if (chips.length === 0) add('done', 'Safety answered', 'Safety questions answered, no stops and no notes')
  return chips
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
