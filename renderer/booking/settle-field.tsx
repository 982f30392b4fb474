import { CalendarSearch } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { noticeLevelTitles } from '#domain/safety/notice-words.ts'
import type { Notice } from '#domain/safety/notices.ts'
import type { SettleState, SettleTick } from '#domain/safety/settle-rule.ts'
import { formatDate } from '#domain/values/format-time.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { Button } from '../kit/controls/button.tsx'
import { Checkbox } from '../kit/controls/checkbox.tsx'
import { NoticeLevelIcon } from '../safety/notice-level-icon.tsx'
import type { WeekStore } from './calendar/week-state.ts'
import { SettleReasonField } from './settle-reason-field.tsx'
import './settle-field.css'

const verbs = { book: 'Book', move: 'Move' } as const

type Props = {
  readonly purpose: keyof typeof verbs
  /** What has to be settled; empty where only the back office knows it, from a draft. */
  readonly notices: readonly Notice[]
  /** What a tick is given for now; null while no time is chosen, then there is nothing to tick yet. */
  readonly ground: string | null
  readonly state: SettleState
  readonly tick: SettleTick
  readonly onChange: (tick: Partial<SettleTick>) => void
  /** The first day on which dated notices are over; null where none depends on the day. */
  readonly fittingDay: PlainDate | null
  readonly onShowFrom: (day: PlainDate) => void
  readonly isFrozen: boolean
}

/** What has to be settled before the scan, the first day that fits, and the tick with its reason (decisions §6). */
export function SettleField(props: Props) {
  const { purpose, notices, ground, state, tick, onChange, fittingDay, onShowFrom, isFrozen } = props
  const title = useId()
  const field = useRef<HTMLElement>(null)
  const isAsking = state.kind === 'not-ticked'
  const what = notices.map(({ key }) => key).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each other notice is to be seen, without leading the focus away
  useEffect(() => {
    // On a low screen it would lie below the fold of the panel.
    if (isAsking) field.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsking, what])
  const isTicked = state.kind === 'given' || state.kind === 'reason-missing'
  return (
    <section className="st" aria-labelledby={title} ref={field}>
      <h3 id={title} className="st__title">
        <NoticeLevelIcon notice={{ tone: 'red', isProhibitive: false }} />
        {noticeLevelTitles.settle}
      </h3>
      {notices.length === 0 ? (
        <p className="st__notice">Answers that are not completed have a stop. Look at the safety questions.</p>
      ) : null}
      {notices.map(({ key, text, reason }) => (
        <p key={key} className="st__notice">
          {text}
          {reason === null ? null : <span className="st__why tabular">{reason}</span>}
        </p>
      ))}
      {fittingDay === null ? null : (
        <Button size="small" icon={<CalendarSearch aria-hidden="true" />} onPress={() => onShowFrom(fittingDay)}>
          Show times from {formatDate(fittingDay)}
        </Button>
      )}
      {ground === null ? null : (
        <Checkbox
          isSelected={isTicked}
          onChange={(isOn) => onChange({ settleGround: isOn ? ground : null })}
          disabledReason={isFrozen ? 'Waiting for the answer.' : null}
          description="The sign-off is still needed before check-in."
        >
          {verbs[purpose]} before this is settled
        </Checkbox>
      )}
      {isTicked && ground !== null ? (
        <SettleReasonField
          value={tick.settleReason}
          onChange={(settleReason) => onChange({ settleReason })}
          disabledReason={isFrozen ? 'Waiting for the answer.' : null}
        />
      ) : null}
    </section>
  )
}

/** Says why the button waits; null where it does not wait for a tick. */
export const whyNotSettled = (
  purpose: keyof typeof verbs,
  { state: { kind }, fittingDay }: { readonly state: SettleState; readonly fittingDay: PlainDate | null },
): string | null => {
  if (kind === 'not-ticked') {
    const tick = `Tick “${verbs[purpose]} before this is settled” and give a reason`
    // A later time helps only where a wait ends on a known day.
    return fittingDay === null ? `${tick}.` : `${tick}, or choose a later time.`
  }
  return kind === 'reason-missing' ? 'Give the reason in a few words.' : null
}

/** Limits the calendar to the times from a day on, and moves the focus there. */
export const showTimesFrom = (week: WeekStore, day: PlainDate): void => {
  week.getState().showFromDay(day)
  // The table of that week may still be on its way; its frame is there.
  document.querySelector<HTMLElement>('.wk__body')?.focus()
}
