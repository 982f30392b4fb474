import type { Appointment } from '../booking/appointment.ts'
import { formatMoney } from '../format/format-money.ts'
import { formatInstant } from '../format/format-time.ts'
import type { Location } from '../locations/location.ts'
import { noticeLevel } from '../safety/notice-level.ts'
import { noticeLevelTitles } from '../safety/notice-words.ts'
import type { Notice, ScanStart } from '../safety/notices.ts'
import { assessSafety, currentSignOff, decideWithdrawal, type SafetyCase } from '../safety/safety-assessment.ts'
import type { SafetyRecord } from '../safety/safety-record.ts'
import type { MachineID } from '../values/location-id.ts'
import { parseDecimalAmount, toMoney } from '../values/money.ts'
import { marksClearedByMove } from './marks-of-appointment.ts'
import type { Study } from './study.ts'

export type MoveTarget = {
  readonly location: Location
} & Pick<Appointment, 'skuID' | 'machineID' | 'utcStart'>

/** One line about the effect of a move, in words. `weight` is how prominently to show it. */
export type Consequence = {
  readonly kind: 'time' | 'location' | 'scan-type' | 'machine' | 'price' | 'referral' | 'sedative' | 'safety' | 'marks'
  readonly weight: 'plain' | 'attention'
  readonly text: string
}

/**
 * Returns what changes when a booked study moves, shown before the user saves: time, location, machine, scan type,
 * price, referral need, sedative, and marks for the old time. Unchanged things are not listed.
 */
export const describeMove = (study: Study, from: Location, target: MoveTarget): readonly Consequence[] => {
  const lines: Consequence[] = []
  const add = (kind: Consequence['kind'], text: string, weight: Consequence['weight'] = 'plain'): void => {
    lines.push({ kind, weight, text })
  }
  const timeMoves = study.booking !== null && study.booking.utcStart !== target.utcStart
  if (timeMoves && study.booking !== null) {
    const before = formatInstant(study.booking.utcStart, from.timezone)
    add('time', `${before} becomes ${formatInstant(target.utcStart, target.location.timezone)}`)
  }
  if (study.locationID !== target.location.locationID) {
    add('location', `${from.address.name} becomes ${target.location.address.name}`, 'attention')
    const kept = target.location.currency.currency === from.currency.currency
    if (!kept)
      add('price', `Prices at ${target.location.address.name} are in ${target.location.currency.currency}`, 'attention')
  } else if (study.booking !== null && study.booking.machineID !== target.machineID) {
    add('machine', `${machineName(from, study.booking.machineID)} becomes ${machineName(from, target.machineID)}`)
  }
  const sold = target.location.catalog.primary.find((scan) => scan.skuID === target.skuID)
  if (study.skuID !== target.skuID) add('scan-type', `Scan type becomes ${sold?.name ?? target.skuID}`, 'attention')
  // A move to another time keeps the agreed price.
  const isOtherItem = study.skuID !== target.skuID || study.locationID !== target.location.locationID
  if (isOtherItem && sold !== undefined && sold.price !== study.price) {
    const currency = target.location.currency.currency
    const before = formatMoney(parseDecimalAmount(study.price) ?? toMoney(0), from.currency.currency)
    add(
      'price',
      `Price ${before} becomes ${formatMoney(parseDecimalAmount(sold.price) ?? toMoney(0), currency)}`,
      'attention',
    )
  }
  if (target.location.referralRequired && !from.referralRequired) {
    add('referral', `${target.location.address.name} needs a medical referral`, 'attention')
  }
  if (timeMoves && study.sedativeTaken === 'Sedative Taken') {
    add('sedative', 'The sedative has to be arranged for the new time', 'attention')
  }
  const isElsewhere = study.booking !== null && study.locationID !== target.location.locationID
  const cleared = timeMoves || isElsewhere ? marksClearedByMove(study.status) : null
  if (cleared !== null) add('marks', `${cleared.words} will be cleared`, 'attention')
  return lines
}

/**
 * Returns what a move does to a study's safety notices: which appear, end or change, which unsigned stops remain, and
 * whether a sign-off is withdrawn (decisions §5: every reschedule evaluates dated notices again). `from` is the current
 * case, `to` the new appointment. Notices without dates do not change and are not listed.
 */
export const describeSafetyMove = (
  record: Pick<SafetyRecord, 'SafetyQuestions' | 'signOffs'> & Partial<Pick<SafetyRecord, 'draft'>>,
  from: SafetyCase,
  to: ScanStart,
): readonly Consequence[] => {
  // Answers that are not completed count too, because their stops are known.
  const answers = record.draft?.SafetyQuestions ?? record.SafetyQuestions
  const signOff = currentSignOff(record.signOffs)
  const before = assessSafety(answers, from)
  const after = assessSafety(answers, { ...from, appointment: to })
  const withdrawn = signOff === null ? null : decideWithdrawal(signOff.ground, after, to)
  const isSigned = signOff !== null && withdrawn === null
  const keys = [
    ...new Set([...before.notices, ...after.notices].filter(({ isDated }) => isDated).map(({ key }) => key)),
  ]
  const lines = keys.flatMap((key) => {
    const is = (notice: Notice): boolean => notice.key === key
    return describeNoticeMove(before.notices.find(is), after.notices.find(is), isSigned)
  })
  if (signOff === null || withdrawn === null) return lines
  const text = `The safety sign-off of ${signOff.by} is withdrawn: ${withdrawn}`
  return [...lines, { kind: 'safety', weight: 'attention', text }]
}

/** Returns `Stop (settle before the scan)`, `Note` or `All right`. */
const levelWords = (notice: Notice): string => {
  const level = noticeLevel(notice)
  if (level !== 'note') return `Stop (${noticeLevelTitles[level].toLowerCase()})`
  return notice.tone === 'green' ? 'All right' : noticeLevelTitles.note
}

/** The words for a notice whose date changes with the move. */
export const newDateWords = 'has a new date'

const describeNoticeMove = (
  before: Notice | undefined,
  after: Notice | undefined,
  isSigned: boolean,
): readonly Consequence[] => {
  if (after === undefined) {
    return before === undefined
      ? []
      : [{ kind: 'safety', weight: 'plain', text: `${levelWords(before)} no longer applies: ${before.text}` }]
  }
  const why = after.reason === null ? '' : ` (${after.reason})`
  if (before === undefined || before.tone !== after.tone) {
    const weight = after.tone === 'red' ? 'attention' : 'plain'
    return [{ kind: 'safety', weight, text: `${levelWords(after)}: ${after.text}${why}` }]
  }
  if (before.date === after.date) {
    // A stop that remains after the move is listed too: the user can still choose a later time.
    if (after.tone !== 'red' || isSigned) return []
    const stays = after.date === null ? '' : '; the new time does not settle this'
    const reason = after.reason === null ? '' : ` (${after.reason}${stays})`
    return [
      { kind: 'safety', weight: 'attention', text: `${noticeLevelTitles[noticeLevel(after)]}: ${after.text}${reason}` },
    ]
  }
  const text = `${levelWords(after)} ${newDateWords}: ${after.text}${why}`
  return [{ kind: 'safety', weight: after.tone === 'red' ? 'attention' : 'plain', text }]
}

const machineName = (location: Location, machineID: MachineID): string =>
  location.machines.find((machine) => machine.machineID === machineID)?.name ?? machineID
