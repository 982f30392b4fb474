import { describeAppointmentInFull } from '#domain/booking/booking-form.ts'
import type { SafetyView } from '#domain/contract/bridge.ts'
import { fullName } from '#domain/members/member.ts'
import { formatDate } from '#domain/time/format-time.ts'
import { paths } from '../../routes.ts'
import { Badge } from '../../widgets/badge.tsx'
import { LinkButton } from '../../widgets/link-button.tsx'
import { countOf } from './study-words.ts'

/** Whom and what the page is about: full name, birth date, study, appointment in its own zone, and how far it is. */
export function StudyHeader({ view }: { readonly view: SafetyView }) {
  const { study, member, location } = view
  const scan = location.catalog.primary.find((sold) => sold.skuID === study.skuID)
  const machine = location.machines.find((each) => each.machineID === study.booking?.machineID)
  return (
    <header className="sdh">
      <div className="sdh__who">
        <h1 className="sdh__name">{fullName(member)}</h1>
        <p className="tabular">
          Born <strong>{formatDate(member.dob)}</strong> · study <strong>{study.studyID}</strong>
        </p>
        <p className="sdh__badges">
          <StatusBadges study={study} />
        </p>
      </div>
      <dl className="sdh__facts">
        <div>
          <dt>Appointment</dt>
          <dd className="tabular">
            {study.booking === null ? 'No time' : describeAppointmentInFull(study.booking.utcStart, location.timezone)}
          </dd>
        </div>
        <div>
          <dt>Where</dt>
          <dd>{[location.address.name, machine?.name ?? ''].filter((part) => part !== '').join(', ')}</dd>
        </div>
        <div>
          <dt>Scan type</dt>
          <dd>{scan?.name ?? study.skuID}</dd>
        </div>
      </dl>
      <div className="sdh__actions">
        <LinkButton href={paths.studyBooking(study.studyID)} size="small">
          {study.status.cancelled ? 'Open the booking' : 'Move or cancel'}
        </LinkButton>
      </div>
    </header>
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
