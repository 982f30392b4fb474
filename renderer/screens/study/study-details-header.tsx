import type { SafetyView } from '#domain/contract/bridge.ts'
import { StudyHeader } from '../../booking-parts/study-header.tsx'
import { paths } from '../../routes.ts'
import { Badge } from '../../widgets/badge.tsx'
import { LinkButton } from '../../widgets/link-button.tsx'
import { countOf } from './study-words.ts'

/** The header of the page of a study: what is booked, and how far its safety questions are. */
export function StudyDetailsHeader({ view }: { readonly view: SafetyView }) {
  const { study } = view
  return (
    <StudyHeader
      view={view}
      badges={<StatusBadges study={study} />}
      actions={
        <>
          <LinkButton href={paths.studyPayment(study.studyID)} size="small">
            Payment
          </LinkButton>
          <LinkButton href={paths.studyBooking(study.studyID)} size="small">
            {study.status.cancelled ? 'Open the booking' : 'Move or cancel'}
          </LinkButton>
        </>
      }
    />
  )
}

function StatusBadges({ study }: { readonly study: SafetyView['study'] }) {
  const { status, safety } = study
  return (
    <>
      {status.cancelled ? (
        <Badge tone="danger">Cancelled</Badge>
      ) : study.temporaryHold ? (
        <Badge tone="warning">Temporary hold</Badge>
      ) : status.booked ? (
        <Badge tone="primary">Booked</Badge>
      ) : (
        <Badge>Not booked</Badge>
      )}
      {status.checkin ? <Badge tone="info">Checked in</Badge> : null}
      {safety.state === 'complete' ? (
        <Badge tone="success">Safety questions answered</Badge>
      ) : (
        <Badge tone="warning">
          {safety.state === 'unanswered'
            ? 'Safety questions not answered'
            : `${safety.unanswered} safety questions open`}
        </Badge>
      )}
      {safety.isProhibited ? (
        <Badge tone="danger">Cannot be scanned</Badge>
      ) : safety.red > 0 ? (
        <Badge tone={safety.signOff === null ? 'danger' : 'info'}>
          {countOf(safety.red, 'red notice')}, {safety.signOff === null ? 'not signed off' : 'signed off'}
        </Badge>
      ) : null}
    </>
  )
}
