import { CalendarDays } from 'lucide-react'
import { Button, Dialog, DialogTrigger, I18nProvider, Popover } from 'react-aria-components'
import { Calendar, type CalendarLocale, type CalendarWords } from './calendar.tsx'
import { decideOfferedDays, parseDay } from './date-picker.tsx'
import './date-picker.css'
import './open-button.css'

type CalendarButtonProps = {
  /** The name of the date, for the calendar. */
  label: string
  /** `YYYY-MM-DD`; any other text counts as no day. */
  value: string
  onChange: (value: string) => void
  /**
   * Last day that can be chosen, `YYYY-MM-DD`. The calendar offers the year of this day and the 99 years before that
   * year (booking spec §5).
   */
  lastDay: string
  isDisabled: boolean
  /** The texts of the button and of the calendar's drop-downs. */
  words: CalendarWords & { readonly calendar: string }
  /** The language of the days and months. */
  locale: CalendarLocale
}

/** Shows a button beside a typed date. It opens one month with month and year drop-downs (booking spec §9). */
export function CalendarButton({ label, value, onChange, lastDay, isDisabled, words, locale }: CalendarButtonProps) {
  const date = parseDay(value)
  const last = parseDay(lastDay)
  if (last === null) return null
  const { min, max } = decideOfferedDays({ maxValue: lastDay, hasYearPicker: true }, last)
  return (
    <I18nProvider locale={locale}>
      <DialogTrigger>
        {/* Not in the tab order: keyboard users type the date, and Tab goes from the last box to the next question. */}
        <Button className="w-date-picker__open" aria-label={words.calendar} isDisabled={isDisabled} excludeFromTabOrder>
          <CalendarDays aria-hidden="true" size={16} />
        </Button>
        <Popover className="w-popover" placement="bottom start" offset={6}>
          <Dialog className="w-popover__body" aria-label={label} lang={locale}>
            {({ close }) => (
              <Calendar
                label={label}
                value={date !== null && date.compare(min) >= 0 && date.compare(max) <= 0 ? date : null}
                onChange={(chosen) => {
                  onChange(chosen.toString())
                  close()
                }}
                min={min}
                max={max}
                months={1}
                hasYearPicker
                words={words}
                autoFocus
              />
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </I18nProvider>
  )
}
