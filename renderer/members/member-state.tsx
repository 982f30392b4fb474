import { formatInstant } from '#domain/format/format-time.ts'
import { findLookalikes } from '#domain/members/duplicates.ts'
import type { Member } from '#domain/members/member.ts'
import { appointmentState, findOtherBookings } from '#domain/study/member-appointments.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import { LinkButton } from '../kit/controls/link-button.tsx'
import type { Loadable } from '../kit/loadable.ts'
import type { LoadedCatalogue } from '../locations/locations-store.ts'
import { paths } from '../routes.ts'
import { SafetyChips } from '../safety/safety-chips.tsx'
import { type SimilarName, SimilarNamesBadge } from '../study/similar-names-badge.tsx'
import { AppointmentBadge } from '../study/state-badge.tsx'
import { membersScreenWords } from './members-screen-words.ts'

const { member: words } = membersScreenWords

type Props = {
  readonly member: Member
  readonly studies: Loadable<readonly Study[]>
  readonly catalogue: Loadable<LoadedCatalogue>
  /** The members in the list beside the member. */
  readonly listed: readonly SimilarName[]
  readonly now: Instant
}

/**
 * Shows what staff must know before they act on the member: the next appointment with its safety state, and the
 * members in the list with a similar name.
 */
export function MemberState({ member, studies, catalogue, listed, now }: Props) {
  const locations = catalogue.kind === 'ready' ? catalogue.value.locations : []
  const [next] = studies.kind === 'ready' ? findOtherBookings(studies.value, now) : []
  const place = locations.find(({ locationID }) => locationID === next?.locationID)?.address.name
  return (
    <p className="s-members__state">
      {studies.kind !== 'ready' ? null : next === undefined || next.booking === null ? (
        <span className="s-members__subtitle">{words.noNext}</span>
      ) : (
        <>
          <span className="s-members__subtitle tabular">
            {words.next}{' '}
            <LinkButton href={paths.studyBooking(next.studyID)} variant="text">
              {formatInstant(next.booking.utcStart, next.booking.timezone)}
              {place === undefined ? '' : `, ${place}`}
            </LinkButton>
          </span>
          <AppointmentBadge state={appointmentState(next, now)} />
          <SafetyChips summary={next.safety} />
        </>
      )}
      <SimilarNamesBadge label={words.similar} others={findLookalikes(member, listed)} />
    </p>
  )
}
