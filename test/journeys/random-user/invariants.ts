import { type Here, lookUntil, studyIDOf } from './acting.ts'
import type { Look } from './read-window.ts'

/** Faults, and observations that are allowed but reported. */
type Findings = { readonly faults: readonly string[]; readonly stumbles: readonly string[] }

/** The longest time that a page may show that it is loading while the back office can be reached. */
const loadingMs = 25_000

/** For each part of a page, by name: the time since which it has been loading. Time offline does not count. */
export type LoadingClock = Map<string, number>

const isDone = (look: Look): boolean => deadEnds(look).length === 0

/** Returns the reasons why the user cannot continue from here; empty if they can. */
const deadEnds = (look: Look): readonly string[] => {
  const where = `${look.path}${look.dialog === null ? '' : `, window "${look.dialog}"`}`
  return [
    look.textLength < 20 ? `blank page at ${where}` : null,
    look.controls.length === 0 ? `nothing can be done at ${where}` : null,
    look.focus === 'nowhere' ? `no element has the focus at ${where}` : null,
  ].filter((each) => each !== null)
}

const findLong = (clock: LoadingClock, look: Look, here: Here): readonly string[] => {
  const now = performance.now()
  const isServed = here.world.isOfficeUp && look.isOnline !== false
  for (const name of clock.keys()) if (!look.busy.includes(name)) clock.delete(name)
  for (const name of look.busy) if (!clock.has(name) || !isServed) clock.set(name, now)
  return [...clock]
    .filter(([, since]) => now - Math.max(since, here.world.restoredAt) > loadingMs)
    .map(([name]) => `"${name}" for more than ${loadingMs / 1000} s at ${look.path}`)
}

/** Returns the member whom the page is about, if known. */
const personHere = ({ world, walker }: Here, look: Look) => {
  if (look.path === '/admin/booking') {
    const member = walker.typed.of('booking')?.Member
    return member === undefined ? null : { name: member, dates: [] }
  }
  const study = studyIDOf(look.path)
  return study === '' ? null : world.personOf(study)
}

const anyDate = /\d{4}-\d{2}-\d{2}|\d{1,2} [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{2} \d{1,2}, \d{4}|\d{2}\/\d{2}\/\d{4}/

const namelessCommits = (here: Here, look: Look): readonly string[] => {
  const person = personHere(here, look)
  if (person === null) return []
  return look.commits
    .filter(({ text }) => {
      const hasDate = person.dates.length === 0 ? anyDate.test(text) : person.dates.some((date) => text.includes(date))
      return !hasDate || !text.includes(person.name)
    })
    .map(({ name }) => `"${name}" can be pressed without showing ${person.name} and the birth date at ${look.path}`)
}

/** Checks a window after an act, and repeats the check until it finds no fault or a time limit is reached. */
export const examine = async (here: Here, clock: LoadingClock): Promise<{ look: Look } & Findings> => {
  const { page, walker } = here
  const isSettled = (look: Look): boolean =>
    isDone(look) &&
    look.busy.length === 0 &&
    walker.typed.findLost(look.sheets).length === 0 &&
    namelessCommits(here, look).length === 0
  let look = await lookUntil(page, isSettled, 1_500)
  // Gives slow parts more time. A real fault is still found afterwards.
  if (!isDone(look) || walker.typed.findLost(look.sheets).length > 0 || namelessCommits(here, look).length > 0) {
    look = await lookUntil(
      page,
      (each) =>
        isDone(each) && walker.typed.findLost(each.sheets).length === 0 && namelessCommits(here, each).length === 0,
      15_000,
    )
  }
  const lost = walker.typed
    .findLost(look.sheets)
    .map(({ sheet, field, typed, shown }) => `lost input in ${sheet}: "${field}" was "${typed}" and shows "${shown}"`)
  const stumbles = [
    ...(look.focus === 'behind the dialog' ? [`the focus is behind the window "${look.dialog}": ${look.focused}`] : []),
    ...(look.focused === 'nothing' && look.dialog === null && look.door === 'none'
      ? [`no element has the focus at ${pattern(look.path)}`]
      : []),
    ...look.covered.map((each) => `${each} is covered at ${pattern(look.path)}`),
    ...(look.tooWide > 0 ? [`wider than the window by ${look.tooWide} px at ${pattern(look.path)}`] : []),
  ]
  const faults = [
    ...lost,
    ...deadEnds(look).map((each) => `dead end: ${each}`),
    ...findLong(clock, look, here).map((each) => `endless loading: ${each}`),
    ...namelessCommits(here, look),
    ...walker.watch.take(),
    ...((await page.getByRole('heading', { name: 'This page stopped working' }).count()) > 0
      ? ['the page stopped working']
      : []),
  ]
  return { look, faults, stumbles }
}

const pattern = (path: string): string => path.replace(/\/(s|m)-[^/]+/g, '/ID')
