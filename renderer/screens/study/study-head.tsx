import { describeAppointmentInFull } from '#domain/booking/booking-form.ts'
import { fullName } from '#domain/members/member.ts'
import { formatDate } from '#domain/time/format-time.ts'
import { paths } from '../../routes.ts'
import { LinkButton } from '../../widgets/link-button.tsx'
import { StudyBadgesLine } from './study-badges-line.tsx'
import type { StudyPartProps } from './study-part-props.ts'

/** Whom the page is about and how far the study is; it stays on top while the sections move. */
export function StudyHead({ page }: StudyPartProps) {
  const { study, member, location } = page.view
  return (
    <header className="sh">
      <div className="sh__who">
        <h1 className="sh__name">{fullName(member)}</h1>
        <p className="sh__born tabular">
          Born <strong>{formatDate(member.dob)}</strong> · study <strong>{study.studyID}</strong>
        </p>
        <p className="sh__when tabular">
          {study.booking === null
            ? 'No appointment'
            : describeAppointmentInFull(study.booking.utcStart, location.timezone)}
        </p>
        <div className="sh__actions">
          <LinkButton href={paths.studyPayment(study.studyID)} size="small">
            Payment
          </LinkButton>
          <LinkButton href={paths.studyBooking(study.studyID)} size="small">
            {study.status.cancelled ? 'Open the booking' : 'Move or cancel'}
          </LinkButton>
        </div>
      </div>
      <StudyBadgesLine study={study} />
    </header>
  )
}
