import { expect, it } from 'vitest'
import { ok } from '#contract/reply.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { BackOfficeClient } from '#main/back-office-client/back-office-client.ts'
import { createConnectivityService } from '#main/back-office-client/connectivity-service.ts'
import { aHealth } from '#test/fakes/scripted-back-office.ts'

it('continues to watch the back office when the support line cannot be stored', async () => {
  const health = aHealth({ supportPhone: '1-800-555-0142' })
  const supportLine = {
    read: () => null,
    write: () => {
      throw new RangeError('the disk is full')
    },
  }
  const lines: string[] = []
  const service = createConnectivityService({
    client: { call: async () => ok(health) } as unknown as BackOfficeClient,
    supportLine,
    publish: () => {},
    log: (_level, code) => lines.push(code),
    now: () => toInstant(0),
    isBackOfficeStarting: () => false,
  })
  const reply = await service.retry({})
  expect(reply).toMatchObject({ ok: true, value: { state: 'online', supportPhone: '1-800-555-0142' } })
  expect(lines).toEqual(['connectivity.support-line-not-kept'])
  service.watch.stop()
})
