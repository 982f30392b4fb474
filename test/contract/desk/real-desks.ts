import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { startDemoBackOffice } from '#test/builders/demo-back-office.ts'
import { startFakeIppServer } from '#test/fakes/ipp-server.ts'
import { checkRecords } from './answer-records.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'

/** The real services of two workstations over one back office with demo data, all in this process. */
const startRealDesks = async (): Promise<DesksUnderTest & { closeOpened(): Promise<void> }> => {
  let passedMs = 0
  const nowMs = (): number => Date.now() + passedMs
  // A fake print service, so that the printers do not depend on the computer that runs the tests.
  const printServer = await startFakeIppServer({
    printers: [{ name: 'front-desk', info: 'Front desk' }],
    onlyKnown: true,
    default: 'front-desk',
  })
  const computersServer = process.env.CUPS_SERVER
  process.env.CUPS_SERVER = `127.0.0.1:${printServer.port}`
  const backOffice = await startDemoBackOffice({ now: nowMs })
  const apps: AppUnderTest[] = []
  const stateOf = async (app: AppUnderTest) => (await app.get('connectivity', 'read', {})).state
  const open = async (): Promise<{ app: AppUnderTest; desk: Desk }> => {
    const app = await startApp({ backOfficeUrl: backOffice.url })
    app.platform.pass(passedMs)
    apps.push(app)
    await app.until('it is online', async () => (await stateOf(app)) === 'online')
    const desk: Desk = {
      ...app,
      ask: async (subject, method, input) =>
        checkRecords(`${subject}.${method}`, await app.ask(subject, method, input)),
      get: async (subject, method, input) =>
        checkRecords(`${subject}.${method}`, await app.get(subject, method, input)),
      signIn: (who) => app.signIn(`${who}@demo.atrium`),
    }
    return { app, desk }
  }
  const first = await open()
  const second = await open()
  return {
    desk: first.desk,
    otherDesk: second.desk,
    openDesk: async () => (await open()).desk,
    // Every open workstation polls the back office, so workstations of a finished suite would slow down the next suite.
    closeOpened: async () => {
      for (const app of apps.splice(2)) await app.stop()
    },
    setLine: async (isUp) => {
      await (isUp ? backOffice.start() : backOffice.stop())
      const state = isUp ? 'online' : 'offline'
      for (const app of apps) {
        await app.until(`it is ${state}`, async () => (await stateOf(app)) === state)
      }
    },
    publishReport: backOffice.publishReport,
    receiveResult: backOffice.receiveResult,
    refuseResult: backOffice.refuseResult,
    share: backOffice.share,
    releaseTemporaryHold: backOffice.releaseTemporaryHold,
    failMessage: backOffice.failMessage,
    sellGiftCard: backOffice.sellGiftCard,
    endFax: async (desk, jobID, state) => {
      await desk.until(`the fax is ${state}`, async () => {
        const { jobs } = await desk.get('jobs', 'list', {})
        return jobs.some((job) => job.jobID === jobID && job.state === state)
      })
    },
    reportUpdate: backOffice.reportUpdate,
    // The simulated reader presents a card automatically.
    presentCard: async () => {},
    nowMs,
    pass: (minutes) => {
      passedMs += minutes * 60_000
      for (const app of apps) app.platform.pass(minutes * 60_000)
    },
    stop: async () => {
      for (const app of apps) await app.stop()
      await backOffice.stop()
      await printServer.close()
      if (computersServer === undefined) delete process.env.CUPS_SERVER
      else process.env.CUPS_SERVER = computersServer
    },
  }
}

/**
 * One back office and two workstations for all suites of a test file. Each suite makes its own members and bookings,
 * and its `stop` closes only the workstations that it opened; the file calls the returned `stop` at its end.
 */
export const shareRealDesks = (): { readonly start: StartDesks; readonly stop: () => Promise<void> } => {
  let started: ReturnType<typeof startRealDesks> | undefined
  return {
    start: async () => {
      started ??= startRealDesks()
      const desks = await started
      return { ...desks, stop: desks.closeOpened }
    },
    stop: async () => await (await started)?.stop(),
  }
}
