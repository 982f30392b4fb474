import { CalendarSearch } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { formatDate } from '#domain/format/format-date.ts'
import { noticeLevelTitles } from '#domain/safety/notice-words.ts'
import type { Notice } from '#domain/safety/notices.ts'
import type { SettleState, SettleTick } from '#domain/safety/settle-rule.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { Button } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { NoticeLevelIcon } from '../safety/notice-level-icon.tsx'
import type { WeekStore } from './calendar/week-state.ts'
import { SettleReasonField } from './settle-reason-field.tsx'
import './settle-field.css'
import { bookingWords } from './booking-words.ts'

const words = bookingWords.settle

type SettlePurpose = 'book' | 'move'

type Props = {
  readonly purpose: SettlePurpose
  /** The stops to settle; empty when only the back office has them, such as those of another workstation's draft. */
  readonly notices: readonly Notice[]
  /** The basis of a tick given now; null while no time is chosen, because there is nothing to tick yet. */
  readonly ground: string | null
  readonly state: SettleState
  readonly tick: SettleTick
  readonly onChange: (tick: Partial<SettleTick>) => void
  /** The first day on which every wait, such as 8 weeks after a surgery, is over; null if no wait has a known end. */
  readonly fittingDay: PlainDate | null
  readonly onShowFrom: (day: PlainDate) => void
  readonly isFrozen: boolean
}

/** Shows the stops to settle, the first day after their waits, and the tick with its reason (decisions §6). */
export function SettleField(props: Props) {
  const { purpose, notices, ground, state, tick, onChange, fittingDay, onShowFrom, isFrozen } = props
  const title = useId()
  const field = useRef<HTMLElement>(null)
  const isAsking = state.kind === 'not-ticked'
  const what = notices.map(({ key }) => key).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the notices change
  useEffect(() => {
    // On a short screen the field would be out of sight.
    if (isAsking) field.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsking, what])
  const isTicked = state.kind === 'given' || state.kind === 'reason-missing'
  return (
    <section className="st" aria-labelledby={title} ref={field}>
      <h3 id={title} className="st__title">
        <NoticeLevelIcon notice={{ tone: 'red', isProhibitive: false }} />
        {noticeLevelTitles.settle}
      </h3>
      {notices.length === 0 ? <p className="st__notice">{words.unseenStop}</p> : null}
      {notices.map(({ key, text, reason }) => (
        <p key={key} className="st__notice">
          {text}
          {reason === null ? null : <span className="st__why tabular">{reason}</span>}
        </p>
      ))}
      {fittingDay === null ? null : (
        <Button size="small" icon={<CalendarSearch aria-hidden="true" />} onPress={() => onShowFrom(fittingDay)}>
          {words.showFrom(formatDate(fittingDay))}
        </Button>
      )}
      {ground === null ? null : (
        <Checkbox
          isSelected={isTicked}
          onChange={(isOn) => onChange({ settleGround: isOn ? ground : null })}
          disabledReason={isFrozen ? words.awaiting : null}
          description={words.tickHint}
        >
          {words.tick[purpose]}
        </Checkbox>
      )}
      {isTicked && ground !== null ? (
        <SettleReasonField
          value={tick.settleReason}
          onChange={(settleReason) => onChange({ settleReason })}
          disabledReason={isFrozen ? words.awaiting : null}
        />
      ) : null}
    </section>
  )
}

/** Returns why Book or Move is disabled while the tick or its reason is missing; null if neither is missing. */
export const whyNotSettled = (
  purpose: SettlePurpose,
  { state: { kind }, fittingDay }: { readonly state: SettleState; readonly fittingDay: PlainDate | null },
): string | null => {
  if (kind === 'not-ticked') {
    // A later time helps only when a wait ends on a known day.
    return fittingDay === null ? words.tickFirst[purpose] : words.tickOrWait[purpose]
  }
  return kind === 'reason-missing' ? words.reasonFirst : null
}

/** Limits the calendar to the times from a day on, and moves the focus there. */
export const showTimesFrom = (week: WeekStore, day: PlainDate): void => {
  week.getState().showFromDay(day)
  // The table of that week may still be loading, but its frame exists.
  document.querySelector<HTMLElement>('.wk__body')?.focus()
}
