import { Calendar, type CalendarOptions, type EventInput } from '@fullcalendar/core'
import timeGrid from '@fullcalendar/timegrid'
import { findRoot } from './bench-page.ts'
import { rowLabel, slotStart, stepMinutes, type WorkWeek, weekAt, weeks } from './work.ts'

/**
 * Only FullCalendar's paid version has a column for each machine. The free version shows the slots of the five machines
 * side by side in the column of their day.
 */
const toEvents = (week: WorkWeek): EventInput[] =>
  week.slots.map((slot) => {
    const start = slotStart(week, slot)
    return {
      id: String(slot.index),
      title: rowLabel(slot.row),
      start,
      end: new Date(start.getTime() + stepMinutes * 60_000),
      classNames: slot.booked ? 'taken' : 'free',
    }
  })
const eventsOfWeeks = weeks.map(toEvents)

let calendar: Calendar | undefined
let chosen: string | undefined
globalThis.benchPage = {
  mount: (week) => {
    const holder = document.createElement('div')
    findRoot().append(holder)
    const options: CalendarOptions = {
      plugins: [timeGrid],
      initialView: 'timeGridWeek',
      initialDate: new Date(weekAt(week).mondayMs),
      timeZone: 'UTC',
      firstDay: 1,
      headerToolbar: false,
      slotMinTime: '08:00:00',
      slotMaxTime: '20:00:00',
      slotDuration: { minutes: stepMinutes },
      displayEventTime: false,
      height: 'auto',
      events: eventsOfWeeks[week] ?? [],
      eventClick: ({ event }) => {
        if (chosen !== undefined) calendar?.getEventById(chosen)?.setProp('classNames', 'free')
        event.setProp('classNames', 'chosen')
        chosen = event.id
      },
    }
    // The calendar's type lacks the options of timeGrid.
    calendar = new Calendar(holder, Object.assign(options, { allDaySlot: false, slotEventOverlap: false }))
    calendar.render()
  },
  unmount: () => {
    calendar?.destroy()
    findRoot().replaceChildren()
  },
  show: (week) => {
    chosen = undefined
    calendar?.batchRendering(() => {
      calendar?.gotoDate(new Date(weekAt(week).mondayMs))
      calendar?.removeAllEventSources()
      calendar?.addEventSource(eventsOfWeeks[week] ?? [])
    })
  },
  slotSelector: '.fc-event',
  freeSelector: '.fc-event.free',
  chosenSelector: '.fc-event.chosen',
}
