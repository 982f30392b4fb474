import { useId } from 'react'
import type { CalendarLocale } from './calendar.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { classNames } from './class-names.ts'
import { useControlWords } from './control-words-context.ts'
import { type FieldProps, GroupNotes } from './field.tsx'
import './field.css'
import './date-field.css'

/** The text of the three boxes, as typed. */
export type DateParts = { year: string; month: string; day: string }

type BoxWords = Readonly<Record<'year' | 'month' | 'day' | 'yearHint' | 'monthHint' | 'dayHint' | 'calendar', string>>

type DateFieldProps = FieldProps & {
  value: DateParts
  onChange: (value: DateParts) => void
  /** Called when focus leaves any of the boxes. */
  onBlur?: (() => void) | undefined
  /** The boxes to draw as invalid, with `errorMessage`. Default all three. */
  invalidParts?: readonly (keyof DateParts)[] | undefined
  autoFocus?: boolean | undefined
  /** The last day of the calendar, `YYYY-MM-DD`. If set, a button opens a calendar with a drop-down of 100 years. */
  calendarUntil?: string | undefined
  /** The texts of the boxes and of the calendar's controls in another language than the screen's. */
  boxWords?: BoxWords | undefined
  /** The language of the days and months in the calendar. Default English. */
  calendarLocale?: CalendarLocale | undefined
}

const boxes = [
  { part: 'year', hint: 'yearHint' },
  { part: 'month', hint: 'monthHint' },
  { part: 'day', hint: 'dayHint' },
] as const

const allParts: readonly (keyof DateParts)[] = ['year', 'month', 'day']

const digitsOf = { year: 4, month: 2, day: 2 } as const

/** Returns the boxes after typing, and the box in which typing continues. */
const takeTyped = (
  value: DateParts,
  part: keyof DateParts,
  typed: string,
): { parts: DateParts; at: keyof DateParts } => {
  const digits = typed.replace(/\D/g, '')
  const next = part === 'year' ? 'month' : part === 'month' ? 'day' : null
  // Digits overflow only into an empty box; existing digits stay.
  if (next === null || digits.length <= digitsOf[part] || value[next] !== '') {
    return { parts: { ...value, [part]: digits }, at: part }
  }
  return takeTyped({ ...value, [part]: digits.slice(0, digitsOf[part]) }, next, digits.slice(digitsOf[part]))
}

/**
 * Shows a date that the user types from memory, such as a birth date, as three boxes: year, month and day. The boxes
 * take any digits and drop other characters; the screen validates them. Digits beyond a full box move to the next box
 * if that box is empty, so that the user can type 19800203 into the first box. A pasted YYYY-MM-DD fills all three.
 */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, isRequired = false, errorMessage, disabledReason, invalidParts = allParts } = props
  const words = useControlWords()
  const boxWords = props.boxWords ?? words.date
  const id = useId()
  const labelId = `${id}-label`
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy =
    classNames(Boolean(props.description || disabledReason) && hintId, Boolean(errorMessage) && errorId) || undefined
  return (
    <fieldset
      className={classNames('w-field w-date-field', props.className)}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
    >
      <span id={labelId} className={props.isLabelHidden ? 'w-visually-hidden' : 'w-field__label'}>
        {label}
        {isRequired ? (
          <span className="w-field__star" aria-hidden="true">
            *
          </span>
        ) : null}
      </span>
      <div className="w-date-field__boxes">
        {boxes.map((box) => (
          <label key={box.part} className={`w-date-field__box w-date-field__box--${box.part}`}>
            <span className="w-date-field__box-label">{boxWords[box.part]}</span>
            <input
              className="w-control"
              value={value[box.part]}
              placeholder={boxWords[box.hint]}
              inputMode="numeric"
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: the screen requests it, in a dialog or on its own page.
              autoFocus={props.autoFocus === true && box.part === 'year'}
              required={isRequired}
              disabled={props.isDisabled === true && !disabledReason}
              readOnly={Boolean(disabledReason)}
              aria-disabled={disabledReason ? true : undefined}
              aria-invalid={errorMessage && invalidParts.includes(box.part) ? true : undefined}
              aria-describedby={describedBy}
              onBlur={props.onBlur}
              onChange={({ target }) => {
                const { parts, at } = takeTyped(value, box.part, target.value)
                onChange(parts)
                if (at === box.part) return
                const all = target.closest('.w-date-field__boxes')?.querySelectorAll('input')
                all?.[boxes.findIndex(({ part }) => part === at)]?.focus()
              }}
              onPaste={(event) => {
                if (disabledReason) return
                const date = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\s*$/.exec(event.clipboardData.getData('text'))
                if (!date) return
                event.preventDefault()
                onChange({ year: date[1] ?? '', month: date[2] ?? '', day: date[3] ?? '' })
              }}
            />
          </label>
        ))}
        {props.calendarUntil === undefined || disabledReason ? null : (
          <CalendarButton
            label={label}
            value={`${value.year}-${value.month.padStart(2, '0')}-${value.day.padStart(2, '0')}`}
            onChange={(day) => {
              const [year = '', month = '', dayOfMonth = ''] = day.split('-')
              onChange({ year, month, day: dayOfMonth })
            }}
            lastDay={props.calendarUntil}
            words={boxWords}
            locale={props.calendarLocale ?? 'en-CA'}
            isDisabled={props.isDisabled === true}
          />
        )}
      </div>
      <GroupNotes
        hintId={hintId}
        errorId={errorId}
        description={props.description}
        errorMessage={errorMessage}
        disabledReason={disabledReason}
      />
    </fieldset>
  )
}
