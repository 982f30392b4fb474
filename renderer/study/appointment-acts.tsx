import { formatInstant } from '#domain/format/format-time.ts'
import { isAhead } from '#domain/study/member-appointments.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import { appointmentActsWords as words } from './appointment-acts-words.ts'
import './appointment-acts.css'

type Props = { readonly study: Study; readonly now: Instant }

/** Shows links that move and cancel an appointment that has not ended. Shows nothing for other appointments. */
export function AppointmentActs({ study, now }: Props) {
  if (study.booking === null || !isAhead(study, now)) return null
  const time = formatInstant(study.booking.utcStart, study.booking.timezone)
  return (
    <span className="appointment-acts">
      <LinkButton variant="text" href={paths.studyBooking(study.studyID)} aria-label={words.about(words.move, time)}>
        {words.move}
      </LinkButton>
      <LinkButton
        variant="text"
        href={paths.studyBooking(study.studyID, { cancel: 1 })}
        aria-label={words.about(words.cancel, time)}
      >
        {words.cancel}
      </LinkButton>
    </span>
  )
}
