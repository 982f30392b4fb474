import type { DayEntry } from '#contract/booking/bridge.ts'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import type { MachineTime } from '#domain/booking/machine-time.ts'
import type { Sku } from '#domain/catalogue/sku.ts'
import { formatDate } from '#domain/format/format-date.ts'
import type { Location } from '#domain/locations/location.ts'
import { findSimilarNames } from '#domain/members/duplicates.ts'
import { fullName } from '#domain/members/member.ts'
import { memberWords, studyWords } from '#domain/members/search-words.ts'
import type { BoardDay } from '#domain/study/board-day.ts'
import { packageName } from '#domain/study/package-name.ts'
import type { Study } from '#domain/study/study.ts'
import { type NextAction, nextAction } from '#domain/study/today-board.ts'
import { countingCheckIn, describeOthersCheckIn, othersCheckIn, withWaitingActs } from '#domain/study/waiting-act.ts'
import { isFound } from '#domain/worklists/worklist-filter.ts'
import { describeIdentity } from '../../kit/describe-identity.ts'
import { frontDeskWords } from './front-desk-words.ts'

const words = frontDeskWords.board

/** One appointment of the day, as the front desk shows it. */
export type TodayRow = Pick<MachineTime, 'utcStart' | 'utcEnd' | 'machineID'> & {
  readonly key: string
  readonly machine: string
  readonly scanType: string
  /** The study with this workstation's waiting acts applied. */
  readonly study: Study
  readonly member: DayEntry['member']
  /** Whether another member of that day has a similar name. */
  readonly hasSimilarName: boolean
  /**
   * Whether the check-in waits at this workstation to be sent. A colleague's waiting check-in counts only while the
   * back office is unreachable.
   */
  readonly isCheckInWaiting: boolean
  /**
   * The text about a check-in that is sent when the colleague who made it signs in at this workstation; null for none.
   */
  readonly othersCheckIn: string | null
  readonly next: NextAction
  /** Whether a mark of the row is being sent. */
  readonly isBusy: boolean
}

export type TodayRowsInput = {
  readonly entries: readonly DayEntry[]
  readonly location: Location
  readonly skus: readonly Sku[]
  /** The acts stored at this workstation that the back office has not accepted yet. */
  readonly waiting: readonly WaitingStudyAct[]
  /** Whether the back office is reachable: a colleague's waiting acts count only while it is unreachable. */
  readonly isOnline: boolean
  /** Studies that earlier calls returned, by id: they may be newer than the day's reading. */
  readonly answered: ReadonlyMap<string, Study>
  /** The ids of the studies whose mark is being sent. */
  readonly busy: ReadonlySet<string>
  readonly day: BoardDay
}

/**
 * Returns the appointments of a day by time, then machine: booked studies and temporary holds. Slot holds and cancelled
 * studies are not listed, because they are not appointments.
 */
export const toTodayRows = (input: TodayRowsInput): readonly TodayRow[] => {
  const { entries, location, skus, waiting, isOnline, answered, busy, day } = input
  const members = entries.flatMap(({ study, member }) =>
    member === null || study === null || study.status.cancelled ? [] : [member],
  )
  const similar = findSimilarNames(members)
  const rows = entries.flatMap((entry): TodayRow[] => {
    if (entry.study === null) return []
    const { member, machineTime } = entry
    const study = withWaitingActs(newerOf(entry.study, answered), waiting, isOnline)
    const others = othersCheckIn(study.studyID, waiting)
    if (study.status.cancelled) return []
    const { machineID } = machineTime
    return [
      {
        key: machineTime.eventID,
        utcStart: machineTime.utcStart,
        utcEnd: machineTime.utcEnd,
        machineID,
        machine: location.machines.find((each) => each.machineID === machineID)?.name ?? machineID,
        scanType: packageName(study.skuID, location, skus),
        study,
        member,
        hasSimilarName: member !== null && similar.has(member.patientID),
        // The study already includes the waiting check-in, so its status alone does not show that the check-in waits.
        isCheckInWaiting: study.status.checkin && countingCheckIn(study.studyID, waiting, isOnline) !== undefined,
        othersCheckIn:
          others === undefined
            ? null
            : describeOthersCheckIn(others, member === null ? words.thisMember : fullName(member)),
        next: nextAction(study, location, day),
        isBusy: busy.has(study.studyID),
      },
    ]
  })
  const order = (row: TodayRow): string => `${row.utcStart} ${row.machine}`
  return rows.sort((a, b) => (order(a) < order(b) ? -1 : 1))
}

/**
 * Returns the rows of `after`, with the object of `before` for each row that did not change, so that only changed rows
 * are drawn again. Rows are plain JSON data, so equal JSON means an equal row.
 */
export const keepUnchangedRows = (before: readonly TodayRow[], after: readonly TodayRow[]): readonly TodayRow[] => {
  const known = new Map(before.map((row) => [row.key, row]))
  return after.map((row) => {
    const same = known.get(row.key)
    return same !== undefined && JSON.stringify(same) === JSON.stringify(row) ? same : row
  })
}

/**
 * Returns the current row of an open dialog; undefined if another desk moved or cancelled the appointment, so that the
 * dialog must close. The dialog that cancels an appointment stays open until it has shown the result, although the
 * appointment is no longer on the board.
 */
export const rowOfDialog = (
  rows: readonly TodayRow[],
  { kind, row }: { readonly kind: string; readonly row: TodayRow },
): TodayRow | undefined => rows.find(({ key }) => key === row.key) ?? (kind === 'cancel' ? row : undefined)

const newerOf = (study: Study, answered: ReadonlyMap<string, Study>): Study => {
  const known = answered.get(study.studyID)
  return known !== undefined && known.version > study.version ? known : study
}

/** Returns full name and birth date, as used in the name of every action on a member. */
export const whoIs = ({ member, study }: Pick<TodayRow, 'member' | 'study'>): string =>
  member === null ? frontDeskWords.studyNumber(study.studyID) : `${fullName(member)}, ${formatDate(member.dob)}`

/** Returns the bold line above the buttons of a dialog about a row: the member, and `facts` about the case. */
export const rowIdentity = (
  { member, study }: Pick<TodayRow, 'member' | 'study'>,
  ...facts: readonly string[]
): string =>
  member === null
    ? [frontDeskWords.studyNumber(study.studyID), ...facts].join(' · ')
    : describeIdentity(member, ...facts)

/** Returns the rows whose member or study matches the typed text, by the same rules as the member search. */
export const findRows = (rows: readonly TodayRow[], text: string): readonly TodayRow[] =>
  text.trim() === ''
    ? rows
    : rows.filter(({ member, study }) => {
        const words = member === null ? [] : memberWords(member)
        return isFound([...words, ...studyWords(study.studyID)], text)
      })

/** Returns the day's counts: `14 members, 3 checked in, 2 scanned`. A scanned member does not count as checked in. */
export const describeDay = (rows: readonly TodayRow[]): string => {
  const here = rows.filter(({ study }) => study.status.checkin && !study.status.scanned).length
  const scanned = rows.filter(({ study }) => study.status.scanned).length
  return words.counts(rows.length, here, scanned)
}
