import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openWorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { startApp } from '#test/builders/app.ts'
import { createFakePlatform } from '#test/fakes/fake-platform.ts'

describe('an update on trial at the desk', () => {
  it.each([
    ['a call from its own page', true, 'installed'],
    ['only a call from a foreign page', false, 'failed'],
  ] as const)('is judged at the next start after %s', async (_, trusted, outcome) => {
    const platform = createFakePlatform({ version: '1.1.0' })
    const folder = join(platform.folders.data, 'workstation')
    const database = await openWorkstationDatabase({ folder, vault: platform.vault, log: () => {}, nowMs: () => 0 })
    const pending = { from: '1.0.0', version: '1.1.0', at: Math.floor(platform.nowMs() / 1000) - 1, notes: [] }
    database.journal.settings.write('update.pending', JSON.stringify(pending))
    database.close()
    const backOfficeUrl = 'http://127.0.0.1:1'
    const first = await startApp({ backOfficeUrl, platform })
    const call = { kind: 'call', id: 1, command: 'session.current', input: {} }
    await first.app.dispatcher.dispatch(call, { origin: trusted ? 'app://atrium' : 'null', trusted })
    await first.stop()
    const second = await startApp({ backOfficeUrl, platform })
    expect((await second.get('update', 'read', {})).history).toMatchObject([{ version: '1.1.0', outcome }])
    await second.stop()
  })
})
