import { CalendarDate, getLocalTimeZone, today } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { useId, useState } from 'react'
import { Button, Dialog, DialogTrigger, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import { monthNames } from '#domain/format/format-date.ts'
import { listYears } from './calendar.tsx'
import { classNames } from './class-names.ts'
import { controlWords } from './control-words.ts'
import { YEAR_RANGE } from './date-picker.tsx'
import { type FieldProps, GroupNotes } from './field.tsx'
import './calendar.css'
import './month-year-picker.css'

type MonthYearPickerProps = FieldProps & {
  /** `month` chooses a month of a year, `year` a year. */
  mode: 'month' | 'year'
  /** `YYYY-MM` in month mode, `YYYY` in year mode, or null for none. */
  value: string | null
  onChange: (value: string) => void
  /** First and last year offered. Default: the last 100 years, including this one (booking spec, section 5). */
  minYear?: number | undefined
  maxYear?: number | undefined
}

type Chosen = { year: number | null; month: number | null }

function parseChosen(value: string | null): Chosen {
  const parts = /^(\d{4})(?:-(\d{2}))?$/.exec(value ?? '')
  return { year: parts?.[1] ? Number(parts[1]) : null, month: parts?.[2] ? Number(parts[2]) : null }
}

function toText({ year, month }: Chosen, mode: 'month' | 'year'): string | null {
  if (year === null) return null
  if (mode === 'year') return String(year)
  return month === null ? null : `${monthNames[month - 1] ?? ''} ${year}`
}

/**
 * Shows a field for a month of a year, or for a year: a button that opens a grid of months or years.
 * Only the gallery uses it yet; booking spec §9 wants a year picker.
 */
export function MonthYearPicker(props: MonthYearPickerProps) {
  const { label, mode, value, onChange, isRequired = false, errorMessage, disabledReason } = props
  const id = useId()
  const labelId = `${id}-label`
  const valueId = `${id}-value`
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const thisYear = today(getLocalTimeZone()).year
  const maxYear = props.maxYear ?? thisYear
  const minYear = props.minYear ?? maxYear - YEAR_RANGE + 1
  const years = listYears(new CalendarDate(minYear, 1, 1), new CalendarDate(maxYear, 12, 31))
  const chosen = parseChosen(value)
  const [isOpen, setOpen] = useState(false)
  const [shownYear, setShownYear] = useState(chosen.year ?? Math.min(thisYear, maxYear))
  const text = toText(chosen, mode)
  const describedBy = classNames(
    Boolean(props.description || disabledReason) && hintId,
    Boolean(errorMessage) && errorId,
  )

  function choose(next: string) {
    onChange(next)
    setOpen(false)
  }

  return (
    <div className={classNames('w-field', disabledReason && 'w-field--explained', props.className)}>
      <span id={labelId} className={props.isLabelHidden ? 'w-visually-hidden' : 'w-field__label'}>
        {label}
        {isRequired ? (
          <span className="w-field__star" aria-hidden="true">
            *
          </span>
        ) : null}
      </span>
      <DialogTrigger
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (open && disabledReason) return
          if (open) setShownYear(chosen.year ?? Math.min(thisYear, maxYear))
          setOpen(open)
        }}
      >
        <Button
          className="w-control w-month-year"
          isDisabled={props.isDisabled === true && !disabledReason}
          aria-labelledby={`${labelId} ${valueId}`}
          {...(describedBy ? { 'aria-describedby': describedBy } : {})}
          {...(disabledReason ? { 'aria-disabled': true } : {})}
        >
          <span
            id={valueId}
            className={classNames('w-month-year__value', text === null && 'w-month-year__value--none')}
          >
            {text ?? (mode === 'month' ? controlWords.date.selectMonth : controlWords.date.selectYear)}
          </span>
          <CalendarDays aria-hidden="true" size={16} />
        </Button>
        <Popover className="w-popover" placement="bottom start" offset={6}>
          <Dialog className="w-popover__body" aria-label={label}>
            {mode === 'month' ? (
              <>
                <select
                  className="w-calendar__select w-month-year__year"
                  aria-label={controlWords.date.year}
                  value={shownYear}
                  onChange={(event) => setShownYear(Number(event.target.value))}
                >
                  {years.map((year) => (
                    <option key={year} value={year}>
                      {year}
                    </option>
                  ))}
                </select>
                <ListBox
                  aria-label={controlWords.date.monthOf(shownYear)}
                  layout="grid"
                  selectionMode="single"
                  escapeKeyBehavior="none"
                  className="w-month-year__grid"
                  autoFocus={chosen.year === shownYear && chosen.month !== null ? true : 'first'}
                  selectedKeys={chosen.year === shownYear && chosen.month !== null ? [chosen.month] : []}
                  onAction={(key) => choose(`${shownYear}-${String(key).padStart(2, '0')}`)}
                >
                  {monthNames.map((name, index) => (
                    <ListBoxItem
                      key={name}
                      id={index + 1}
                      textValue={name}
                      aria-label={name}
                      className="w-month-year__choice"
                    >
                      {name}
                    </ListBoxItem>
                  ))}
                </ListBox>
              </>
            ) : (
              <ListBox
                aria-label={controlWords.date.year}
                layout="grid"
                selectionMode="single"
                escapeKeyBehavior="none"
                className="w-month-year__grid w-month-year__grid--years"
                autoFocus={chosen.year === null ? 'first' : true}
                selectedKeys={chosen.year === null ? [] : [chosen.year]}
                onAction={(key) => choose(String(key))}
              >
                {years.map((year) => (
                  <ListBoxItem key={year} id={year} textValue={String(year)} className="w-month-year__choice">
                    {String(year)}
                  </ListBoxItem>
                ))}
              </ListBox>
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
      <GroupNotes
        hintId={hintId}
        errorId={errorId}
        description={props.description}
        errorMessage={errorMessage}
        disabledReason={disabledReason}
      />
    </div>
  )
}
