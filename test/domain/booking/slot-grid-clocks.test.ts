import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { someOf } from '#test/fixtures/deep.ts'

type Answer = {
  readonly compared: number
  readonly slots: number
  readonly differences: readonly string[]
  readonly last: string
}

const script = fileURLToPath(new URL('../../fixtures/time/grid-under-host-zone.ts', import.meta.url))

const answerUnder = async (hostZone: string): Promise<Answer> => {
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { ...process.env, TZ: hostZone } })
  return JSON.parse(stdout)
}

describe('slot grid, end times and manual times of the 27 locations on clock-change days', () => {
  it('match the oracle when the host is in UTC, Vancouver or (in a deep run) Kolkata', async () => {
    const utc = await answerUnder('UTC')
    expect(utc.differences).toEqual([])
    expect(utc.slots).toBeGreaterThan(15_000)
    expect(utc.compared).toBeGreaterThan(utc.slots)
    for (const hostZone of someOf(['America/Vancouver', 'Asia/Kolkata'], 2))
      expect(await answerUnder(hostZone)).toEqual(utc)
  }, 180_000)
})
