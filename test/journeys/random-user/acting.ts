import type { Locator, Page } from '@playwright/test'
import type { SeededRandom } from '#back-office/demo/data/seeded-random.ts'
import type { Atrium } from '../fixtures.ts'
import { type Look, lookAt } from './read-window.ts'
import type { TypedInputs } from './typed-inputs.ts'
import type { WindowWatch } from './watch-window.ts'
import type { World } from './world.ts'

/** One person at one workstation. */
export type Walker = {
  readonly name: string
  readonly account: string
  /** Whether this is the first desk. The walk kills only that desk's workstation. */
  readonly isFirst: boolean
  readonly typed: TypedInputs
  readonly watch: WindowWatch
  page(): Page
  load(path: string): Promise<void>
}

/** What the user sees and can use before an act. */
export type Here = {
  readonly walker: Walker
  readonly others: readonly Walker[]
  readonly page: Page
  readonly look: Look
  readonly random: SeededRandom
  readonly world: World
  readonly atrium: Atrium
}

/** Something a user can do; `run` returns a short description of what was done. */
export type Act = {
  readonly name: string
  readonly weight: number
  readonly fits: (here: Here) => boolean
  readonly run: (here: Here) => Promise<string>
}

/** Thrown if the screen lacks something that an act needs. The walk then tries another act. */
export class CannotDo extends Error {}

/** Thrown if Atrium did something forbidden. */
export class Broken extends Error {}

/** The time limit for a reaction to a press; a build machine may be busy. */
export const patienceMs = 8_000

export const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))

/**
 * Reads the window repeatedly until the condition is met or the time is over; returns the last reading in either case.
 */
export const lookUntil = async (page: Page, isSo: (look: Look) => boolean, withinMs = patienceMs): Promise<Look> => {
  const end = performance.now() + withinMs
  for (;;) {
    const look = await lookAt(page)
    if (isSo(look) || performance.now() > end) return look
    await pause(60)
  }
}

/** Returns a random visible element; throws if there is none. */
export const anyOf = async (here: Here, found: Locator, among = 50): Promise<Locator> => {
  const shown = found.filter({ visible: true })
  const count = Math.min(await shown.count(), among)
  if (count === 0) throw new CannotDo(`no ${found}`)
  return shown.nth(here.random.whole(0, count - 1))
}

/** Presses an element that is visible and enabled; throws otherwise. */
export const press = async (target: Locator): Promise<void> => {
  if ((await target.count()) === 0) throw new CannotDo(`${target} is not there`)
  if (await target.first().isDisabled()) throw new CannotDo(`${target} is disabled`)
  await target.first().click({ timeout: 3_000 })
}

/** Returns whether a field is a direct or indirect follow-up of the field `above`, according to `parents`. */
const isBelow = (parents: Readonly<Record<string, string>>, field: string, above: string): boolean => {
  for (let at = parents[field]; at !== undefined; at = parents[at]) if (at === above) return true
  return false
}

/**
 * Types or chooses in one field and records what the form shows. Throws if the field shows another value, or if an
 * independent field changed with it.
 */
export const put = async (
  here: Here,
  into: { readonly sheet: string; readonly field: string; readonly value: string },
  write: () => Promise<void>,
): Promise<string> => {
  const { page, walker } = here
  const { sheet, field, value } = into
  const before = await lookAt(page)
  await write()
  const after = await lookUntil(page, ({ sheets }) => sheets[sheet]?.[field] === value)
  const shown = after.sheets[sheet]
  if (shown === undefined) throw new CannotDo(`${sheet} disappeared from the screen`)
  if (shown[field] !== value) throw new Broken(`${sheet}: "${field}" was given "${value}" and shows "${shown[field]}"`)
  const others = Object.entries(walker.typed.of(sheet) ?? {}).filter(
    ([name, typed]) =>
      name !== field &&
      shown[name] !== typed &&
      !isBelow(before.parents, name, field) &&
      !(sheet === 'booking' && shown[name] === undefined),
  )
  const changed = others[0]
  if (changed !== undefined) {
    const [name, typed] = changed
    throw new Broken(
      `${sheet}: "${name}" was "${typed}" and shows "${shown[name]}" after "${field}" was given "${value}"`,
    )
  }
  walker.typed.take(sheet, shown)
  return `${sheet}: ${field} = ${value}`
}

/** Returns the fields of a form with their current values. */
export const sheetNow = (here: Here, sheet: string) => here.look.sheets[sheet] ?? {}

export const isAt = (here: Here, path: RegExp): boolean =>
  here.look.door === 'none' && here.look.dialog === null && path.test(here.look.path)

export const bookingPath = /^\/admin\/booking$/
export const studyPath = /^\/(admin\/study\/[^/]+|study\/[^/]+\/study-details)$/
export const studyBookingPath = /^\/admin\/booking\/study\/[^/]+$/
export const studyIDOf = (path: string): string => /\/study\/([^/]+)/.exec(path)?.[1] ?? ''

/** Returns random words that a user might type. */
export const someWords = ({ random }: Here): string =>
  `${random.pick(['Left knee', 'Called twice', 'größer als 2 cm', 'Dr. Copperfield', 'since 1996; see file', '<b>no</b>', "O'Brien"])} ${random.whole(10, 9999)}`
