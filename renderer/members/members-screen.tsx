import { UserPlus } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useStore } from 'zustand'
import { type MemberID, memberIDSchema } from '#domain/members/member.ts'
import { describeOffline, whyNotOffline } from '#domain/offline/offline-policy.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'
import type { WithClock } from '../kit/clock-store.ts'
import { Banner } from '../kit/controls/banner.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import { chosenLocation, type WithLocations } from '../locations/locations-store.ts'
import { paths } from '../routes.ts'
import { isOnlineNow, type WithConnectivity } from '../session/connectivity-store.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { useDayEntries } from '../study/use-day-entries.ts'
import { MemberScreen } from './member-details.tsx'
import type { MemberFactories } from './member-factories.ts'
import { MemberForm } from './member-form.tsx'
import { MemberSearchPanel } from './member-search.tsx'
import { MembersOfDay } from './members-of-day.tsx'
import '../kit/controls/fact-rows.css'
import './members-screen.css'
import { membersScreenWords } from './members-screen-words.ts'

type Stores = MemberFactories & WithClock & WithConnectivity & WithDrafts & WithLocations

/** Shows `/admin/members`: search, details, change and creation of members. */
export function MembersScreen(props: ScreenProps<Stores>) {
  const { stores, notices } = props
  const store = useMemo(() => stores.newMembers(), [stores])
  const [query] = useSearchParams()
  const [, navigate] = useLocation()
  const date = useToday(stores)
  const parsed = memberIDSchema.safeParse(query.get('memberID'))
  const memberID: MemberID | null = parsed.success ? parsed.data : null
  const isCreating = query.get('new') === '1'
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const location = useStore(stores.locations, chosenLocation)
  const minute = useStore(stores.clock, (state) => state.minute)
  const entries = useDayEntries(props.bridge.booking.readDay, location?.locationID ?? null, date)
  const found = useStore(store, (state) => state.found)
  const listed = [
    ...(entries ?? []).flatMap(({ member }) => (member === null ? [] : [member])),
    ...(found.kind === 'ready' ? found.value.members : []),
  ]

  useEffect(() => () => store.getState().stop(), [store])

  return (
    <div className="s-members" data-open={memberID !== null || isCreating}>
      <div className="s-members__list">
        <div className="s-members__head">
          <h1>{membersScreenWords.title}</h1>
          <LinkButton
            href={paths.members({ new: 1 })}
            // Only one button is filled: while a member or the form is open, it is Book or the form's own button.
            variant={isCreating || memberID !== null ? 'outline' : 'primary'}
            icon={<UserPlus aria-hidden="true" />}
          >
            {membersScreenWords.newMember}
          </LinkButton>
        </div>
        {isOnline ? null : (
          <Banner tone="warning" title={membersScreenWords.offlineTitle}>
            {describeOffline('members')}
          </Banner>
        )}
        <MemberSearchPanel store={store} selectedID={memberID} connectivity={stores.connectivity}>
          <MembersOfDay entries={entries ?? []} location={location} now={minute} openID={memberID} />
        </MemberSearchPanel>
      </div>
      {isCreating ? (
        <section className="s-members__detail" aria-label={membersScreenWords.newMember}>
          <Panel title={membersScreenWords.newMember} isCollapsible={false}>
            <MemberForm
              newStore={stores.newMemberForm}
              drafts={stores.drafts}
              draftID="member-new"
              purpose={{ kind: 'create' }}
              today={date}
              country={location?.address.country}
              offlineReason={whyNotOffline('createMember', isOnline)}
              onSaved={(member) => {
                notices.success(membersScreenWords.created)
                navigate(paths.members({ memberID: member.patientID }))
              }}
              onUseExisting={(member) => navigate(paths.members({ memberID: member.patientID }))}
              onCancel={() => navigate(paths.members())}
            />
          </Panel>
        </section>
      ) : memberID !== null ? (
        <MemberScreen key={memberID} memberID={memberID} today={date} listed={listed} {...props} />
      ) : null}
    </div>
  )
}

/** Returns today's date at the location; until the location is known, the UTC date. */
function useToday(stores: WithClock & WithLocations) {
  const location = useStore(stores.locations, chosenLocation)
  const minute = useStore(stores.clock, (state) => state.minute)
  if (location !== undefined) return todayAt(minute, location.timezone)
  const fallback = parsePlainDate(minute.slice(0, 10))
  if (fallback === undefined) throw new RangeError(`Not an instant: ${minute}`)
  return fallback
}
