import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '../../builders/back-office.ts'
import { goodInputs } from '../../contract/back-office-bad-input.ts'
import { type FakeMailServer, startFakeMailServer } from '../../fakes/fake-mail-server.ts'

const names = (Object.keys(backOfficeRoutes) as RouteName[]).filter((name) => name !== 'signOut')

describe('records of another location', () => {
  let office: RunningBackOffice
  let mailServer: FakeMailServer
  beforeAll(async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    mailServer = await startFakeMailServer()
    office = await runBackOffice(sqlite, { reconciliation: true, smtpUrl: mailServer.url })
  })
  afterAll(async () => {
    await office.stop()
    await mailServer.close()
    expect(office.errors).toEqual([])
  })

  it('are refused through every route with a location: studies, locations, machines and calendars', {
    timeout: 60_000,
  }, async () => {
    const token = await office.signIn('oneLocation')
    const reached: string[] = []
    let tried = 0
    for (const name of names.filter((one) => backOfficeRoutes[one].access.location !== 'none')) {
      const elsewhere = JSON.parse(
        JSON.stringify(goodInputs[name]).replaceAll('s-home-1', 's-elsewhere-1').replaceAll('ca-bc-1', 'us-wa-2'),
      )
      tried += 1
      const answer = await office.call(name, elsewhere, { token, key: `idor-${name}` })
      if (answer.status !== 403 && answer.status !== 404)
        reached.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    expect(tried).toBeGreaterThan(12)
    expect(reached).toEqual([])
  })
})
