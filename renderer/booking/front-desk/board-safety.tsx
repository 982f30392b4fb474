import { useEffect, useMemo, useRef, useState } from 'react'
import { formatTimeAt } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { describeAnswered } from '#domain/safety/known-safety.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import { ComboBox } from '../../kit/controls/combo-box.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import type { SafetyFactories } from '../../safety/safety-factories.ts'
import { SafetyPlace } from '../../safety/section/safety-place.tsx'
import { useStudySafety } from '../../safety/section/use-study-safety.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import type { WithDrafts } from '../../session/drafts.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import { createNamedNotices, type Offers } from '../../study/named-notices.ts'
import { EmptyDay } from './empty-day.tsx'
import { frontDeskWords } from './front-desk-words.ts'
import { type TodayRow, whoIs } from './today-rows.ts'

const words = frontDeskWords.safety

/** The stores that the safety questions at the front desk need. */
export type BoardSafetyStores = SafetyFactories & WithClock & WithConnectivity & WithDrafts

type BoardSafetyProps = ScreenProps<BoardSafetyStores> & {
  readonly rows: readonly TodayRow[]
  readonly location: Location
  readonly date: PlainDate
  readonly isToday: boolean
  readonly isOnline: boolean
  readonly now: Instant
}

/** Shows the safety questions form of a member who is booked today, at the front desk (booking spec §2). */
export function BoardSafety({ rows, location, date, isToday, ...props }: BoardSafetyProps) {
  const [studyID, setStudyID] = useState<StudyID | null>(null)
  const row = rows.find(({ study }) => study.studyID === studyID)
  if (rows.length === 0) return <EmptyDay bridge={props.bridge} location={location} date={date} isToday={isToday} />
  const isComplete = ({ study }: TodayRow): boolean => study.safety.state === 'complete'
  const options = [...rows.filter((each) => !isComplete(each)), ...rows.filter(isComplete)].map((each) => ({
    value: each.study.studyID,
    label: `${formatTimeAt(each.utcStart, location.timezone)} ${whoIs(each)}`,
    description: describeAnswered(each.study.safety),
    group: isComplete(each) ? words.complete : words.open,
  }))
  return (
    <div className="fd__safety">
      <ComboBox
        className="fd__safety-member"
        label={words.member}
        options={options}
        value={studyID}
        onChange={(value) => setStudyID(rows.find(({ study }) => study.studyID === value)?.study.studyID ?? null)}
      />
      {row === undefined ? (
        <EmptyState size="small" title={words.none}>
          {words.noneHint}
        </EmptyState>
      ) : (
        <StudySafety key={row.study.studyID} {...props} studyID={row.study.studyID} who={whoIs(row)} />
      )}
    </div>
  )
}

type StudySafetyProps = Omit<BoardSafetyProps, 'rows' | 'location' | 'date' | 'isToday'> & {
  readonly studyID: StudyID
  readonly who: string
}

/** Opens the form immediately if answers are missing; complete answers are shown without the form. */
function StudySafety({ notices, isOnline, now, who, ...props }: StudySafetyProps) {
  const safety = useStudySafety(props)
  const offers = useRef<Offers>({ keys: new Set(), isOpen: true })
  const named = useMemo(() => createNamedNotices(notices, who, offers.current), [notices, who])
  useEffect(() => {
    let isFirst = true
    return safety.subscribe(({ read, form, edit }) => {
      if (!isFirst || read.kind !== 'ready') return
      isFirst = false
      const { status, safety: summary } = read.value.study
      if (form === null && !status.cancelled && summary.state !== 'complete') edit()
    })
  }, [safety])
  return (
    <section aria-label={words.of(who)}>
      <h2 className="fd__safety-who">{who}</h2>
      <SafetyPlace
        {...props}
        notices={named}
        page={{ isOnline, now, notices: named }}
        safety={safety}
        isFrozen={false}
        isInDetails={false}
      />
    </section>
  )
}
