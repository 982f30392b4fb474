import { describe, expect, it } from 'vitest'
import { startApp } from '#test/builders/app.ts'
import { aStaffUser } from '#test/builders/records.ts'
import { createFakePlatform, createMemoryVault } from '#test/fakes/fake-platform.ts'
import { startScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'

describe('workstation', () => {
  it.each(['keychain', 'key-file'] as const)('reports that the key of its data is in the %s', async (kind) => {
    const server = await startScriptedBackOffice()
    server.on('POST /login', { status: 200, body: { token: 'token-1', user: aStaffUser() } })
    const platform = createFakePlatform({ vault: { ...createMemoryVault(), kind } })
    const app = await startApp({ backOfficeUrl: server.url, platform })
    try {
      await app.signIn()
      expect(await app.get('workstation', 'read', {})).toMatchObject({ keyStore: kind })
    } finally {
      await app.stop()
      await server.stop()
    }
  })
})
