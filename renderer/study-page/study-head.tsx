import { formatDate } from '#domain/format/format-date.ts'
import { formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import { fullName } from '#domain/members/member.ts'
import { nextStepOf } from '#domain/study/status-line.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { paths } from '../routes.ts'
import { OtherBookingsNote } from '../safety/other-bookings-note.tsx'
import type { StudySafetyStore } from '../safety/study-safety-state.ts'
import { SimilarOnDay } from '../study/similar-names-badge.tsx'
import type { StudyPartProps } from '../study/study-part-props.ts'
import { isCheckInWaiting } from './check-in-waiting.ts'
import { NextStep } from './next-step.tsx'
import { StudyBadgesLine } from './study-badges-line.tsx'
import { studyPageWords } from './study-page-words.ts'
import { useKnownSummary } from './use-known-summary.ts'
import { WorklistReturn } from './worklist-return.tsx'

const words = studyPageWords.head

/** Shows the member, the appointment and the next step of the study. It stays on top while the sections scroll. */
export function StudyHead({ page, safety }: StudyPartProps & { readonly safety: StudySafetyStore }) {
  const { study, member, location } = page.view
  const summary = useKnownSummary(page, safety)
  const next = nextStepOf(study, location)
  return (
    <header className="stuh">
      <WorklistReturn />
      <div className="stuh__who">
        <h1 className="stuh__name">{fullName(member)}</h1>
        <p className="stuh__born tabular">
          {words.born} <strong>{formatDate(member.dob)}</strong> · {words.study} <strong>{study.studyID}</strong>
        </p>
        <p className="stuh__when tabular">
          {study.booking === null
            ? words.noAppointment
            : words.appointment(
                formatWeekdayAndInstant(study.booking.utcStart, location.timezone),
                location.address.name,
              )}
        </p>
        <div className="stuh__actions">
          <LinkButton
            href={paths.studyPayment(study.studyID)}
            size="small"
            variant={next === 'payment' ? 'primary' : 'outline'}
          >
            {words.payment}
          </LinkButton>
          <LinkButton
            href={paths.studyBooking(study.studyID)}
            size="small"
            variant={next === 'booked' ? 'primary' : 'outline'}
          >
            {study.status.cancelled || study.status.scanned ? words.openBooking : words.moveOrCancel}
          </LinkButton>
        </div>
      </div>
      <div className="stuh__line">
        <StudyBadgesLine study={study} safety={summary} isCheckInWaiting={isCheckInWaiting(page)} />
        <NextStep page={page} />
        <SimilarOnDay readDay={page.bridge.booking.readDay} view={page.view} />
      </div>
      {study.status.cancelled || study.status.scanned ? null : <OtherBookingsNote summary={study.safety} />}
    </header>
  )
}
