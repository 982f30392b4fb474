import { useSearch } from 'wouter'
import { memberIDSchema } from '#domain/members/member.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { paths } from '../../routes.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import type { BookingViewStores } from '../assisted/booking-desk-view.tsx'
import { BookingDeskView } from '../assisted/booking-desk-view.tsx'
import { frontDeskWords } from './front-desk-words.ts'
import { TodayList, type TodayListStores } from './today-list.tsx'

const words = frontDeskWords.board

type Stores = BookingViewStores & TodayListStores

/**
 * Shows the front desk, `/admin/frontdesk` (booking spec §2): today's appointments and the safety questions of their
 * members. `?date=` chooses another day. With `?book=1` or `?memberID=` it shows the booking form instead.
 */
export function FrontdeskScreen(props: ScreenProps<Stores>) {
  const query = new URLSearchParams(useSearch())
  const memberID = memberIDSchema.safeParse(query.get('memberID')).data ?? null
  if (memberID === null && query.get('book') !== '1') {
    return <TodayList {...props} chosenDate={parsePlainDate(query.get('date')) ?? null} />
  }
  return (
    <BookingDeskView
      {...props}
      title={words.bookTitle}
      draftID="booking:frontdesk"
      hasMemberTypes={false}
      memberID={memberID}
    >
      <div>
        <LinkButton href={paths.frontdesk()} variant="text" size="small">
          {words.back}
        </LinkButton>
      </div>
    </BookingDeskView>
  )
}
