import { describe, expect, it } from 'vitest'
import { type FailureCode, fail, ok, type Reply } from '#contract/reply.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { Delivery, DeliveryState } from '#domain/release/delivery.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { BackOfficeClient } from '#main/back-office-client/back-office-client.ts'
import type { MediumWriter, WrittenMedium } from '#main/devices/media/medium-writer.ts'
import { type ClaimedJob, cancelAsked } from '#main/queue/deliverer.ts'
import { createDeliveryDeliverers } from '#main/release/delivery-deliverers.ts'
import type { DeliveryPayload } from '#main/release/delivery-payload.ts'

const payload: DeliveryPayload = {
  studyID: 's-000001' as StudyID,
  deliveryID: 'delivery-00000042',
  ticket: 'ticket',
  patientID: 'm-000001' as MemberID,
  practitionerID: 'p-1',
  practiceLocationID: null,
  address: '16045550100',
  memberDetails: { firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03' as PlainDate, sex: 'female' },
  target: '/media/stick',
  hasImages: false,
}
const job = (over: Partial<ClaimedJob> = {}): ClaimedJob => ({
  jobID: 'job-1',
  kind: 'fax',
  payload,
  content: null,
  attempt: 2,
  receipt: null,
  at: 1_700_000_000_000,
  ...over,
})
const delivery = (state: DeliveryState, reason: string | null = null): Delivery => ({
  deliveryID: payload.deliveryID,
  studyID: payload.studyID,
  channel: 'fax',
  mode: 'automated',
  item: { kind: 'paper', paper: 'physician-report' },
  title: 'Physician report, version 1',
  practitionerID: 'p-1',
  practiceLocationID: null,
  recipientName: 'Dr Ada Quill',
  address: payload.address,
  isEncrypted: false,
  state,
  reason,
  pages: 3,
  by: 'Robin Frost',
  at: toInstant(0),
  handedOverAt: null,
  deliveredAt: null,
})

type Answer = (name: string, input: unknown) => Reply<unknown>
const desk = (answer: Answer, written: WrittenMedium = { kind: 'written', path: '/media/stick/A', files: 2 }) => {
  const calls: { name: string; input: unknown; options: unknown }[] = []
  const writes: unknown[] = []
  const client = {
    call: async (name: string, input: unknown, options: unknown) => {
      calls.push({ name, input, options })
      return answer(name, input)
    },
  } as unknown as Pick<BackOfficeClient, 'call'>
  let fileState: 'whole' | 'partial' | 'none' = 'none'
  const media: MediumWriter = {
    targets: async () => [],
    write: async (input) => {
      writes.push(input)
      return written
    },
    check: async () => fileState,
  }
  return {
    deliverers: createDeliveryDeliverers({ client, media }),
    calls,
    writes,
    setStanding: (now: typeof fileState) => {
      fileState = now
    },
  }
}
const nobody = () => {}
const signal = new AbortController().signal

describe('fax and email deliverers', () => {
  it.each([
    ['delivered', { kind: 'delivered' }],
    ['handed-over', { kind: 'handed-over', receipt: payload.deliveryID }],
    ['sending', { kind: 'handed-over', receipt: payload.deliveryID }],
    ['failed', { kind: 'failed', reason: 'busy' }],
    ['uncertain', { kind: 'uncertain', reason: 'busy' }],
    ['registered', { kind: 'retry', reason: 'busy' }],
    ['cancelled', { kind: 'failed', reason: 'It was cancelled.' }],
  ] as const)("map a %s delivery to the job's state", async (state, outcome) => {
    const { deliverers } = desk(() => ok({ delivery: delivery(state, 'busy') }))
    expect(await deliverers.fax.send(job(), nobody, signal)).toEqual(outcome)
    expect(await deliverers.email.reconcile(job())).toEqual(outcome)
  })

  it('send with the ticket and a key for each attempt, to the registered address', async () => {
    const { deliverers, calls } = desk(() => ok({ delivery: delivery('handed-over') }))
    await deliverers.fax.send(job(), nobody, signal)
    await deliverers.email.send(job({ kind: 'email' }), nobody, signal)
    expect(calls).toMatchObject([
      {
        name: 'sendFax',
        input: { params: { studyId: 's-000001' }, body: { practitioner: { faxNumber: '16045550100' } } },
        options: { token: 'ticket', idempotencyKey: 'job-1-send-2' },
      },
      { name: 'sendReportEmail', input: { body: { practitioner: { emailAddress: '16045550100' } } } },
    ])
  })

  it.each([
    ['offline', { kind: 'retry', isOutOfReach: true }],
    ['disconnected', { kind: 'retry', isOutOfReach: true }],
    ['timed-out', { kind: 'retry', isOutOfReach: true }],
    ['delivery-unavailable', { kind: 'retry' }],
    ['too-many-requests', { kind: 'retry' }],
    ['stale', { kind: 'failed' }],
    ['report-missing', { kind: 'failed' }],
  ] as const)('retry or fail after %s', async (code: FailureCode, outcome) => {
    const { deliverers } = desk(() => fail(code, 'why'))
    expect(await deliverers.fax.send(job(), nobody, signal)).toEqual({ ...outcome, reason: 'why' })
    const looked =
      outcome.kind === 'retry' ? { kind: 'still', reason: 'why', progress: null } : { ...outcome, reason: 'why' }
    expect(await deliverers.fax.reconcile(job())).toEqual(looked)
    expect(await deliverers.fax.watch(job())).toEqual(looked)
  })

  it.each(['signed-out', 'not-found', 'insufficient-permissions', 'location-forbidden'] as const)(
    'leave the job uncertain for staff if the back office answers %s, except on the first send',
    async (code) => {
      const { deliverers } = desk(() => fail(code, 'why'))
      expect(await deliverers.fax.reconcile(job())).toMatchObject({ kind: 'uncertain' })
      expect(await deliverers.fax.watch(job())).toMatchObject({ kind: 'uncertain' })
      expect(await deliverers.fax.send(job({ attempt: 2 }), nobody, signal)).toMatchObject({ kind: 'uncertain' })
      // Nothing can have been sent before the first call.
      expect(await deliverers.fax.send(job({ attempt: 1 }), nobody, signal)).toEqual({ kind: 'failed', reason: 'why' })
    },
  )

  it('use a new key each time they ask the back office to cancel a job', async () => {
    const { deliverers, calls } = desk(() => fail('act-not-allowed', 'It is ringing.'))
    await deliverers.fax.cancel(job())
    await deliverers.fax.cancel(job())
    const keys = calls.map(({ options }) => (options as { idempotencyKey: string }).idempotencyKey)
    expect(new Set(keys).size).toBe(2)
  })

  it('continue to check a delivery that was handed over', async () => {
    const { deliverers } = desk(() => ok({ delivery: delivery('handed-over') }))
    expect(await deliverers.fax.watch(job())).toEqual({ kind: 'still', reason: null, progress: null })
  })

  it('cancel at the back office, or report why it is too late', async () => {
    const asked = desk(() => ok({ delivery: delivery('cancelled') }))
    expect(await asked.deliverers.fax.cancel(job())).toEqual({ kind: 'cancelled' })
    expect(asked.calls).toMatchObject([{ name: 'settleDelivery', input: { body: { state: 'cancelled' } } }])
    const late = desk(() => fail('act-not-allowed', 'It has been sent.'))
    expect(await late.deliverers.fax.cancel(job())).toEqual({ kind: 'too-late', reason: 'It has been sent.' })
  })

  it.each([
    ['delivered', 'delivered', { kind: 'delivered' }],
    ['not-delivered', 'failed', { kind: 'failed', reason: "It couldn't be sent." }],
    ['send-again', 'registered', { kind: 'retry', reason: '' }],
  ] as const)('record at the back office the result that staff found out: %s', async (settlement, state, outcome) => {
    const { deliverers, calls } = desk(() => ok({ delivery: delivery(state) }))
    expect(await deliverers.fax.settle(job(), settlement)).toEqual(outcome)
    expect(calls).toMatchObject([{ input: { body: { state, isFoundOut: true } } }])
  })

  it('leave a job uncertain if the back office could not be informed', async () => {
    const { deliverers } = desk(() => fail('offline', 'away'))
    expect(await deliverers.fax.settle(job(), 'send-again')).toEqual({ kind: 'uncertain', reason: 'away' })
  })

  it('fail a job that can no longer be read', async () => {
    const { deliverers, calls } = desk(() => ok({}))
    expect(await deliverers.fax.send(job({ payload: null }), nobody, signal)).toMatchObject({ kind: 'failed' })
    expect(calls).toEqual([])
  })
})

describe('CD and USB deliverers', () => {
  const files = [{ path: 'REPORT.PDF', contentType: 'application/pdf', base64: 'JVBERg==', sha256: 'abc' }]
  const answers: Answer = (name) =>
    name === 'exportForMedium' ? ok({ delivery: delivery('sending'), files }) : ok({ delivery: delivery('delivered') })

  it('request images first if they are included, write the files and inform the back office', async () => {
    const { deliverers, calls, writes } = desk(answers)
    const withImages = job({ kind: 'cd', payload: { ...payload, hasImages: true } })
    expect(await deliverers.cd.send(withImages, nobody, signal)).toEqual({ kind: 'delivered' })
    expect(calls.map(({ name }) => name)).toEqual(['requestImages', 'exportForMedium', 'settleDelivery'])
    expect(calls[0]?.input).toMatchObject({ body: { firstname: 'Ana', lastname: 'Silva', dob: '19800203' } })
    expect(writes).toMatchObject([{ target: '/media/stick', name: 'ATRIUM-00000042', form: 'image' }])
    const stick = desk(answers)
    await stick.deliverers.usb.send(job({ kind: 'usb' }), nobody, signal)
    expect(stick.calls.map(({ name }) => name)).toEqual(['exportForMedium', 'settleDelivery'])
    expect(stick.writes).toMatchObject([{ form: 'folder', files: [{ path: 'REPORT.PDF', sha256: 'abc' }] }])
  })

  it('fail with a readable reason when the stick is full, and send that reason to the back office', async () => {
    const { deliverers, calls } = desk(answers, { kind: 'failed', reason: 'full', words: 'The stick is full.' })
    const failed = { kind: 'failed', reason: 'The stick is full.' }
    expect(await deliverers.usb.send(job({ kind: 'usb' }), nobody, signal)).toEqual(failed)
    expect(calls.at(-1)?.input).toMatchObject({ body: { state: 'failed', reason: 'The stick is full.' } })
  })

  it('report a cancellation when staff stop the writing, and nothing when Atrium stops', async () => {
    const stopped = { kind: 'failed', reason: 'not-there', words: 'It was stopped.' } as const
    const { deliverers, calls } = desk(answers, stopped)
    const send = (reason: string) => deliverers.usb.send(job({ kind: 'usb' }), nobody, AbortSignal.abort(reason))
    await send('Atrium stops')
    expect(calls.filter(({ name }) => name === 'settleDelivery')).toEqual([])
    await send(cancelAsked)
    expect(calls.at(-1)).toMatchObject({ name: 'settleDelivery', input: { body: { state: 'cancelled', reason: '' } } })
  })

  it('know after a crash whether the stick is complete', async () => {
    const { deliverers, setStanding } = desk(answers)
    expect(await deliverers.usb.reconcile(job({ kind: 'usb' }))).toMatchObject({ kind: 'retry' })
    setStanding('partial')
    expect(await deliverers.usb.reconcile(job({ kind: 'usb' }))).toMatchObject({ kind: 'retry' })
    setStanding('whole')
    expect(await deliverers.usb.reconcile(job({ kind: 'usb' }))).toEqual({ kind: 'delivered' })
  })

  it('keep the job of a written medium open until the back office has the result', async () => {
    let isAway = true
    const { deliverers } = desk((name, input) =>
      name === 'settleDelivery' && isAway ? fail('offline', 'away') : answers(name, input),
    )
    const written = { kind: 'handed-over', receipt: '/media/stick/A' }
    expect(await deliverers.usb.send(job({ kind: 'usb' }), nobody, signal)).toEqual(written)
    expect(await deliverers.usb.watch(job({ kind: 'usb' }))).toEqual({ kind: 'still', reason: 'away', progress: null })
    isAway = false
    expect(await deliverers.usb.watch(job({ kind: 'usb' }))).toEqual({ kind: 'delivered' })
  })
})
