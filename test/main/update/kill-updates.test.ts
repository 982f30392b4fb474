import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorkstationJournal } from '#main/journal/workstation-journal.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { type FeedWorld, openFeedWorld } from './feed-world.ts'

const keyHex = '5e'.repeat(32)
/** The new program, large enough for kills in the middle of its download and its copy. */
const programOf = (version: string): string => `program ${version}\n${'x'.repeat(4_000_000)}`

describe('kill -9 during an update', () => {
  let world: FeedWorld
  let folder: string
  let child: Child | undefined
  beforeEach(async () => {
    world = await openFeedWorld()
    folder = mkdtempSync(join(tmpdir(), 'atrium-kill-update-'))
    writeFileSync(join(folder, 'root.json'), world.parts.ownRoot)
  })
  afterEach(async () => {
    await child?.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
    await world.close()
  })
  const start = (): Child => {
    child = startNode([
      join(import.meta.dirname, 'update-process.ts'),
      folder,
      world.feedUrl,
      join(folder, 'root.json'),
      keyHex,
    ])
    return child
  }
  const program = (): string => readFileSync(join(folder, 'program'), 'utf8')

  it('leaves the old program or the new one, and a sound journal; the next start finishes', {
    timeout: 600_000,
  }, async () => {
    const kills = isDeep ? 500 : 8
    const old = programOf('1.0.0')
    const next = programOf('1.5.0')
    world.publish('1.5.0', {}, next)
    // The time that a start needs until its end gives the range of the random moments.
    writeFileSync(join(folder, 'program'), old)
    const began = performance.now()
    expect(await start().ended()).toBe(0)
    const wholeMs = performance.now() - began
    expect(program()).toBe(next)
    const found = { old: 0, new: 0 }
    let seed = 20_261_127
    for (let kill = 0; kill < kills; kill += 1) {
      rmSync(join(folder, 'downloads'), { recursive: true, force: true })
      // Half of the kills begin with the trusted metadata of the kill before.
      if (kill % 2 === 0) rmSync(join(folder, 'trusted'), { recursive: true, force: true })
      writeFileSync(join(folder, 'program'), old)
      const running = start()
      await running.waitFor(/^started /m)
      seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
      await sleep((seed / 2 ** 32) * wholeMs * 0.6)
      await running.end('SIGKILL')
      const left = program()
      expect([old, next].indexOf(left), `${left.length} bytes: ${left.slice(0, 30)}`).toBeGreaterThanOrEqual(0)
      found[left === old ? 'old' : 'new'] += 1
      const journal = openWorkstationJournal(join(folder, 'journal.db'), keyHex, '1.0.0')
      expect(journal.settings.read('workstation-id')).toBe(null)
      // Two kills in the middle of an installation count as two failures, after which a version is not tried again.
      journal.settings.forget('update.history')
      journal.settings.forget('update.pending')
      journal.close()
      // The next start continues the download where it was, and ends on the new version.
      const again = start()
      expect(await again.ended()).toBe(0)
      expect(program()).toBe(next)
    }
    console.log(
      `${kills} kills: ${found.old} left the old program, ${found.new} the new one; every next start ended on the new one`,
    )
    expect(found.old + found.new).toBe(kills)
  })
})
