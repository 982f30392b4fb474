import { useSearch } from 'wouter'
import { memberIDSchema } from '#domain/members/member.ts'
import { BookingDeskView } from '../../booking-parts/booking-desk-view.tsx'
import type { ScreenProps } from '../../stores/screen-props.ts'

/** Assisted booking, `/admin/booking?memberID=` (booking spec §2): the one page with the member type choices. */
export function BookingScreen(props: ScreenProps) {
  const memberID = memberIDSchema.safeParse(new URLSearchParams(useSearch()).get('memberID')).data ?? null
  return <BookingDeskView {...props} title="Booking" draftID="booking:new" hasMemberTypes memberID={memberID} />
}
