import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { buildWeekTabs } from '#domain/booking/week-tabs.ts'
import { formatsIn } from '#domain/format/formats-in.ts'
import { type PlainDate, startOfWeek } from '#domain/values/plain-date.ts'
import { Button } from '../../kit/controls/button.tsx'
import './week-tab-row.css'
import { useLanguage } from '../text-language.ts'
import { useWeekWords } from './week-words.ts'

type Props = {
  readonly firstMonday: PlainDate
  readonly monday: PlainDate
  readonly today: PlainDate
  /** The id of the panel that the tabs control. */
  readonly panelID: string
  readonly onShow: (monday: PlainDate) => void
  readonly onShowFrom: (firstMonday: PlainDate) => void
}

/** Returns the id of a week's tab, which labels the panel. */
export const weekTabID = (panelID: string, monday: PlainDate): string => `${panelID}-${monday}`

/**
 * Shows Previous Weeks, six week tabs and Next Weeks (booking spec §2). All tabs change the same table, which keeps its
 * scroll position and focus, so there is one panel for all tabs.
 */
export function WeekTabRow({ firstMonday, monday, today, panelID, onShow, onShowFrom }: Props) {
  const { week: words, lastDate } = useWeekWords()
  const { date } = formatsIn(useLanguage())
  const { tabs, previous, next } = buildWeekTabs(firstMonday, today)
  const hasSelected = tabs.some((tab) => tab.monday === monday)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const at = tabs.findIndex((tab) => tab.monday === monday)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const target = to === undefined ? undefined : tabs[to]
    if (target === undefined) return
    event.preventDefault()
    onShow(target.monday)
    document.getElementById(weekTabID(panelID, target.monday))?.focus()
  }

  return (
    <div className="wk-tabs">
      <Button
        size="xsmall"
        variant="plain"
        icon={<ChevronLeft aria-hidden="true" />}
        disabledReason={previous === null ? words.pastWeeks : undefined}
        onPress={() => previous !== null && onShowFrom(previous)}
        aria-label={words.previousWeeks}
        tooltip={words.previousWeeks}
      />
      <div role="tablist" aria-label={words.weeks} className="wk-tabs__list" onKeyDown={onKeyDown} tabIndex={-1}>
        {tabs.map((tab, index) => {
          const isSelected = tab.monday === monday
          const isCurrent = tab.monday === startOfWeek(today)
          return (
            <button
              key={tab.monday}
              type="button"
              role="tab"
              id={weekTabID(panelID, tab.monday)}
              aria-controls={panelID}
              aria-selected={isSelected}
              aria-label={isCurrent ? words.currentWeek : words.weekOfDate(date(tab.monday))}
              tabIndex={isSelected || (!hasSelected && index === 0) ? 0 : -1}
              className="wk-tabs__tab"
              onClick={() => onShow(tab.monday)}
            >
              {isCurrent ? (
                words.currentWeek
              ) : (
                <>
                  <span className="wk-tabs__small">{words.weekOf}</span> {date(tab.monday).slice(0, -5)}
                </>
              )}
            </button>
          )
        })}
      </div>
      <Button
        size="xsmall"
        variant="plain"
        icon={<ChevronRight aria-hidden="true" />}
        disabledReason={next === null ? lastDate : undefined}
        onPress={() => next !== null && onShowFrom(next)}
        aria-label={words.nextWeeks}
        tooltip={words.nextWeeks}
      />
    </div>
  )
}
