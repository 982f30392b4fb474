import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import type { Environment } from '#domain/settings/environment.ts'
import {
  createScriptedCarrier,
  createScriptedWorkshop,
  openReleaseDesk,
  type ReleaseDesk,
} from '../back-office/release/release-desk.ts'
import { type AccountName, type Answer, clinic, findEngines } from '../builders/back-office.ts'
import { type FakeMailServer, startFakeMailServer } from '../fakes/fake-mail-server.ts'
import { isDeep } from '../fixtures/deep.ts'
import { goodInputs } from './back-office-bad-input.ts'
import { actsOf, type OpenAct } from './permission-acts.ts'
import {
  actTable,
  type Cell,
  type Column,
  columns,
  productionActTable,
  productionRouteTable,
  routeTable,
  type Table,
} from './permission-table.ts'

const accountOf: { readonly [Name in Exclude<Column, 'none' | 'over'>]: AccountName } = {
  own: 'member',
  other: 'member',
  frontdesk: 'frontdesk',
  admin: 'admin',
  sales: 'sales',
  hi: 'hi',
  reportQC: 'reportQC',
  np: 'np',
  radiologist: 'radiologist',
  qa: 'qa',
  dev: 'dev',
  finance: 'finance',
  elsewhere: 'oneLocation',
}
const isForeign = (column: Column): boolean => column === 'elsewhere' || column === 'other'

/** The records of the other location: a member with a study, and their records in the CRM. */
const foreign = { person: '003AAA000000000002', opportunity: '006AAA000000000002' }
const toForeign: readonly (readonly [string, string])[] = [
  [clinic.homeStudy, clinic.elsewhereStudy],
  [clinic.home, clinic.elsewhere],
  [clinic.member, clinic.otherMember],
  [clinic.person, foreign.person],
  [clinic.opportunity, foreign.opportunity],
]

const cellOf = (name: RouteName | string, { status, body }: Answer): Cell | string => {
  const code: unknown = body?.code ?? body?.errors?.[0]?.extensions?.code
  if (code === 'signed-out') return 'o'
  if (code === 'insufficient-permissions') return '-'
  if (code === 'location-forbidden') return 'L'
  if (status >= 500 && status !== 503) return String(status)
  return status === 401 && name !== 'signIn' ? '401' : '+'
}

const environments: readonly Environment[] = ['TEST', 'PRODUCTION']

/**
 * Returns all items in a deep run, otherwise every second one. An odd `place` shifts the choice by one, so that each
 * act and each role has cells in every run.
 */
const everySecond = <Item>(all: readonly Item[], place: number): readonly Item[] =>
  isDeep ? all : all.filter((_, index) => (index + place) % 2 === 0)

/**
 * Whether a route draws a paper and is not restricted in production. Drawing a paper for every role would take minutes,
 * so these routes are called with an unknown study.
 */
const isDrawn = (name: RouteName): boolean => 'isPdf' in backOfficeRoutes[name] && !productionRouteTable.has(name)

const inputOf = (name: RouteName, column: Column, userID: string): object => {
  if (isDrawn(name) && column !== 'elsewhere') return { params: { studyId: 's-nowhere' } }
  let text = JSON.stringify(goodInputs[name])
  if (isForeign(column)) for (const [home, away] of toForeign) text = text.replaceAll(home, away)
  const input = JSON.parse(text)
  // Some inputs contain a user ID, which must be the caller's.
  if (name === 'countCashUp') input.body.userID = userID
  if (input.body?.loggedinUser !== undefined) input.body.loggedinUser.user_id = userID
  return input
}

const [sqlite] = await findEngines()
if (sqlite === undefined) throw new Error('SQLite is always there')

describe.each(environments)('the permission matrix in %s', (environment) => {
  let desk: ReleaseDesk
  let mail: FakeMailServer
  beforeAll(async () => {
    mail = await startFakeMailServer()
    desk = await openReleaseDesk(sqlite, {
      environment,
      reconciliation: true,
      smtpUrl: mail.url,
      fax: createScriptedCarrier(),
      pdf: createScriptedWorkshop(),
    })
    const { db } = desk.office
    const person = await db.selectFrom('crm_person').selectAll().executeTakeFirstOrThrow()
    const opportunity = await db.selectFrom('crm_opportunity').selectAll().executeTakeFirstOrThrow()
    await db
      .insertInto('crm_person')
      .values({
        person_id: foreign.person,
        atrium_id: clinic.otherMember,
        document: JSON.stringify({
          ...JSON.parse(person.document),
          personID: foreign.person,
          atriumID: clinic.otherMember,
        }),
      })
      .execute()
    await db
      .insertInto('crm_opportunity')
      .values({
        opportunity_id: foreign.opportunity,
        person_id: foreign.person,
        study_id: clinic.elsewhereStudy,
        document: JSON.stringify({
          ...JSON.parse(opportunity.document),
          opportunityID: foreign.opportunity,
          personID: foreign.person,
          Study_ID__c: clinic.elsewhereStudy,
        }),
      })
      .execute()
  })
  afterAll(async () => {
    await desk.office.stop()
    await mail.close()
    expect(desk.office.errors).toEqual([])
  })

  const tokenOf = async (column: Column): Promise<string | undefined> => {
    if (column === 'none') return undefined
    // Each test has its own session, because the last route ends it.
    return column === 'over' ? 'A'.repeat(43) : desk.office.signInAgain(accountOf[column])
  }
  const userIDOf = (column: Column): string =>
    column === 'none' || column === 'over' ? 'u-nobody' : `u-${accountOf[column].toLowerCase()}`
  const expected = (name: string, column: Column, table: Table, reserved: Table): Cell | undefined =>
    (environment === 'PRODUCTION' ? reserved.get(name)?.get(column) : undefined) ?? table.get(name)?.get(column)

  it('has a row for every route of the server, and no other row', () => {
    expect([...routeTable.keys()].sort()).toEqual(Object.keys(backOfficeRoutes).sort())
  })

  /** In production most rows are the same, so a normal run checks only the different ones. */
  const rowsOf = (table: Table, reserved: Table): readonly string[] =>
    environment === 'PRODUCTION' && !isDeep ? [...reserved.keys()] : [...table.keys()]

  it('lists exactly the roles that can call each route', { timeout: 240_000 }, async () => {
    const unexpected: string[] = []
    let cells = 0
    for (const column of columns) {
      const token = await tokenOf(column)
      for (const name of rowsOf(routeTable, productionRouteTable) as readonly RouteName[]) {
        const key = `${column}-${name}`.toLowerCase()
        const answer = await desk.office.call(name, inputOf(name, column, userIDOf(column)), { token, key })
        const wanted = expected(name, column, routeTable, productionRouteTable)
        const got = cellOf(name, answer)
        cells += 1
        const isSame = wanted === '?' ? answer.status === 404 : got === wanted
        if (!isSame) unexpected.push(`${name} ${column}: ${got}, not ${wanted} (${describeAnswer(answer)})`)
      }
    }
    console.log(`${environment}: ${cells} calls of roles on routes, ${unexpected.length} not as expected`)
    expect(unexpected).toEqual([])
  })

  it('lists exactly the roles that can perform each act on a study with a report', { timeout: 240_000 }, async () => {
    const acts = await actsOf(desk)
    expect(Object.keys(acts).sort()).toEqual([...actTable.keys()].sort())
    const sessions = new Map<Column, string | undefined>()
    for (const column of columns) sessions.set(column, await tokenOf(column))
    const unexpected: string[] = []
    let cells = 0
    const rows = rowsOf(actTable, productionActTable)
    for (const [name, open] of Object.entries(acts) as [string, OpenAct][]) {
      if (!rows.includes(name)) continue
      for (const column of everySecond(columns, rows.indexOf(name))) {
        const token = sessions.get(column)
        const act = await open({ isForeign: isForeign(column), userID: userIDOf(column) })
        const answer = await act(token)
        const wanted = expected(name, column, actTable, productionActTable)
        const got = cellOf(name, answer)
        cells += 1
        // A permitted act succeeds. In production it can also fail, because no report was delivered and no image
        // archive exists.
        const isDone = answer.status === 200 || (environment === 'PRODUCTION' && [409, 503].includes(answer.status))
        const isSame =
          wanted === '?' ? isNotFound(answer) : got === wanted && (wanted !== '+' || isDone || isOpenEnded(name))
        if (!isSame) unexpected.push(`${name} ${column}: ${got}, not ${wanted} (${describeAnswer(answer)})`)
      }
    }
    console.log(`${environment}: ${cells} acts of roles, ${unexpected.length} not as expected`)
    expect(unexpected).toEqual([])
  })
})

/**
 * Acts that can fail in this test even with permission: the consult's event does not exist, and every booking asks for
 * the same time.
 */
const isOpenEnded = (name: string): boolean =>
  ['schedule a preferred consult', 'choose a sedative at booking', 'book over another appointment'].includes(name)

const isNotFound = ({ status, body }: Answer): boolean =>
  status === 404 || body?.errors?.[0]?.extensions?.code === 'not-found'

const describeAnswer = ({ status, body }: Answer): string => `${status} ${JSON.stringify(body)}`.slice(0, 140)
