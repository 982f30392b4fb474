import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '#contract/reply.ts'
import { provenAfterMs } from '#domain/update/update-health.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { BackOfficeClient } from '#main/back-office-client/back-office-client.ts'
import type { StaffCalls } from '#main/back-office-client/staff-calls.ts'
import { createUpdatePart } from '#main/update/update-part.ts'
import { createFakePlatform, type FakePlatform } from '#test/fakes/fake-platform.ts'
import { createMemorySettings } from '#test/fakes/memory-settings.ts'

const installedMs = 1_800_000_000_000

describe('the first minutes of an installed update', () => {
  let stored: Map<string, string>
  let platform: FakePlatform
  let reports: string[]
  let stop: () => void

  beforeEach(() => {
    vi.useFakeTimers()
    platform = createFakePlatform({ from: toInstant(installedMs), version: '1.1.0' })
    reports = []
    stop = () => {}
    const update = { from: '1.0.0', version: '1.1.0', at: installedMs / 1000, notes: [] }
    stored = new Map([['update.pending', JSON.stringify(update)]])
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })

  const pass = async (ms: number): Promise<void> => {
    platform.pass(ms)
    await vi.advanceTimersByTimeAsync(ms)
  }
  /** Ends the previous start of the program, if any, and starts the program again. */
  const start = async (version = '1.1.0') => {
    stop()
    const part = createUpdatePart({
      platform: { ...platform, version },
      settings: createMemorySettings(stored),
      ...{ policy: {}, isDemo: false, workstationID: 'w-1', calls: {} as StaffCalls },
      publish: () => {},
      client: {
        call: async (_: string, { body }: { body: { version: string; outcome: string; code: string } }) => {
          reports.push(`${body.version} ${body.outcome} ${body.code}`.trim())
          return ok({})
        },
      } as unknown as BackOfficeClient,
      serverVersion: () => '9.0.0',
      isReadableBy: () => true,
      desk: {
        payments: { hasOpen: () => false },
        booking: { hasHold: () => false },
        queue: { isSending: () => false },
        session: { gate: () => 'signed-out' },
        drafts: { newestFormAt: () => null },
      },
    })
    stop = part.stop
    await part.start()
    return part
  }
  const crash = () => platform.crashes.record({ where: 'window', kind: 'process-gone', reason: 'crashed', exitCode: 1 })

  it('end in the report `installed` after five minutes of a working window, and not before', async () => {
    const part = await start()
    await pass(provenAfterMs)
    part.noteCall('session.current')
    await pass(provenAfterMs - 1)
    expect(reports).toEqual([])
    await pass(1)
    expect(reports).toEqual(['1.1.0 installed'])
    await start()
    expect(reports).toHaveLength(1)
  })

  it('begin again if the program starts again before they have passed', async () => {
    const first = await start()
    first.noteCall('session.current')
    await pass(provenAfterMs - 1)
    const second = await start()
    await pass(provenAfterMs)
    expect(reports).toEqual([])
    second.noteCall('session.current')
    await pass(provenAfterMs)
    expect(reports).toEqual(['1.1.0 installed'])
  })

  it('end in one failure at the next start after a crash of the window', async () => {
    const part = await start()
    part.noteCall('session.current')
    crash()
    await pass(2 * provenAfterMs)
    expect(reports).toEqual([])
    const again = await start()
    again.noteCall('session.current')
    await pass(provenAfterMs)
    await start()
    expect(reports).toEqual(['1.1.0 failed window-gone'])
    expect(platform.lines).toContainEqual({
      level: 'warning',
      code: 'update.unhealthy',
      data: { version: '1.1.0', code: 'window-gone' },
    })
  })

  it('end in a failure at the first start that can report, if main crashed in the starts before it', async () => {
    platform.crashes.record({ where: 'main', kind: 'uncaught-exception', thrown: new Error('no') })
    await start()
    expect(reports).toEqual(['1.1.0 failed crashed'])
  })

  it.each([[[]], [['support.reportWindowError']]])(
    'end in a failure after a start with the calls %j',
    async (calls) => {
      const part = await start()
      for (const command of calls) part.noteCall(command)
      await pass(provenAfterMs)
      expect(reports).toEqual([])
      await start()
      await start()
      expect(reports).toEqual(['1.1.0 failed window-blank'])
    },
  )

  it('end early in the report `installed` when the next version replaces one whose window worked', async () => {
    const part = await start()
    part.noteCall('session.current')
    const update = { from: '1.1.0', version: '1.2.0', at: installedMs / 1000 + 60, notes: [] }
    stored.set('update.pending', JSON.stringify(update))
    await start('1.2.0')
    expect(reports).toEqual(['1.1.0 installed'])
  })
})
