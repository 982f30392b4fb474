import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ProgramRelease, programReleaseSchema } from '#domain/update/program-release.ts'
import { answered, type PaymentsDesk, refused, startPaymentsDesk } from '../payments/payments-desk.ts'

const path = '/api/v1/updates/releases'
const release: ProgramRelease = programReleaseSchema.parse({
  ...{ version: '1.4.0', ring: 1, state: 'rolling', haltedBy: null, since: '2026-11-24T17:40:00Z' },
  ...{ told: 3, installed: 2, failed: 0, silent: 0, waiting: 1, lockVersion: 4 },
})

describe('the service of releases of the program', { timeout: 60_000 }, () => {
  let desk: PaymentsDesk
  beforeEach(async () => {
    desk = await startPaymentsDesk({ roles: ['admin'] })
  })
  afterEach(async () => await desk.stop())

  it('lists releases, and reports that it is offline', async () => {
    desk.server.on(`GET ${path}`, answered([release]))
    expect(await desk.app.get('programReleases', 'list', {})).toEqual([release])
    await desk.goOffline()
    expect(await desk.app.ask('programReleases', 'list', {})).toMatchObject({ failure: { code: 'offline' } })
  })

  it('sends an act with the version that was read, and returns a refusal with the current release', async () => {
    const input = { version: '1.4.0', act: 'halt', lockVersion: 3 } as const
    desk.server.on(`POST ${path}/1.4.0`, refused(409, 'stale', 'Changed.', { current: release }))
    expect(await desk.app.ask('programReleases', 'steer', input)).toMatchObject({
      failure: { code: 'stale', details: { current: release } },
    })
    expect(desk.bodiesOf(`${path}/1.4.0`)).toEqual([{ act: 'halt', lockVersion: 3 }])
  })

  it('reports the outcome of an act as unknown when the answer was lost', async () => {
    desk.server.on(`POST ${path}/1.4.0`, 'drop')
    const input = { version: '1.4.0', act: 'widen', lockVersion: 4 } as const
    expect(await desk.app.ask('programReleases', 'steer', input)).toMatchObject({
      failure: { code: 'outcome-unknown' },
    })
  })
})
