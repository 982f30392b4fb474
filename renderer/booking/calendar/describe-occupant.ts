import type { DayEntry } from '#contract/booking/bridge.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName } from '#domain/members/member.ts'
import { calendarWords } from './calendar-words.ts'

const words = calendarWords.inTheWay

/** Returns who has a time: the member of an appointment, or the holder of a slot hold. */
export const describeOccupant = ({ machineTime, member, mine }: DayEntry): string => {
  if (machineTime.kind === 'slot-hold') {
    return mine ? words.ownHold : words.heldBy(machineTime.owner?.name ?? calendarWords.memberOnline)
  }
  if (member === null) return words.unknownName
  return words.appointment(fullName(member), formatDate(member.dob), machineTime.kind === 'temporary-hold')
}
