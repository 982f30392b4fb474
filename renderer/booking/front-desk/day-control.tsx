import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays, type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import { Button } from '../../kit/controls/button.tsx'
import { DatePicker } from '../../kit/controls/date-picker.tsx'
import { IconButton } from '../../kit/controls/icon-button.tsx'
import { frontDeskWords } from './front-desk-words.ts'

const words = frontDeskWords.day

type DayControlProps = {
  readonly date: PlainDate
  readonly today: PlainDate
  readonly onChoose: (date: PlainDate) => void
}

/** Chooses the day of the board: the day before, today, the day after, or any day. */
export function DayControl({ date, today, onChoose }: DayControlProps) {
  return (
    <fieldset className="fd__day">
      <legend className="w-visually-hidden">{words.label}</legend>
      <IconButton
        variant="outline"
        label={words.before}
        icon={<ChevronLeft aria-hidden="true" />}
        onPress={() => onChoose(addDays(date, -1))}
      />
      <Button aria-pressed={date === today} onPress={() => onChoose(today)}>
        {words.today}
      </Button>
      <IconButton
        variant="outline"
        label={words.after}
        icon={<ChevronRight aria-hidden="true" />}
        onPress={() => onChoose(addDays(date, 1))}
      />
      <DatePicker
        label={words.choose}
        isLabelHidden
        value={date}
        minValue="2000-01-01"
        maxValue={addDays(today, 730)}
        onChange={(chosen) => {
          const day = parsePlainDate(chosen)
          if (day !== undefined) onChoose(day)
        }}
      />
    </fieldset>
  )
}
