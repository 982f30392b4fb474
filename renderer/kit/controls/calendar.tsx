import { CalendarDate, type DateValue, endOfMonth } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useContext } from 'react'
import {
  Calendar as AriaCalendar,
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  CalendarStateContext,
  useLocale,
} from 'react-aria-components'
import { formatsIn } from '#domain/format/formats-in.ts'
import { classNames } from './class-names.ts'
import { controlWords } from './control-words.ts'
import './calendar.css'

/** Returns the years between two dates, the latest first, because users mostly look for recent years. */
export function listYears(min: DateValue, max: DateValue): number[] {
  return Array.from({ length: max.year - min.year + 1 }, (_, index) => max.year - index)
}

/** The languages of a calendar. */
export type CalendarLocale = 'en-CA' | 'fr-CA'

/** The names of a calendar's drop-downs. */
export type CalendarWords = Readonly<Record<'month' | 'year', string>>

type BoundsProps = { min: CalendarDate; max: CalendarDate }

type MonthAndYearProps = BoundsProps & { words: CalendarWords }

function MonthAndYear({ min, max, words }: MonthAndYearProps) {
  const state = useContext(CalendarStateContext)
  const { locale } = useLocale()
  if (!state) return null
  const { year, month, day } = state.focusedDate

  // Moves to the first of the month and then limits the day, so that 31 January does not become a day in March.
  function goTo(nextYear: number, nextMonth: number) {
    const first = new CalendarDate(nextYear, nextMonth, 1)
    const target = first.set({ day: Math.min(day, endOfMonth(first).day) })
    state?.setFocusedDate(target.compare(max) > 0 ? max : target.compare(min) < 0 ? min : target)
  }

  return (
    <div className="w-calendar__jump">
      <select
        className="w-calendar__select"
        aria-label={words.month}
        value={month}
        onChange={(event) => goTo(year, Number(event.target.value))}
      >
        {formatsIn(locale === 'fr-CA' ? locale : 'en').months.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="w-calendar__select"
        aria-label={words.year}
        value={year}
        onChange={(event) => goTo(Number(event.target.value), month)}
      >
        {listYears(min, max).map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    </div>
  )
}

function Month({ offset }: { offset: number }) {
  return (
    <CalendarGrid offset={{ months: offset }} weekdayStyle="short" className="w-calendar__grid">
      <CalendarGridHeader>
        {(day) => <CalendarHeaderCell className="w-calendar__weekday">{day}</CalendarHeaderCell>}
      </CalendarGridHeader>
      <CalendarGridBody>{(date) => <CalendarCell date={date} className="w-calendar__day" />}</CalendarGridBody>
    </CalendarGrid>
  )
}

type CalendarProps = BoundsProps & {
  label: string
  value: CalendarDate | null
  onChange: (value: CalendarDate) => void
  /** The number of months side by side. */
  months: 1 | 2
  /** Month and year drop-downs instead of headings. */
  hasYearPicker: boolean
  isDateUnavailable?: ((date: DateValue) => boolean) | undefined
  autoFocus?: boolean | undefined
  /** The names of the drop-downs. Default English. */
  words?: CalendarWords | undefined
}

/**
 * Shows one or two months of days, in the language of the I18nProvider. Arrow keys, Page Up and Page Down move the
 * focus.
 */
export function Calendar(props: CalendarProps) {
  const { months, hasYearPicker, min, max } = props
  return (
    <AriaCalendar
      className={classNames('w-calendar', months === 2 && 'w-calendar--two')}
      aria-label={props.label}
      value={props.value}
      onChange={(date) => {
        if (date) props.onChange(new CalendarDate(date.year, date.month, date.day))
      }}
      minValue={min}
      maxValue={max}
      visibleDuration={{ months }}
      pageBehavior="single"
      autoFocus={props.autoFocus === true}
      {...(props.isDateUnavailable ? { isDateUnavailable: props.isDateUnavailable } : {})}
    >
      <div className="w-calendar__head">
        <Button slot="previous" className="w-calendar__turn">
          <ChevronLeft aria-hidden="true" size={18} />
        </Button>
        {hasYearPicker ? (
          <MonthAndYear min={min} max={max} words={props.words ?? controlWords.date} />
        ) : (
          Array.from({ length: months }, (_, offset) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a month has no identity but its place
            <CalendarHeading key={offset} offset={{ months: offset }} className="w-calendar__heading" />
          ))
        )}
        <Button slot="next" className="w-calendar__turn">
          <ChevronRight aria-hidden="true" size={18} />
        </Button>
      </div>
      <div className="w-calendar__months">
        {Array.from({ length: months }, (_, offset) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a month has no identity but its place
          <Month key={offset} offset={offset} />
        ))}
      </div>
    </AriaCalendar>
  )
}
