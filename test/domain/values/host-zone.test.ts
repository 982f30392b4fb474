import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isDeep, someOf } from '../../fixtures/deep.ts'
import { CHANGE_DAYS, CLINIC_ZONES } from '../../fixtures/time/zone-facts.ts'

type Answers = {
  readonly hostOffsetsInMinutes: readonly [number, number]
  readonly compared: number
  readonly differences: readonly string[]
  readonly shown: readonly string[]
  readonly table: Readonly<Record<string, string>>
}

const script = fileURLToPath(new URL('../../fixtures/time/answers-under-host-zone.ts', import.meta.url))

async function answersUnder(hostZone: string): Promise<Answers> {
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { ...process.env, TZ: hostZone } })
  return JSON.parse(stdout)
}

describe('the location clock under another host zone', () => {
  it('gives the same result as the oracle when the host is in UTC, Vancouver or (in a deep run) Kolkata', async () => {
    const utc = await answersUnder('UTC')
    expect(utc.hostOffsetsInMinutes).toEqual([0, 0])
    expect(utc.differences).toEqual([])
    expect(utc.compared).toBeGreaterThan(someOf(Object.keys(CLINIC_ZONES), 2).length * CHANGE_DAYS.length * 2 * 1400)
    expect(utc.shown).toContain('15 Dec 2026 12:00pm PDT')

    const vancouver = await answersUnder('America/Vancouver')
    expect(vancouver.hostOffsetsInMinutes).toEqual([480, 420])
    expect({ ...vancouver, hostOffsetsInMinutes: utc.hostOffsetsInMinutes }).toEqual(utc)
    if (!isDeep) return
    const kolkata = await answersUnder('Asia/Kolkata')
    expect(kolkata.hostOffsetsInMinutes).toEqual([-330, -330])
    expect({ ...kolkata, hostOffsetsInMinutes: utc.hostOffsetsInMinutes }).toEqual(utc)
  }, 120_000)
})
