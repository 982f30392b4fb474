import 'react-big-calendar/lib/css/react-big-calendar.css'
import dayjs from 'dayjs'
import en from 'dayjs/locale/en.js'
import { useState } from 'react'
import { Calendar, dayjsLocalizer, type Event } from 'react-big-calendar'
import { createRoot, type Root } from 'react-dom/client'
import { findRoot } from './bench-page.ts'
import { machineCount, rowLabel, slotStart, stepMinutes, type WorkWeek, weekAt, weeks } from './work.ts'

// react-big-calendar starts a week on the locale's first day.
dayjs.locale({ ...en, weekStart: 1 })
const localizer = dayjsLocalizer(dayjs)
const resources = Array.from({ length: machineCount }, (_, machine) => ({ id: machine + 1, title: `M${machine + 1}` }))
const nothing = (): void => {}
const min = new Date(2027, 0, 4, 8)
const max = new Date(2027, 0, 4, 20)

/** react-big-calendar works in the browser's zone; the bench starts it in UTC. */
const toEvents = (week: WorkWeek): Event[] =>
  week.slots.map((slot) => {
    const start = slotStart(week, slot)
    return {
      id: slot.index,
      title: rowLabel(slot.row),
      start,
      end: new Date(start.getTime() + stepMinutes * 60_000),
      resourceId: (slot.column % machineCount) + 1,
      booked: slot.booked,
    }
  })
const eventsOfWeeks = weeks.map(toEvents)

// `onSelectEvent` receives a copy of the event, so the event itself is looked up by its id.
const Week = ({ events, date }: { events: readonly Event[]; date: Date }) => {
  const [selected, setSelected] = useState<Event | null>(null)
  return (
    <Calendar
      localizer={localizer}
      events={events}
      resources={resources}
      resourceIdAccessor="id"
      resourceTitleAccessor="title"
      views={['week']}
      view="week"
      date={date}
      min={min}
      max={max}
      step={stepMinutes}
      timeslots={6}
      selected={selected}
      onSelectEvent={({ id }) => setSelected(events[id] ?? null)}
      eventPropGetter={(event, _start, _end, isSelected) => ({
        className: isSelected ? 'chosen' : event.booked ? 'taken' : 'free',
      })}
      onNavigate={nothing}
      onView={nothing}
      toolbar={false}
      style={{ height: 1800 }}
    />
  )
}

let root: Root | undefined
const draw = (week: number): void => {
  root?.render(<Week events={eventsOfWeeks[week] ?? []} date={new Date(weekAt(week).mondayMs)} />)
}
globalThis.benchPage = {
  mount: (week) => {
    root = createRoot(findRoot())
    draw(week)
  },
  unmount: () => root?.unmount(),
  show: draw,
  slotSelector: '.rbc-event',
  freeSelector: '.rbc-event.free',
  chosenSelector: '.rbc-event.chosen',
}
