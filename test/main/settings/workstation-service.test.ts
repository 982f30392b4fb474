import { describe, expect, it } from 'vitest'
import { startApp } from '#test/builders/app.ts'
import { aStaffUser } from '#test/builders/records.ts'
import { createFakePlatform, createMemoryVault } from '#test/fakes/fake-platform.ts'
import { startScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'

describe('workstation', () => {
  it.each([
    ['keychain', { values: { lockMinutes: 3, reportPrinter: 'front-desk' }, problem: null }],
    ['key-file', { values: {}, problem: 'unreadable' }],
    ['key-file', { values: {}, problem: 'writable' }],
  ] as const)('reports that the key of its data is in the %s, and what the policy %o sets', async (kind, policy) => {
    const server = await startScriptedBackOffice()
    server.on('POST /login', { status: 200, body: { token: 'token-1', user: aStaffUser() } })
    const platform = createFakePlatform({ vault: { ...createMemoryVault(), kind } })
    const app = await startApp({ backOfficeUrl: server.url, platform, policy })
    try {
      expect(await app.get('connectivity', 'read', {})).toMatchObject({ policyProblem: policy.problem })
      await app.signIn()
      expect(await app.get('workstation', 'read', {})).toMatchObject({
        keyStore: kind,
        managed: Object.keys(policy.values),
      })
    } finally {
      await app.stop()
      await server.stop()
    }
  })
})
