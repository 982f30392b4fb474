import { useSearch } from 'wouter'
import { memberIDSchema } from '#domain/members/member.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { assistedWords } from './assisted-words.ts'
import type { BookingViewStores } from './booking-desk-view.tsx'
import { BookingDeskView } from './booking-desk-view.tsx'

const words = assistedWords.desk

type Stores = BookingViewStores

/** Shows assisted booking, `/admin/booking?memberID=` (booking spec §2): the only page with member type choices. */
export function BookingScreen(props: ScreenProps<Stores>) {
  const memberID = memberIDSchema.safeParse(new URLSearchParams(useSearch()).get('memberID')).data ?? null
  return <BookingDeskView {...props} title={words.title} draftID="booking:new" hasMemberTypes memberID={memberID} />
}
