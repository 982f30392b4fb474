import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backOfficeRoutes, type RouteName } from '#domain/contract/back-office.ts'
import {
  type AccountName,
  accounts,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
} from '../../builders/back-office.ts'
import { goodInputs } from '../../contract/back-office-bad-input.ts'
import { type FakeMailServer, startFakeMailServer } from '../../fakes/fake-mail-server.ts'

type Who = AccountName | 'nobody' | 'over'
const everybody: readonly Who[] = [...(Object.keys(accounts) as AccountName[]), 'nobody', 'over']
const names = (Object.keys(backOfficeRoutes) as RouteName[]).filter((name) => name !== 'signOut')

/** Calls without a session, written out from decisions §2, so that the table itself is under test. */
const openToAll: ReadonlySet<RouteName> = new Set([
  'health',
  'signIn',
  'createMember',
  'createHoldEvent',
  'renewHold',
  'deleteCalendarEvent',
  'readCalendar',
  'readBookingCatalogue',
])
/** Calls a member's own session may make. */
const openToMembers: ReadonlySet<RouteName> = new Set([
  'signOut',
  'readCurrentUser',
  'readStudy',
  'createBooking',
  'readSafetyQuestions',
  'saveSafetyQuestions',
  'readOnlineBookingPayments',
])

/** Who moves money, and who may do what finance alone does. Everyone on staff may look. */
const movesMoney: ReadonlySet<Who> = new Set(['frontdesk', 'sales', 'admin', 'oneLocation'])
const moneyCalls: ReadonlySet<RouteName> = new Set([
  'recordPayment',
  'recordWhitelabelPayment',
  'applyPromo',
  'applyReferral',
  'updateTransaction',
  'refundTransaction',
  'changePrice',
  'readGiftCard',
  'emailInvoice',
  'readTerminalToken',
  'createTerminalPayment',
  'readInteracRefund',
  'settlePaymentAttempt',
  'readCashUp',
  'countCashUp',
])
const financeCalls: ReadonlySet<RouteName> = new Set([
  'reconcile',
  'resolvePaymentAttempt',
  'signOffCashUp',
  'exportCashUp',
])

/** Who may sign red safety notices off, written out from the issue. */
const signsOff: ReadonlySet<Who> = new Set(['np', 'radiologist', 'admin'])
const signOffs: ReadonlySet<RouteName> = new Set(['signOffSafety', 'withdrawSafetySignOff'])

/** Who records whether a sedative was taken: those with the role frontdesk (booking spec §6). */
const frontDesk: ReadonlySet<Who> = new Set(['frontdesk', 'admin', 'oneLocation'])

const expected = (who: Who, name: RouteName): 'allowed' | 'signed-out' | 'insufficient-permissions' => {
  if (who === 'over' && name !== 'signIn' && name !== 'health') return 'signed-out'
  if (openToAll.has(name)) return 'allowed'
  if (who === 'nobody') return 'signed-out'
  if (signOffs.has(name)) return signsOff.has(who) ? 'allowed' : 'insufficient-permissions'
  if (name === 'setPrescriptionTaken') return frontDesk.has(who) ? 'allowed' : 'insufficient-permissions'
  if (moneyCalls.has(name)) return movesMoney.has(who) ? 'allowed' : 'insufficient-permissions'
  if (financeCalls.has(name)) return who === 'admin' ? 'allowed' : 'insufficient-permissions'
  return who !== 'member' || openToMembers.has(name) ? 'allowed' : 'insufficient-permissions'
}

/** Whoever may have a paper is told that there is no such study: drawing each for every role would take minutes. */
const inputOf = (name: RouteName): object =>
  'isPdf' in backOfficeRoutes[name] ? { params: { studyId: 's-nowhere' } } : goodInputs[name]

describe('who may make which call', () => {
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

  const tokenOf = async (who: Who): Promise<string | undefined> => {
    if (who === 'nobody') return undefined
    return who === 'over' ? 'A'.repeat(43) : office.signIn(who)
  }

  it('is as decisions §2 and the specs have it, for every role and every route', { timeout: 120_000 }, async () => {
    const surprises: string[] = []
    let cells = 0
    for (const who of everybody) {
      const token = await tokenOf(who)
      for (const name of names) {
        cells += 1
        const answer = await office.call(name, inputOf(name), { token, key: `${who}-${name}` })
        // Beyond the session a call may still be refused for what it asks; `signIn` refuses the made-up password.
        const isRefused = name !== 'signIn' && (answer.body.code === 'signed-out' || answer.status === 401)
        const got = isRefused
          ? 'signed-out'
          : answer.body.code === 'insufficient-permissions'
            ? answer.body.code
            : 'allowed'
        const wanted = expected(who, name)
        // A member may be refused further inside (somebody else's booking), never let further than wanted.
        if (got !== wanted && !(wanted === 'allowed' && got === 'insufficient-permissions' && isFiner(who, name))) {
          surprises.push(
            `${who} ${name}: ${got}, not ${wanted} (${answer.status} ${JSON.stringify(answer.body).slice(0, 120)})`,
          )
        }
        if (answer.status >= 500) surprises.push(`${who} ${name}: ${answer.status}`)
      }
    }
    console.log(`${cells} cells of role by route, ${surprises.length} not as expected`)
    expect(surprises).toEqual([])
    expect(cells).toBe(everybody.length * names.length)
  })

  it('lets nobody reach a study, location, machine or calendar elsewhere through any staff route', {
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

/** Calls that judge roles once more by what they are asked to do: an override, a sedative, booking for oneself, another's count, sending in another's name. */
const isFiner = (_who: Who, name: RouteName): boolean =>
  [
    'sendFax',
    'sendReportEmail',
    'createBooking',
    'createTemporaryHoldBooking',
    'changeAppointmentTime',
    'updateStudy',
    'countCashUp',
  ].includes(name)
