import { TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import type { AppointmentInput } from '#contract/booking/bridge.ts'
import { knownSafety } from '#domain/safety/known-safety.ts'
import type { Notice } from '#domain/safety/notices.ts'
import { toSafetyCase } from '#domain/safety/safety-assessment.ts'
import { type Consequence, describeMove, describeSafetyMove, newDateWords } from '#domain/study/move-consequences.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import { type MoveForm, type ReadStudy, type StudyBookingDesk, toMovePlace } from './study-booking-state.ts'
import './move-changes.css'
import { movingWords } from './moving-words.ts'

const words = movingWords.move

type Stores = WithClock & WithConnectivity

type Props = {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly form: MoveForm
  readonly stores: Stores
}

/**
 * Returns the effects of the new time on the safety notices. If the answers could not be read, it returns one line
 * about that.
 */
function useSafetyConsequences(
  { desk, read, form, stores }: Props,
  place: AppointmentInput | null,
): readonly Consequence[] {
  const { study, member, location } = read
  const safety = useStore(desk.store, (state) => state.safety)
  const now = useStore(stores.clock, (state) => state.minute)
  const supportPhone = useStore(stores.connectivity, (state) => state.connectivity?.supportPhone ?? null)
  if (place === null || knownSafety(study.safety).source === 'none') return []
  if (study.booking?.utcStart === place.utcStart && location.timezone === form.location.timezone) return []
  if (safety.kind !== 'ready') {
    if (safety.kind !== 'failed') return []
    const text = words.safetyNotRead
    return [{ kind: 'safety', weight: 'attention', text }]
  }
  const { gender } = member
  return describeSafetyMove(safety.value, toSafetyCase({ gender, appointment: study.booking, now, supportPhone }), {
    utcStart: place.utcStart,
    timezone: form.location.timezone,
  })
}

type MoveChangesRead = {
  /** The new time and place; null while no time is chosen. */
  readonly place: AppointmentInput | null
  /** The effects of the move, with those on the safety notices last; empty when nothing changes. */
  readonly changes: readonly Consequence[]
}

/** Returns the chosen time and place with their effects. */
export function useMoveChanges(props: Props): MoveChangesRead {
  const { desk, read, form } = props
  const state = useStore(desk.hold, (store) => store.state)
  const place = toMovePlace(form, state)
  const safety = useSafetyConsequences(props, place)
  if (place === null) return { place, changes: [] }
  const { skuID, machineID, utcStart } = place
  const moved = describeMove(read.study, read.location, { location: form.location, skuID, machineID, utcStart })
  return { place, changes: moved.length === 0 ? [] : [...moved, ...safety] }
}

/**
 * Removes the lines about notices that the panel already shows in full above the checkbox. A line with a new date is a
 * change, so it stays.
 */
export const withoutShownNotices = (
  changes: readonly Consequence[],
  shown: readonly Pick<Notice, 'text'>[],
): readonly Consequence[] =>
  changes.filter(
    ({ kind, text }) =>
      kind !== 'safety' || text.includes(newDateWords) || !shown.some((notice) => text.includes(`: ${notice.text}`)),
  )

/** Shows the effects of a move; nothing when there are none. */
export function MoveChanges({ changes }: { readonly changes: readonly Consequence[] }) {
  if (changes.length === 0) return null
  return (
    <div className="mc">
      <h3 className="mc__title">{words.changes}</h3>
      <ul>
        {changes.map((line) => (
          <li key={line.kind + line.text} className={line.weight === 'attention' ? 'mc__attention' : undefined}>
            {line.weight === 'attention' ? <TriangleAlert size={14} aria-label={words.attention} /> : null}
            {line.text}
          </li>
        ))}
      </ul>
    </div>
  )
}
