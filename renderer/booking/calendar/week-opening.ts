import type { Reply } from '#contract/reply.ts'
import { type FirstFree, findFirstFreeSlot } from '#domain/booking/opening-week.ts'
import type { Instant } from '#domain/values/instant.ts'
import { addDays, type PlainDate, startOfWeek } from '#domain/values/plain-date.ts'
import { createReadings } from '../../kit/readings.ts'
import type { WeekReadings } from './week-readings.ts'
import type { WeekStore, WeekTarget } from './week-state.ts'

/** Searches for the first free time on or after `from`; without `from`, from today on. */
export type FindFirstFree = (
  target: Pick<WeekTarget, 'locationID' | 'skuID'> & { readonly from?: PlainDate },
) => Promise<Reply<FirstFree>>

type Parts = {
  readonly store: WeekStore
  readonly readings: Pick<WeekReadings, 'known' | 'load' | 'preload'>
  readonly findFirstFree: FindFirstFree | undefined
  readonly now: () => Instant
}

type WeekOpening = {
  /** Returns whether the user or the page chose a week. If so, the calendar no longer opens at the first free time. */
  readonly isChosen: () => boolean
  /** Records that the user chose a week, which ends a running search. */
  readonly choose: () => void
  /** Records that the page asked for a week. */
  readonly noteWanted: () => void
  readonly open: (target: WeekTarget, monday: PlainDate) => Promise<void>
  readonly openAtFirstFree: (target: WeekTarget, current: PlainDate) => Promise<void>
  readonly openFrom: (target: WeekTarget, day: PlainDate) => Promise<void>
  readonly follow: (monday: PlainDate) => void
}

/** Creates the logic that chooses the week at which a calendar opens. */
export const createWeekOpening = ({ store, readings, findFirstFree, now }: Parts): WeekOpening => {
  const { getState: get, setState: set } = store
  const { known, load, preload } = readings
  let isChosen = false
  /** The searches for the week to open. */
  const searches = createReadings()

  const open = async (target: WeekTarget, monday: PlainDate): Promise<void> => {
    set({ target, monday })
    await load(target, monday)
    preload(target, monday)
  }

  /** Opens the first free time: in the current week if it has one, otherwise in the week that the search finds. */
  const openAtFirstFree = async (target: WeekTarget, current: PlainDate): Promise<void> => {
    const isLatest = searches.begin()
    const isOver = (): boolean => !isLatest() || isChosen || get().target !== target
    set({ target, monday: current, firstMonday: current, opening: { kind: 'searching' } })
    await load(target, current)
    if (isOver()) return
    const { view } = known(target, current)
    const slot =
      view === null
        ? null
        : findFirstFreeSlot(
            view.days.flatMap(({ slots }) => slots),
            now(),
          )
    if (view === null || slot !== null || findFirstFree === undefined) {
      set({
        opening: slot === null ? { kind: 'none' } : { kind: 'found', monday: current, utcStart: slot.utcStart },
      })
      preload(target, current)
      return
    }
    const { locationID, skuID } = target
    const reply = await findFirstFree({ locationID, skuID })
    if (isOver()) return
    if (!reply.ok || reply.value.opening === null) {
      set({ opening: reply.ok ? { kind: 'nothing', searchedTo: reply.value.searchedTo } : { kind: 'none' } })
      preload(target, current)
      return
    }
    const { monday, utcStart } = reply.value.opening
    set({ opening: { kind: 'found', monday, utcStart } })
    follow(monday)
    await open(target, monday)
  }

  /** Opens the week of the first free time on or after a day; the week of that day if none is found. */
  const openFrom = async (target: WeekTarget, day: PlainDate): Promise<void> => {
    const isLatest = searches.begin()
    const isOver = (): boolean => !isLatest() || get().target !== target
    const wanted = startOfWeek(day)
    follow(wanted)
    await open(target, wanted)
    const { view } = known(target, wanted)
    const slots = view?.days.flatMap((one) => one.slots) ?? []
    const slot = findFirstFreeSlot(slots, now(), day)
    if (isOver()) return
    if (slot !== null) set({ opening: { kind: 'found', monday: wanted, utcStart: slot.utcStart } })
    if (slot !== null || view === null || findFirstFree === undefined) return
    const { locationID, skuID } = target
    const reply = await findFirstFree({ locationID, skuID, from: day })
    if (isOver() || !reply.ok) return
    const { opening, searchedTo } = reply.value
    if (opening === null) {
      set({ opening: { kind: 'nothing', searchedTo } })
      return
    }
    set({ opening: { kind: 'found', ...opening } })
    follow(opening.monday)
    await open(target, opening.monday)
  }

  /** Moves the row of tabs if a week is outside it, so that the shown week always has a tab. */
  const follow = (monday: PlainDate): void => {
    const { firstMonday } = get()
    if (firstMonday !== null && (monday < firstMonday || monday >= addDays(firstMonday, 42))) {
      set({ firstMonday: monday })
    }
  }

  return {
    isChosen: () => isChosen,
    choose: () => {
      isChosen = true
      searches.expire()
      if (get().opening.kind === 'searching') set({ opening: { kind: 'none' } })
    },
    noteWanted: () => {
      isChosen = true
    },
    open,
    openAtFirstFree,
    openFrom,
    follow,
  }
}
