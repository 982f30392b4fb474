import type { PaymentView } from '#contract/payments/bridge.ts'
import { describePerson } from '#domain/booking/booking-form.ts'
import { formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import { controlWords } from '../../kit/controls/control-words.ts'
import { describeIdentity } from '../../kit/describe-identity.ts'
import { paymentPanelWords } from './payment-panel-words.ts'

type Case = Pick<PaymentView, 'member' | 'study' | 'location'>

/**
 * Returns the line above the buttons that move money: name, birth date and appointment, or the study ID if there is no
 * appointment.
 */
export const identityOf = ({ member, study, location }: Case): string =>
  describeIdentity(
    member,
    study.booking === null
      ? controlWords.studyOf(study.studyID)
      : formatWeekdayAndInstant(study.booking.utcStart, location.timezone),
  )

/** Returns a button's full name for screen readers, which begins with its visible words and ends with the member. */
export const nameAct = (act: string, member: Case['member']): string =>
  paymentPanelWords.commit.forPerson(act, describePerson(member))
