import { formatDate, formatLongWeekday } from '#domain/format/format-date.ts'
import { formatInstant, formatTimeAt } from '#domain/format/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import { type ZoneId, zoneAbbreviation } from '#domain/values/location-clock.ts'
import type { StandInEvent } from './stand-in-events.ts'
import { escapeHtml, told, toPage, viewed } from './stand-in-html.ts'
import { consultMinutes, type OfferedDay, type OfferedWeek } from './stand-in-times.ts'

/** The subject of a page, and the values passed from one page to the next. */
export type PagePlace = {
  readonly clinic: string
  readonly timezone: ZoneId
  /** The page's own path. */
  readonly path: string
  /** Hidden form values. */
  readonly hiddenFields: Readonly<Record<string, string>>
  /**
   * Whether the visitor opened these pages to schedule a preferred consult; always false on the pages that reschedule
   * or cancel.
   */
  readonly isPreferred: boolean
}

/**
 * With `isStep` the heading takes the focus, because the user moved on inside the frame. The first page of a frame
 * leaves the focus where it is.
 */
const heading = ({ clinic, isPreferred }: PagePlace, what: string, isStep: boolean): string =>
  `<h1 tabindex="-1"${isStep ? ' data-focus' : ''}>${what}</h1>
<p class="note">${isPreferred ? 'Preferred nurse practitioner' : 'Nurse practitioner'} consult, ${consultMinutes} minutes &middot; ${escapeHtml(clinic)}</p>`

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n')

const problemLine = (problem: string | null): string =>
  problem === null ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`

/** Returns a week of times, each a button to the next step. */
export const toWeekPage = (
  place: PagePlace,
  week: OfferedWeek,
  options: { readonly what: string; readonly problem: string | null; readonly current?: Instant },
): string => {
  const link = (monday: string | null, text: string): string =>
    monday === null
      ? `<span>${text}</span>`
      : `<a href="${escapeHtml(`${place.path}?${new URLSearchParams({ ...place.hiddenFields, week: monday })}`)}">${text}</a>`
  const now =
    options.current === undefined
      ? ''
      : `<p>Current appointment: <strong>${formatInstant(options.current, place.timezone)}</strong></p>`
  const body = `${heading(place, options.what, options.problem !== null)}
${problemLine(options.problem)}${now}
<nav class="weeks" aria-label="Weeks">${link(week.before, 'Earlier week')}${link(week.after, 'Later week')}</nav>
<form method="get" action="${escapeHtml(place.path)}">
${hidden(place.hiddenFields)}
<div class="days">
${week.days.map((day) => toDay(place, day)).join('\n')}
</div>
</form>`
  return toPage({ title: options.what, body, messages: [viewed('profile_page_viewed'), viewed('event_type_viewed')] })
}

const toDay = ({ timezone }: PagePlace, { date, times }: OfferedDay): string => {
  const name = `${formatLongWeekday(date)} ${formatDate(date)}`
  const items = times.map((instant) => {
    const time = formatTimeAt(instant, timezone)
    const abbreviation = zoneAbbreviation(instant, timezone)
    return `<li><button name="time" value="${instant}" aria-label="${time} ${abbreviation}, ${name}">${time} ${abbreviation}</button></li>`
  })
  return `<section aria-labelledby="day-${date}"><h2 id="day-${date}">${formatLongWeekday(date)} <span>${formatDate(date)}</span></h2>
${items.length === 0 ? '<p class="note">No times</p>' : `<ul>${items.join('')}</ul>`}</section>`
}

const back = (place: PagePlace): string =>
  `<a href="${escapeHtml(`${place.path}?${new URLSearchParams(place.hiddenFields)}`)}">Choose another time</a>`

/** Returns the page with the chosen time and the fields for name and email address. */
export const toDetailsPage = (
  place: PagePlace,
  startsAt: Instant,
  given: { readonly name: string; readonly email: string; readonly problem: string | null },
): string => {
  const { name: _name, email: _email, ...hiddenFields } = place.hiddenFields
  const body = `${heading(place, 'Enter details', true)}
${problemLine(given.problem)}
<p><strong>${formatInstant(startsAt, place.timezone)}</strong></p>
<form method="post" action="${escapeHtml(place.path)}">
${hidden({ ...hiddenFields, time: startsAt })}
<label for="name">Name</label>
<input id="name" name="name" required maxlength="200" autocomplete="off" value="${escapeHtml(given.name)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="off" value="${escapeHtml(given.email)}">
<div class="actions"><button class="main">Schedule Event</button>${back(place)}</div>
</form>`
  return toPage({ title: 'Enter details', body, messages: [viewed('date_and_time_selected')] })
}

/** Returns the page on which the user confirms a booking's new time. */
export const toMovePage = (place: PagePlace, event: StandInEvent, from: Instant, to: Instant): string => {
  const body = `${heading(place, 'Reschedule event', true)}
<dl><dt>Invitee</dt><dd>${escapeHtml(event.name)}</dd>
<dt>From</dt><dd>${formatInstant(from, place.timezone)}</dd>
<dt>To</dt><dd>${formatInstant(to, place.timezone)}</dd></dl>
<form method="post" action="${escapeHtml(place.path)}">
${hidden({ ...place.hiddenFields, time: to })}
<div class="actions"><button class="main">Update Event</button>${back(place)}</div>
</form>`
  return toPage({ title: 'Reschedule event', body, messages: [viewed('date_and_time_selected')] })
}

export const toCancelPage = (place: PagePlace, event: StandInEvent, at: Instant): string => {
  const body = `${heading(place, 'Cancel event?', false)}
<dl><dt>Invitee</dt><dd>${escapeHtml(event.name)}</dd>
<dt>Time</dt><dd>${formatInstant(at, place.timezone)}</dd></dl>
<form method="post" action="${escapeHtml(place.path)}">
<label for="reason">Reason (optional)</label>
<textarea id="reason" name="reason" rows="2" maxlength="1000"></textarea>
<div class="actions"><button class="main">Cancel Event</button></div>
</form>`
  return toPage({ title: 'Cancel event?', body })
}

/** Returns the page after a booking, a move or a cancellation; the page notifies the page around its frame. */
export const toDonePage = (
  place: PagePlace,
  event: StandInEvent,
  at: Instant,
  what: 'event_scheduled' | 'event_canceled',
): string => {
  const title = what === 'event_scheduled' ? 'You are scheduled' : 'Event canceled'
  const body = `${heading(place, title, true)}
<dl><dt>Invitee</dt><dd>${escapeHtml(event.name)}</dd>
<dt>Time</dt><dd>${formatInstant(at, place.timezone)}</dd></dl>`
  return toPage({ title, body, messages: [told(what, event)] })
}
