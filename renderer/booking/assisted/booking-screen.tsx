import { useSearch } from 'wouter'
import { memberIDSchema } from '#domain/members/member.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import type { WithLocations } from '../../locations/locations-store.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import type { WithDrafts } from '../../session/drafts.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import type { WithSession } from '../../session/session-store.ts'
import { BookingDeskView } from './booking-desk-view.tsx'

type Stores = WithClock & WithConnectivity & WithDrafts & WithLocations & WithSession

/** Assisted booking, `/admin/booking?memberID=` (booking spec §2): the one page with the member type choices. */
export function BookingScreen(props: ScreenProps<Stores>) {
  const memberID = memberIDSchema.safeParse(new URLSearchParams(useSearch()).get('memberID')).data ?? null
  return <BookingDeskView {...props} title="Booking" draftID="booking:new" hasMemberTypes memberID={memberID} />
}
