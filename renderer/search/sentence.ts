import type { MemberID } from '#domain/members/member.ts'
import { awaitsCheckInToday, isAhead } from '#domain/study/member-appointments.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { paths } from '../routes.ts'

/** What a sentence such as "move ana silva" asks for. */
export type MemberAct = 'book' | 'move' | 'cancel' | 'pay' | 'checkIn'

export type Sentence = {
  readonly act: MemberAct
  /** The rest of the sentence, which finds the member: a name, phone number, birth date or email. */
  readonly whom: string
}

const verbs: Readonly<Record<string, MemberAct>> = {
  book: 'book',
  move: 'move',
  reschedule: 'move',
  cancel: 'cancel',
  pay: 'pay',
  'check in': 'checkIn',
  checkin: 'checkIn',
}

/**
 * Parses a verb followed by a member, such as "book silva" or "check in 604-555-0142". Returns null for any other text,
 * and if fewer than two characters follow the verb.
 */
export const parseSentence = (text: string): Sentence | null => {
  const parts = /^\s*(check[\s-]in|[a-z]+)\s+(?:(?:for|from|of)\s+)?(\S.*\S)\s*$/iu.exec(text)
  const [, verb = '', whom = ''] = parts ?? []
  const spoken = verb.toLowerCase().replace(/[\s-]/, ' ')
  const act = Object.hasOwn(verbs, spoken) ? verbs[spoken] : undefined
  return act === undefined ? null : { act, whom }
}

/** For each act, the studies that it can concern. */
const concerns: Readonly<Record<Exclude<MemberAct, 'book'>, (study: Study, now: Instant) => boolean>> = {
  move: isAhead,
  cancel: isAhead,
  pay: ({ status, balance }) => !status.cancelled && balance > 0,
  checkIn: awaitsCheckInToday,
}

/**
 * Returns the page on which the user does the act. If it can concern no study of the member, or several, that is the
 * member's page, where each appointment has its links.
 */
export const pathOfAct = (act: MemberAct, memberID: MemberID, studies: readonly Study[], now: Instant): string => {
  if (act === 'book') return paths.booking({ memberID })
  const [study, ...others] = studies.filter((one) => concerns[act](one, now))
  if (study === undefined || others.length > 0) return paths.members({ memberID })
  switch (act) {
    case 'move':
      return paths.studyBooking(study.studyID)
    case 'cancel':
      return paths.studyBooking(study.studyID, { cancel: 1 })
    case 'pay':
      return paths.studyPayment(study.studyID)
    case 'checkIn':
      return paths.studyCheckIn(study.studyID)
  }
}
