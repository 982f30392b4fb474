import { fullName } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import { createMember, type Office } from '#test/journeys/office.ts'
import { bookOwing, countEarlier } from '#test/journeys/payment-desk.ts'
import { dayFromToday, type Place } from '#test/journeys/safety-desk.ts'
import { bookToday, markElsewhere, publishedStudy } from '#test/journeys/study-desk.ts'

/** A member with a study. */
type Booked = { readonly study: Study; readonly name: string }

/** What the ten tasks are about. */
export type DailyData = {
  readonly place: Place
  /** A member without an appointment. */
  readonly known: string
  /** Today: paid, answered and signed, so the next step is the check-in. */
  readonly ready: Booked
  /** Today: no answers yet. */
  readonly unanswered: Booked
  /** Coming appointments, nothing is paid. */
  readonly owing: Booked
  readonly movable: Booked
  readonly edited: Booked
  /** A study with a published report and a practitioner. */
  readonly published: Booked
}

/** Creates the members and studies of one day at `place`. Every drawer of the day is already counted once. */
export const makeDailyData = async (office: Office, place: Place): Promise<DailyData> => {
  const { locationID } = place
  const book = (firstname: string): Promise<Booked> =>
    bookOwing(office, { locationID, firstname, lastname: `${firstname}son` })
  const ready = await bookToday(office, place, { firstname: 'Isolde', answers: 'clear', isPaid: true })
  await markElsewhere(office, ready.study.studyID, 'consent')
  const { study: released, member } = await publishedStudy(office)
  await countEarlier(office, `/api/v1/finance/${locationID}/cash-up`, dayFromToday(place.zone, 0))
  return {
    place,
    known: await createMember(office, 'Tideway'),
    ready,
    unanswered: await bookToday(office, place, { firstname: 'Zebedee', answers: 'none', isPaid: false }),
    owing: await book('Quillon'),
    movable: await book('Perpetua'),
    edited: await book('Fenwick'),
    published: { study: released, name: fullName(member) },
  }
}
