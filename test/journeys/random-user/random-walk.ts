import { createSeededRandom, type SeededRandom } from '#back-office/demo/data/seeded-random.ts'
import type { Atrium } from '../fixtures.ts'
import { type Act, Broken, CannotDo, type Here, studyIDOf, type Walker } from './acting.ts'
import { bookingActs, forgetBooking, setAside } from './acts-booking.ts'
import { deskActs } from './acts-desk.ts'
import { dialogActs } from './acts-dialogs.ts'
import { placeActs } from './acts-places.ts'
import { safetyActs } from './acts-safety.ts'
import { studyActs } from './acts-study.ts'
import { examine, type LoadingClock } from './invariants.ts'
import { type Look, lookAt } from './read-window.ts'
import type { World } from './world.ts'

const acts: readonly Act[] = [...deskActs, ...placeActs, ...bookingActs, ...safetyActs, ...studyActs, ...dialogActs]

const leaving: ReadonlySet<Act> = new Set(placeActs)

/** The result of a walk. */
type Walk = {
  readonly seed: string
  readonly actions: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly faults: readonly { readonly text: string; readonly picture: string; readonly after: number }[]
  readonly stumbles: ReadonlyMap<string, { readonly times: number; readonly picture: string }>
  readonly compared: number
  readonly unable: number
}

type WalkOptions = {
  readonly seed: string
  readonly milliseconds: number
  /**
   * How many typed values the walk must compare. If the walk has compared fewer, it runs longer, up to six times
   * `milliseconds`.
   */
  readonly leastCompared: number
  readonly atrium: Atrium
  readonly world: World
  readonly first: Walker
  /** Opens the second desk; called once, after a quarter of the walk's time. */
  readonly openSecond: () => Promise<Walker>
  /** Takes a screenshot, stores it under a name, and returns its path. */
  readonly picture: (walker: Walker, name: string) => Promise<string>
  readonly say: (line: string) => void
}

const maxFaults = 12

const choose = (here: Here, random: SeededRandom): Act => {
  const possible = acts.filter((act) => act.fits(here))
  // A user who has begun answers or a booking usually continues with them.
  const isBusy = Object.keys(here.look.sheets).some((sheet) => here.walker.typed.of(sheet) !== undefined)
  const weightOf = (act: Act): number => (isBusy && leaving.has(act) ? act.weight / 3 : act.weight)
  const total = possible.reduce((sum, act) => sum + weightOf(act), 0)
  let left = random.fraction() * total
  for (const act of possible) {
    left -= weightOf(act)
    if (left <= 0) return act
  }
  throw new Broken(`no act is known for ${here.look.path}`)
}

/**
 * Updates the walker's typed values from the window. Removes the values of a booking that was made, and adds a member
 * who was chosen by the page's URL.
 */
const follow = async (here: Here, before: Look): Promise<void> => {
  const { page, walker, look, world } = here
  const booked = page.locator('main section[aria-label="Booked"]')
  if (look.path === '/admin/booking' && walker.typed.of('booking') !== undefined && (await booked.count()) > 0) {
    const study = /\bs-[\w-]+/.exec((await booked.textContent()) ?? '')?.[0]
    const answers = walker.typed.of('booking-answers')
    const isOpen = look.dialog !== null || /not complete|of \d+ answered/.test((await booked.textContent()) ?? '')
    if (study !== undefined && answers !== undefined && isOpen) walker.typed.take(`safety:${study}`, answers)
    forgetBooking(here)
    world.unsettled.delete(walker.name)
  }
  const member = look.sheets.booking?.Member ?? ''
  const typed = walker.typed.of('booking')?.Member
  const isNamed = /[?&]memberID=/.test(page.url()) && page.url() !== before.url
  if (isNamed && member !== '' && typed !== member && look.sheets.booking !== undefined) {
    setAside(here)
    walker.typed.take('booking', { ...walker.typed.of('booking'), Member: member })
  }
}

/**
 * Returns whether the back office has a new study while the result of this walker's booking is unknown. If so, the
 * booking counts as made: its typed values are removed, and an empty form is not a fault.
 */
const resolveUnknownBooking = async (here: Here, known: ReadonlySet<string>): Promise<boolean> => {
  const { walker, world } = here
  if (!world.unsettled.has(walker.name) || !world.isOfficeUp) return false
  await world.refresh()
  if (!world.studyIDs().some((id) => !known.has(id))) return false
  world.unsettled.delete(walker.name)
  forgetBooking(here)
  return true
}

/** Runs random acts at one desk, later at two, and checks the window after each act. */
export const runRandomWalk = async (options: WalkOptions): Promise<Walk> => {
  const { seed, milliseconds, atrium, world, first, picture, say } = options
  let begun = performance.now()
  const actions: string[] = []
  const counts: Record<string, number> = {}
  const faults: { text: string; picture: string; after: number }[] = []
  const stumbles = new Map<string, { times: number; picture: string }>()
  const walkers: Walker[] = [first]
  const clocks = new Map<string, LoadingClock>()
  let unable = 0
  let failuresInARow = 0
  const fault = async (walker: Walker, text: string): Promise<void> => {
    const path = await picture(walker, `fault-${faults.length + 1}`)
    faults.push({ text, picture: path, after: actions.length })
    say(`FAULT after action ${actions.length}: ${text} (${path})`)
  }
  const countCompared = (): number => walkers.reduce((sum, { typed }) => sum + typed.compared(), 0)
  const isOver = (elapsed: number): boolean =>
    faults.length >= maxFaults ||
    (elapsed >= milliseconds && (countCompared() >= options.leastCompared || elapsed >= 6 * milliseconds))
  for (let step = 1; !isOver(performance.now() - begun); step += 1) {
    // Each step has its own random numbers, so that a step which draws more numbers does not change the later steps.
    const random = createSeededRandom(`${seed}-${step}`)
    const elapsed = performance.now() - begun
    if (walkers.length === 1 && elapsed > milliseconds / 4 && world.isOfficeUp) {
      walkers.push(await options.openSecond())
      // The time to start a program does not count towards the walk.
      begun = performance.now() - elapsed
    }
    const walker = random.chance(0.25) ? (walkers[1] ?? first) : first
    const others = walkers.filter((each) => each !== walker)
    const before = await lookAt(walker.page())
    const here: Here = { walker, others, page: walker.page(), look: before, random, world, atrium }
    const known = new Set(world.studyIDs())
    const note = (what: string): void => {
      const at = ((performance.now() - begun) / 1000).toFixed(1)
      const line = `#${step} ${at}s ${walker.name} ${before.path}${before.dialog === null ? '' : ` [${before.dialog}]`}: ${what}`
      actions.push(line)
      say(line)
    }
    const act = choose(here, random)
    try {
      note(`${act.name}: ${await act.run(here)}`)
      counts[act.name] = (counts[act.name] ?? 0) + 1
      failuresInARow = 0
    } catch (thrown) {
      const text = thrown instanceof Error ? thrown.message : String(thrown)
      const words = text.split('\n')[0] ?? ''
      if (thrown instanceof Broken) {
        note(`${act.name}: BROKEN`)
        await fault(walker, words)
        // From now on, the values on the form count as the typed ones, so that the same fault is not reported again.
        const [sheet = ''] = words.split(': ')
        const now = (await lookAt(walker.page())).sheets[sheet]
        if (now !== undefined) walker.typed.take(sheet, now)
      } else {
        unable += 1
        failuresInARow += 1
        note(`${act.name}: not done, ${words.slice(0, 160)}`)
        if (!(thrown instanceof CannotDo) && /Timeout/.test(text)) {
          const key = `"${act.name}" could not be done at ${before.path.replace(/\/s-[^/]+/, '/ID')}: ${blockedBy(text)}`
          const seen = stumbles.get(key)
          stumbles.set(key, {
            times: (seen?.times ?? 0) + 1,
            picture: seen?.picture ?? (await picture(walker, `stumble-${stumbles.size + 1}`)),
          })
        }
        if (failuresInARow >= 40) await fault(walker, 'dead end: forty acts in a row could not be done')
      }
    }
    const now: Here = { ...here, page: walker.page(), look: await lookAt(walker.page()) }
    await follow(now, before)
    const clock = clocks.get(walker.name) ?? new Map<string, number>()
    clocks.set(walker.name, clock)
    let found = await examine(now, clock)
    await follow({ ...now, look: found.look }, before)
    if (
      found.faults.some((text) => text.startsWith('lost input in booking')) &&
      (await resolveUnknownBooking(now, known))
    ) {
      found = await examine(now, clock)
    }
    for (const text of found.faults) await fault(walker, text)
    for (const { sheet } of walker.typed.findLost(found.look.sheets)) {
      const shown = found.look.sheets[sheet]
      if (shown !== undefined) walker.typed.take(sheet, shown)
    }
    for (const text of found.stumbles) {
      const seen = stumbles.get(text)
      const path = seen?.picture ?? (await picture(walker, `stumble-${stumbles.size + 1}`))
      stumbles.set(text, { times: (seen?.times ?? 0) + 1, picture: path })
    }
    if (step % 40 === 0 && world.isOfficeUp) {
      for (const pair of await world.refresh()) await fault(walker, `two studies in one slot: ${pair}`)
    }
    if (studyIDOf(found.look.path) !== '' && world.isOfficeUp && world.personOf(studyIDOf(found.look.path)) === null) {
      await world.refresh()
    }
  }
  if (!world.isOfficeUp) await atrium.startBackOffice()
  for (const pair of await world.refresh()) await fault(first, `two studies in one slot: ${pair}`)
  return { seed, actions, counts, faults, stumbles, compared: countCompared(), unable }
}

const blockedBy = (text: string): string =>
  /<[^>]+>.* intercepts pointer events/.exec(text)?.[0]?.slice(0, 160) ?? (text.split('\n')[0] ?? '').slice(0, 120)
