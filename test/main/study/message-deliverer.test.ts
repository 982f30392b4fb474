import { describe, expect, it } from 'vitest'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { ClaimedJob } from '#main/queue/deliverer.ts'
import { createMessageDeliverer } from '#main/study/message-deliverer.ts'

const payload = { message: 'invoice', studyID: 's-000001', author: 'u-000001', by: 'Robin Frost' }
const job = (change: Partial<ClaimedJob> = {}): ClaimedJob => ({
  jobID: 'job-1',
  kind: 'message',
  payload,
  content: null,
  attempt: 1,
  receipt: null,
  at: 0,
  ...change,
})
const sent = ok({ ok: true, email: 'ana@mail.example' })
const lost = fail('timed-out', 'No answer came.')

const start = (replies: readonly Reply<unknown>[], who: string | null = 'u-000001') => {
  const left = [...replies]
  const calls: string[] = []
  const changed: string[] = []
  const deliverer = createMessageDeliverer({
    calls: {
      callExactly: async (name: string, _input: unknown, options?: { readonly idempotencyKey?: string }) => {
        calls.push(`${name} ${options?.idempotencyKey}`)
        return (left.shift() ?? sent) as never
      },
    },
    session: {
      user: () => (who === null ? null : ({ user_id: who } as never)),
      token: () => (who === null ? null : 't'),
    },
    onSent: (studyID) => changed.push(studyID),
  })
  return { deliverer, calls, changed }
}
const send = (desk: ReturnType<typeof start>, change?: Partial<ClaimedJob>) =>
  desk.deliverer.send(job(change), () => undefined, new AbortController().signal)

describe('an email to a member', () => {
  it.each([
    ['invoice', 'emailInvoice'],
    ['confirmation', 'resendConfirmation'],
    ['feedback-reminder', 'sendFeedbackReminder'],
    ['amplification', 'sendFeedbackAmplification'],
  ])('of the kind %s is sent under the key of its job', async (message, route) => {
    const desk = start([])
    expect(await send(desk, { payload: { ...payload, message } })).toEqual({ kind: 'delivered' })
    expect(desk.calls).toEqual([`${route} job-1`])
    expect(desk.changed).toEqual(['s-000001'])
  })

  it('has the receipt of the payment that the job names, and fails if the job names no payment', async () => {
    const desk = start([])
    const receipt = { ...payload, message: 'receipt' }
    expect(await send(desk, { payload: { ...receipt, transactionID: 't-000001' } })).toEqual({ kind: 'delivered' })
    expect(desk.calls).toEqual(['emailReceipt job-1'])
    expect(await send(desk, { payload: receipt })).toMatchObject({ kind: 'failed' })
    expect(desk.calls).toHaveLength(1)
  })

  it.each([[null], ['u-000002']])('waits until its sender signs in (signed in now: %s)', async (who) => {
    const desk = start([], who)
    const reason = 'Waiting for Robin Frost to sign in on this computer.'
    expect(await send(desk)).toEqual({ kind: 'retry', reason, isOutOfReach: true })
    expect(await desk.deliverer.reconcile(job())).toEqual({ kind: 'still', reason, progress: null })
    expect(desk.calls).toEqual([])
  })

  it('is repeated under the same key after a lost answer, never under another key', async () => {
    const desk = start([lost, lost, lost, lost, sent])
    expect(await send(desk)).toEqual({ kind: 'handed-over', receipt: 'job-1' })
    expect(await desk.deliverer.watch(job({ receipt: 'job-1' }))).toMatchObject({ kind: 'still' })
    expect(await desk.deliverer.cancel(job({ receipt: 'job-1' }))).toMatchObject({ kind: 'too-late' })
    expect(await desk.deliverer.reconcile(job())).toEqual({ kind: 'delivered' })
    expect(new Set(desk.calls)).toEqual(new Set(['emailInvoice job-1']))
  })

  it('is retried under a new key after a refusal, because the server stores the refusal under the old key', async () => {
    const desk = start([fail('act-not-allowed', 'The member has no email address.'), sent, lost, lost, sent])
    expect(await send(desk)).toMatchObject({ kind: 'failed' })
    expect(await send(desk, { attempt: 2 })).toEqual({ kind: 'delivered' })
    expect(await send(desk, { attempt: 3 })).toEqual({ kind: 'handed-over', receipt: 'job-1-3' })
    expect(await desk.deliverer.watch(job({ attempt: 3, receipt: 'job-1-3' }))).toEqual({ kind: 'delivered' })
    const keys = ['job-1', 'job-1-2', 'job-1-3', 'job-1-3', 'job-1-3']
    expect(desk.calls).toEqual(keys.map((key) => `emailInvoice ${key}`))
  })

  it.each(['too-many-requests', 'offline', 'signed-out'] as const)(
    'stays open after a lost answer if the repeated call fails with %s',
    async (code) => {
      const desk = start([lost, fail(code, 'No.'), fail(code, 'No.')])
      expect(await send(desk)).toEqual({ kind: 'handed-over', receipt: 'job-1' })
      expect(await desk.deliverer.watch(job({ receipt: 'job-1' }))).toMatchObject({ kind: 'still' })
    },
  )

  it.each([
    ['mail-failed', { kind: 'failed', reason: 'No.' }],
    ['act-not-allowed', { kind: 'failed', reason: 'No.' }],
    ['too-many-requests', { kind: 'retry', reason: 'No.' }],
    ['offline', { kind: 'retry', reason: 'No.', isOutOfReach: true }],
    ['signed-out', { kind: 'retry', reason: 'No.', isOutOfReach: true }],
  ] as const)('fails or waits after a refusal with %s', async (code, outcome) => {
    const desk = start([fail(code, 'No.')])
    expect(await send(desk)).toEqual(outcome)
    expect(desk.changed).toEqual([])
  })

  it('is withdrawn without a call if it was never tried', async () => {
    const desk = start([])
    expect(await desk.deliverer.cancel(job({ attempt: 0 }))).toEqual({ kind: 'cancelled' })
    expect(desk.calls).toEqual([])
  })

  it.each([
    ['sent', { kind: 'delivered' }],
    ['failed', { kind: 'failed', reason: 'The server could not send it. The study’s messages show why.' }],
    ['withdrawn', { kind: 'failed', reason: 'The server could not send it. The study’s messages show why.' }],
    [
      'uncertain',
      { kind: 'uncertain', reason: 'The mail server did not answer. The member may have received the email.' },
    ],
    ['handed-over', { kind: 'still', reason: 'The server is still sending it.', progress: null }],
  ])('has the result of its message after it was handed over: %s', async (state, outcome) => {
    const messages = [
      { messageID: 'message-0002', state: 'sent' },
      { messageID: 'message-0001', state },
    ]
    const desk = start([ok({ ok: true, email: 'ana@mail.example', onItsWay: 'message-0001' }), ok(messages)])
    const handedOver = await send(desk)
    expect(handedOver).toEqual({ kind: 'handed-over', receipt: 'message message-0001' })
    expect(await desk.deliverer.watch(job({ receipt: 'message message-0001' }))).toEqual(outcome)
    expect(desk.calls).toEqual(['emailInvoice job-1', 'readMessages undefined'])
  })
})
