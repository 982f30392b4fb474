import type { Gender, MemberID } from '#domain/members/member.ts'
import { noSedative } from '#domain/study/sedative.ts'
import { toInstant } from '#domain/values/instant.ts'
import { bookedStatus } from '../booking/create-booking.ts'
import { toNewStudy } from '../booking/new-study.ts'
import type { MachineTimeTable, StudyLogTable } from '../database/tables.ts'
import { describeEntry, paymentCategory, summarizeStudy, toEntryRow } from '../payments/ledger.ts'
import type { StudyRow } from '../repositories/studies-repository.ts'
import type { TransactionRow } from '../repositories/transactions-repository.ts'
import { unansweredSafety } from '../safety/unanswered.ts'
import { describeOutsideHours, describeTime } from '../study-access/log.ts'
import { paidStatus } from '../study-access/paid-status.ts'
import type { ImportContext, ImportRecord, PlannedBooking } from './import-plan.ts'

type BookingRows = {
  readonly machineTime: MachineTimeTable
  readonly study: StudyRow
  readonly log: readonly StudyLogTable[]
  readonly payment: TransactionRow | null
}

const toUnanswered = (gender: Gender) => ({
  sedative: JSON.stringify(noSedative),
  safety: JSON.stringify(unansweredSafety(gender)),
})

/** Unanswered safety questions depend only on the member's sex. */
const unanswered = { male: toUnanswered('male'), female: toUnanswered('female') }

/**
 * Returns the rows of a booking as a workstation's booking would write them, with `prepaid` as the first entry of the
 * ledger. That entry has the time of the import, because the time of the payment is not known.
 */
export const toBookingRows = ({ id, value }: ImportRecord<PlannedBooking>, context: ImportContext): BookingRows => {
  const { draft, location, plan } = value
  const { now, newId, writer } = context
  const eventID = newId()
  const booked = toNewStudy({
    studyID: id,
    request: {
      patientID: value.patientID as MemberID,
      locationID: location.locationID,
      skuID: draft.skuID,
      opportunityID: null,
      memberType: draft.memberType,
      referralType: draft.referralType,
      referrer: draft.referrer,
      sedativeTaken: null,
      slotSelectionType: 'manual',
    },
    addons: [],
    plan,
    eventID,
    isTemporaryHold: false,
    holdUntil: null,
    status: bookedStatus({ name: writer.name, isStaff: true }, now),
    safety: unanswered[value.gender],
    now,
  })
  const payment =
    draft.prepaid === 0
      ? null
      : toEntryRow(
          booked,
          location,
          { transactionType: 'payment', paymentType: 'prepaid', amount: draft.prepaid, memo: draft.memo },
          writer.userID,
          context,
        )
  const wish = { utcStart: toInstant(plan.from * 1000), machineID: plan.machine.machineID }
  const lines = [
    ['Booking', `Booked for ${describeTime(location, booked)}`] as const,
    ...describeOutsideHours(location, wish, plan.to).map((line) => ['Booking', line] as const),
    ...(payment === null ? [] : [[paymentCategory, describeEntry(payment)] as const]),
  ]
  return {
    study: payment === null ? booked : withPayment(booked, payment, context),
    machineTime: {
      event_id: eventID,
      machine_id: plan.machine.machineID,
      location_id: location.locationID,
      starts_at: plan.from,
      ends_at: plan.to,
      kind: 'study',
      study_id: id,
      owner_user_id: writer.userID,
      owner_name: writer.userID === null ? null : writer.name,
      expires_at: null,
      overridden: 0,
      renewable_until: null,
    },
    log: lines.map(([category, content], index) => ({
      log_id: newId(),
      study_id: id,
      place: index + 1,
      category,
      time: now,
      content,
      by_user: writer.name,
    })),
    payment,
  }
}

/** Returns the booking after its first payment, as `appendTransaction` of the ledger leaves it. */
const withPayment = (study: StudyRow, payment: TransactionRow, { now, writer }: ImportContext): StudyRow => {
  const summary = summarizeStudy(study, [payment])
  return {
    ...study,
    balance: summary.balance,
    payment_amount: summary.paid + summary.discountReferralCredit,
    payment_made: 1,
    ledger_version: study.ledger_version + 1,
    status: JSON.stringify(paidStatus(study, summary.balance, writer.name, now)),
    version: study.version + 1,
  }
}
