import { CalendarDate, getLocalTimeZone, parseDate, today } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import {
  DatePicker as AriaDatePicker,
  Button,
  DateInput,
  DateSegment,
  Dialog,
  Group,
  I18nProvider,
  Popover,
} from 'react-aria-components'
import { Calendar } from './calendar.tsx'
import { classNames } from './class-names.ts'
import { withoutUndefinedProps } from './defined.ts'
import { FieldLabel, FieldNotes, type FieldProps } from './field.tsx'
import { useOpenState } from './use-open-state.ts'
import './open-button.css'
import './date-picker.css'

type DatePickerProps = FieldProps & {
  /** `YYYY-MM-DD`, or null for none. Any other text counts as none. */
  value: string | null
  /** Null when the date is emptied or incomplete. */
  onChange: (value: string | null) => void
  onBlur?: (() => void) | undefined
  /** First day that can be chosen, `YYYY-MM-DD`. Default: 1 January 99 years before the last day's year. */
  minValue?: string | undefined
  /** Last day that is offered, `YYYY-MM-DD`. Default: today with `hasYearPicker`, else 31 December two years ahead. */
  maxValue?: string | undefined
  /** Month and year drop-downs and one month at a time, for dates long past. Default false: two months side by side. */
  hasYearPicker?: boolean | undefined
  /** Returns whether a day (`YYYY-MM-DD`) cannot be chosen. */
  isDateUnavailable?: ((date: string) => boolean) | undefined
  name?: string | undefined
  autoFocus?: boolean | undefined
}

/** The number of years in a year drop-down by default (booking spec, sections 5 and 9). */
export const YEAR_RANGE = 100

/** Parses `YYYY-MM-DD`; returns null for any other text and for a day that does not exist. */
export function parseDay(text: string | null | undefined): CalendarDate | null {
  if (!text) return null
  try {
    return parseDate(text)
  } catch {
    return null
  }
}

/** Returns the first and last day that a picker offers. */
export function decideOfferedDays(
  props: Pick<DatePickerProps, 'minValue' | 'maxValue' | 'hasYearPicker'>,
  now: CalendarDate,
): { min: CalendarDate; max: CalendarDate } {
  const max = parseDay(props.maxValue) ?? (props.hasYearPicker ? now : new CalendarDate(now.year + 2, 12, 31))
  const min = parseDay(props.minValue) ?? new CalendarDate(max.year - YEAR_RANGE + 1, 1, 1)
  return { min, max }
}

/**
 * Shows a day that the user types as YYYY-MM-DD or chooses from a calendar. The calendar shows two months side by side,
 * or one month with month and year drop-downs for the last 100 years (booking spec, section 9). "Today" is the
 * workstation's date.
 */
export function DatePicker(props: DatePickerProps) {
  const { label, value, onChange, isRequired = false, hasYearPicker = false, errorMessage, disabledReason } = props
  const { min, max } = decideOfferedDays(props, today(getLocalTimeZone()))
  const date = parseDay(value)
  const isExplained = Boolean(disabledReason)
  const openState = useOpenState(isExplained)
  const { isDateUnavailable } = props
  return (
    // This locale has the order year, month, day, which cannot be confused with another.
    <I18nProvider locale="en-CA">
      <AriaDatePicker
        {...withoutUndefinedProps({ name: props.name, autoFocus: props.autoFocus, onBlur: props.onBlur })}
        {...openState}
        {...(isDateUnavailable ? { isDateUnavailable: (day) => isDateUnavailable(day.toString()) } : {})}
        value={date}
        onChange={(chosen) => onChange(chosen ? chosen.toString() : null)}
        minValue={min}
        maxValue={max}
        granularity="day"
        isRequired={isRequired}
        isDisabled={props.isDisabled === true && !isExplained}
        isReadOnly={isExplained}
        isInvalid={Boolean(errorMessage)}
        validationBehavior="aria"
        className={classNames('w-field w-date-picker', isExplained && 'w-field--explained', props.className)}
      >
        {({ state }) => (
          <>
            <FieldLabel label={label} isRequired={isRequired} isLabelHidden={props.isLabelHidden} />
            <Group className="w-control w-date-picker__control">
              <DateInput className="w-date-picker__input">
                {(segment) => <DateSegment segment={segment} className="w-date-picker__segment" />}
              </DateInput>
              <Button className="w-date-picker__open" {...(isExplained ? { 'aria-disabled': true } : {})}>
                <CalendarDays aria-hidden="true" size={16} />
              </Button>
            </Group>
            <FieldNotes description={props.description} errorMessage={errorMessage} disabledReason={disabledReason} />
            <Popover className="w-popover" placement="bottom start" offset={6}>
              <Dialog className="w-popover__body" aria-label={label}>
                <Calendar
                  label={label}
                  value={date}
                  onChange={(chosen) => {
                    onChange(chosen.toString())
                    state.setOpen(false)
                  }}
                  min={min}
                  max={max}
                  months={hasYearPicker ? 1 : 2}
                  hasYearPicker={hasYearPicker}
                  isDateUnavailable={isDateUnavailable ? (day) => isDateUnavailable(day.toString()) : undefined}
                  autoFocus
                />
              </Dialog>
            </Popover>
          </>
        )}
      </AriaDatePicker>
    </I18nProvider>
  )
}
