import { useStore } from 'zustand'
import { decideStudyAction } from '#domain/permissions/study-actions.ts'
import { awaitsCheckInToday } from '#domain/study/member-appointments.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { paths } from '../../routes.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { assistedWords } from './assisted-words.ts'
import type { BookingDesk } from './booking-state.ts'

type Props = Pick<ScreenProps<WithClock & WithConnectivity>, 'session' | 'stores'> & { readonly desk: BookingDesk }

/**
 * Shows a link to the check-in of the new booking, for a member who is already at the desk (decision 402). Shows
 * nothing if the appointment is not today, or if the user may not check members in.
 */
export function BookedCheckIn({ desk, session, stores }: Props) {
  const commit = useStore(desk.booking, (state) => state.commit)
  const now = useStore(stores.clock, (state) => state.minute)
  const environment = useStore(stores.connectivity, (state) => state.connectivity?.environment ?? 'PRODUCTION')
  if (commit.kind !== 'booked' || !awaitsCheckInToday(commit.study, now)) return null
  const { studyID, skuID, status } = commit.study
  const { roles, isNamedForPreferredConsult: isNamed } = session.user
  const decision = decideStudyAction('checkin', { roles, environment, isNamed, skuID, status })
  if (decision.kind !== 'allowed') return null
  return <LinkButton href={paths.studyCheckIn(studyID)}>{assistedWords.summary.checkIn}</LinkButton>
}
