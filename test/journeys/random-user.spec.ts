import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { browserOnly } from '#scripts/browser-only.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { signIn } from './desk.ts'
import { type Desk, expect, test } from './fixtures.ts'
import { enterOffice } from './office.ts'
import type { Walker } from './random-user/acting.ts'
import { runRandomWalk } from './random-user/random-walk.ts'
import { createTypedInputs } from './random-user/typed-inputs.ts'
import { watchContext } from './random-user/watch-window.ts'
import { createWorld } from './random-user/world.ts'

const minutes = Number(process.env.ATRIUM_RANDOM_USER_MINUTES ?? (isDeep ? '2' : '0.25'))
/** The number that the walk must exceed, both in actions done and in typed values compared. */
const least = minutes * 12
const seed = process.env.ATRIUM_RANDOM_USER_SEED ?? new Date().toISOString().slice(0, 10)

const makeWalker = (desk: Desk, name: string, account: string): Walker => ({
  name,
  account,
  isFirst: name === 'desk 1',
  typed: createTypedInputs(),
  watch: watchContext(desk.page.context()),
  page: () => desk.page,
  load: desk.load,
})

// Browser shell only: the checks concern screens, which are the same in both shells.
test(
  'a random user loses no input, and finds no error and no dead end',
  { tag: browserOnly },
  async ({ atrium }, testInfo) => {
    test.setTimeout(minutes * 60_000 + 240_000)
    console.log(`random user: ATRIUM_RANDOM_USER_SEED=${seed} ATRIUM_RANDOM_USER_MINUTES=${minutes}`)
    const folder = process.env.ATRIUM_RANDOM_USER_PICTURES ?? testInfo.outputPath('random-user')
    mkdirSync(folder, { recursive: true })
    const first = makeWalker(atrium, 'desk 1', 'frontdesk')
    const office = await enterOffice(atrium.backOfficeUrl, 'admin')
    const world = await createWorld(office, [
      { locationID: 'ca-bc-1', name: 'Vancouver' },
      { locationID: 'ca-on-1', name: 'Toronto' },
    ])
    await signIn(atrium.page, first.account)
    const walk = await runRandomWalk({
      seed,
      milliseconds: minutes * 60_000,
      leastCompared: least + 1,
      atrium,
      world,
      first,
      openSecond: async () => {
        const second = makeWalker(await atrium.openSecondDesk(), 'desk 2', 'admin')
        await signIn(second.page(), second.account)
        return second
      },
      picture: async (walker, name) => {
        const path = join(folder, `${name}.png`)
        await walker
          .page()
          .screenshot({ path, timeout: 10_000 })
          .catch(() => null)
        return path
      },
      say: (line) => {
        if (process.env.ATRIUM_RANDOM_USER_TALKS !== undefined) console.log(line)
      },
    })
    const counts = Object.entries(walk.counts).sort(([, a], [, b]) => b - a)
    console.log(
      `random user, seed ${seed}: ${walk.actions.length} actions (${walk.unable} could not be done), ${walk.compared} typed values compared, expected console lines ${first.watch.expected()}, ${walk.faults.length} faults, ${walk.stumbles.size} stumbles`,
    )
    console.log(counts.map(([name, times]) => `${name} ${times}`).join(', '))
    for (const [text, { times, picture }] of walk.stumbles) console.log(`stumble, ${times} times: ${text} (${picture})`)
    const errors = atrium
      .programLogs()
      .split('\n')
      .filter((line) => /"level":"error"|\bunexpected\b/.test(line))
    if (walk.faults.length > 0) {
      console.log(`the last 40 actions, replayed by ATRIUM_RANDOM_USER_SEED=${seed}:`)
      for (const line of walk.actions.slice(-40)) console.log(line)
    }
    // A walk with too few actions would prove nothing.
    expect.soft(walk.actions.length - walk.unable, 'actions that were done').toBeGreaterThan(least)
    expect.soft(walk.compared, 'typed values compared').toBeGreaterThan(least)
    expect.soft(errors, 'errors in the logs of workstation and back office').toEqual([])
    expect(walk.faults.map(({ text, picture, after }) => `after action ${after}: ${text} (${picture})`)).toEqual([])
  },
)
