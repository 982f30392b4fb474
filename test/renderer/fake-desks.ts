import { randomUUID } from 'node:crypto'
import { fail } from '#contract/reply.ts'
import type { SessionState } from '#contract/session/bridge.ts'
import { processResultError } from '#domain/payments/payment-messages.ts'
import { toInstant } from '#domain/values/instant.ts'
import { waitUntil } from '#test/builders/app.ts'
import { checkRecords } from '#test/contract/desk/answer-records.ts'
import type { Desk, DesksUnderTest } from '#test/contract/desk/desk-under-test.ts'
import { createFakeBridge } from './fake-bridge.ts'
import { fakePassword } from './fake-clinic.ts'

type Methods = Readonly<Record<string, Readonly<Record<string, (input: unknown) => Promise<never>>> | undefined>>

/** Starts two desks over one fake bridge, which has one session: each desk sets its own session before a call. */
export const startFakeDesks = async (): Promise<DesksUnderTest> => {
  let passedMs = 0
  const nowMs = (): number => Date.now() + passedMs
  const { bridge, controls } = createFakeBridge({ now: nowMs })
  const events: { name: string; payload: unknown }[] = []
  const listen = (name: Parameters<typeof bridge.on>[0]): void =>
    void bridge.on(name, (payload: unknown) => void events.push({ name, payload }))
  for (const name of [
    'booking.studyChanged',
    'booking.calendarChanged',
    'booking.settled',
    'payments.changed',
  ] as const) {
    listen(name)
  }
  for (const name of ['payments.attemptChanged', 'members.changed', 'study.waitingChanged', 'jobs.changed'] as const) {
    listen(name)
  }

  const open = (): Desk => {
    let session: SessionState = { kind: 'signed-out' }
    let endedBefore = 0
    const endedNow = () => (session.kind === 'signed-out' ? 0 : controls.accounts.endedSessions(session.user.user_id))
    const ask = async (subject: string, method: string, input: unknown): Promise<never> => {
      // Another desk may have ended the sessions of this desk's user since the last call.
      if (endedNow() > endedBefore) session = { kind: 'signed-out' }
      controls.setSession(session)
      const run = (bridge as unknown as Methods)[subject]?.[method]
      const reply = run === undefined ? fail('unknown-command', `${subject}.${method}`) : await run(input)
      const current = await bridge.session.current({})
      if (current.ok) session = current.value
      endedBefore = endedNow()
      return checkRecords(`${subject}.${method}`, reply as never)
    }
    const get = async (subject: string, method: string, input: unknown): Promise<never> => {
      const reply = (await ask(subject, method, input)) as { ok: boolean; value?: unknown; failure?: unknown }
      if (!reply.ok) throw new Error(`${subject}.${method}: ${JSON.stringify(reply.failure)}`)
      return reply.value as never
    }
    return {
      ask,
      get,
      eventsOf: (name) => events.filter((event) => event.name === name).map(({ payload }) => payload) as never,
      until: waitUntil,
      signIn: async (who) => {
        await get('session', 'signIn', { email: `${who}@demo.atrium`, password: fakePassword })
      },
    }
  }
  return {
    desk: open(),
    otherDesk: open(),
    openDesk: async () => open(),
    setLine: async (isUp) => {
      controls.setConnectivity({ state: isUp ? 'online' : 'offline' })
      if (isUp) await controls.payments.sendProvisional()
    },
    publishReport: async (studyID) => {
      controls.study.setFlags(studyID, { checkin: true, scanned: true, read: true, published: true })
      controls.study.setDetails(studyID, { readingPublished: [{ reportType: 'structured', version: 1 }] })
    },
    receiveResult: async (report) => controls.receiveResult(report),
    refuseResult: async (refusal) => void controls.refuseResult(refusal),
    share: async (studyID, platformId, minutesAgo) => {
      const date = toInstant(nowMs() - minutesAgo * 60_000)
      const { shares } = controls.documents
      shares.set(studyID, [...(shares.get(studyID) ?? []), { platformId, date }])
    },
    releaseTemporaryHold: async (studyID) => {
      const { studies, machineTimes } = controls.clinic
      const at = studies.findIndex((study) => study.studyID === studyID)
      const held = studies[at]
      const time = machineTimes.findIndex((entry) => entry.studyID === studyID)
      if (held === undefined || time < 0) throw new Error(`${studyID} has no temporary hold`)
      const version = held.version + 1
      studies[at] = { ...held, booking: null, temporaryHold: false, temporaryHoldUntil: null, version }
      machineTimes.splice(time, 1)
    },
    failMessage: async (studyID) => {
      const at = toInstant(nowMs())
      const failed = { state: 'failed', failure: 'refused', attempts: 1 } as const
      controls.setMessages(studyID, [
        {
          messageID: `message-${randomUUID()}`,
          kind: 'report-ready',
          channel: 'email',
          delivery: null,
          dueAt: at,
          stateAt: at,
          appointment: null,
          recipient: null,
          by: null,
          decidedBy: null,
          ...failed,
        },
      ])
    },
    sellGiftCard: async (giftCardNumber, amount) => controls.payments.setGiftCard(giftCardNumber, amount),
    endFax: async (_desk, jobID, state) =>
      controls.release.setJob(jobID, { state, attempts: 1, handOverInMs: null, reason: 'The carrier says so.' }),
    reportUpdate: async (version, outcomes) => controls.programReleases.report(version, outcomes),
    presentCard: async (attemptID) => {
      const find = () => controls.payments.open().find((attempt) => attempt.attemptID === attemptID)
      await waitUntil('the attempt is with the reader', () => find()?.state !== 'created')
      const plan = controls.payments.planOf(attemptID)
      if (find()?.state !== 'handed-off' || plan === 'never-present') return
      controls.payments.move(attemptID, 'processing')
      const isApproved = plan === 'approve' || plan === 'interac'
      controls.payments.move(
        attemptID,
        isApproved ? 'succeeded' : 'declined',
        isApproved ? undefined : { code: 'payment-declined', message: processResultError('The card was declined.') },
      )
    },
    nowMs,
    pass: (minutes) => {
      passedMs += minutes * 60_000
    },
    stop: async () => {},
  }
}
