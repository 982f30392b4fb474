import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Member } from '#domain/members/member.ts'
import {
  type BookingSafetyDraft,
  countAnswers,
  describeWhoAnswered,
  findOtherAnswers,
} from '#domain/safety/booking-safety-draft.ts'
import { describeStops, noticeLevelTitles } from '#domain/safety/notice-words.ts'
import { toSafetyCase } from '#domain/safety/safety-assessment.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { WithClock } from '../kit/clock-store.ts'
import { Badge } from '../kit/controls/badge.tsx'
import { LinkButton } from '../kit/controls/link-button.tsx'
import { Panel } from '../kit/controls/panel.tsx'
import type { WithLocations } from '../locations/locations-store.ts'
import { paths } from '../routes.ts'
import type { ScreenProps } from '../session/screen-props.ts'
import { membersScreenWords } from './members-screen-words.ts'

const { answers: words } = membersScreenWords

type Stores = WithClock & WithLocations

type Props = Pick<ScreenProps<Stores>, 'bridge' | 'stores'> & { readonly member: Member }

/**
 * Shows the safety answers about a member that do not belong to a booking yet: who gave them and when, how many
 * required questions are answered, and a badge if the answers forbid the scan or cause stops.
 */
export function MemberAnswers({ bridge, stores, member }: Props) {
  const { patientID } = member
  const [drafts, setDrafts] = useState<readonly BookingSafetyDraft[]>([])
  const minute = useStore(stores.clock, (state) => state.minute)
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  const load = useCallback(async (): Promise<void> => {
    const reply = await bridge.safety.readBookingDrafts({ memberID: patientID, draftID: null })
    if (reply.ok) setDrafts(reply.value.drafts)
  }, [bridge, patientID])
  useEffect(() => {
    setDrafts([])
    void load()
    return bridge.on('bridge.gap', () => void load())
  }, [bridge, load])
  const shown = findOtherAnswers(drafts, {}).filter((draft) => draft.patientID === patientID)
  if (shown.length === 0 || catalogue.kind !== 'ready') return null
  const zoneOf = ({ locationID }: BookingSafetyDraft): ZoneId | undefined =>
    catalogue.value.locations.find((location) => location.locationID === locationID)?.timezone
  return (
    <Panel title={words.title} level={3}>
      <ul className="s-members__answers">
        {shown.map((draft) => {
          const zone = zoneOf(draft)
          if (zone === undefined) return null
          const safetyCase = toSafetyCase({ gender: member.gender, appointment: null, now: minute })
          const counts = countAnswers(draft.SafetyQuestions, safetyCase)
          return (
            <li key={draft.draftID} className="s-members__answer">
              <span>{describeWhoAnswered(draft, counts, minute, zone)}</span>
              {counts.isProhibited ? (
                <Badge tone="danger">{noticeLevelTitles.forbidden}</Badge>
              ) : counts.stops > 0 ? (
                <Badge tone="danger">{describeStops(counts.stops)}</Badge>
              ) : null}
            </li>
          )
        })}
      </ul>
      <LinkButton href={paths.booking({ memberID: patientID })} variant="text">
        {words.use}
      </LinkButton>
    </Panel>
  )
}
