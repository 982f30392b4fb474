import { describe, expect, it } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { type FailureCode, fail, ok } from '#contract/reply.ts'
import { createSendsStore, isSpent, type SendInput, type Sent } from '#renderer/release/sends-store.ts'

type Answer = Awaited<ReturnType<Bridge['release']['send']>>

const input = {
  studyID: 's-1',
  channel: 'fax',
  practitionerID: 'pr-1',
  practiceLocationID: null,
  retyped: '16045550210',
} as unknown as SendInput
/** The same send after its number counts as used: the user need not re-enter the number. */
const later = { ...input, retyped: null }
const sent = (password: string | null): Answer =>
  ok({ password, job: { jobID: 'job-1' }, delivery: { deliveryID: 'd-1' } } as unknown as Sent)

/** Creates a bridge whose sends wait for the test's answer. */
const start = () => {
  const inputs: SendInput[] = []
  const waiting: ((reply: Answer) => void)[] = []
  let keys = 0
  const release = {
    send: (given: SendInput) => {
      inputs.push(given)
      return new Promise<Answer>((answer) => waiting.push(answer))
    },
  }
  const store = createSendsStore({ release } as unknown as Bridge, () => {
    keys += 1
    return `key-${keys}`
  })
  const answer = async (reply: Answer): Promise<void> => {
    waiting.shift()?.(reply)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return {
    inputs,
    answer,
    state: () => store.getState(),
    send: (given: SendInput) =>
      store.getState().send({ input: given, label: `Fax with ${given.retyped}`, who: 'Ana Silva, 03 Feb 1980' }),
    /** Starts a send and gives it this answer. */
    go: async (given: SendInput, reply: Answer): Promise<void> => {
      void store.getState().send({ input: given, label: `Fax with ${given.retyped}`, who: 'Ana Silva, 03 Feb 1980' })
      await answer(reply)
    },
  }
}

describe('the store of sends', () => {
  it.each<FailureCode>(['disconnected', 'timed-out', 'unexpected', 'outcome-unknown', 'answer-withheld'])(
    'after %s, repeats exactly the first try, whatever has changed',
    async (code) => {
      const at = start()
      await at.go(input, fail(code, 'No answer.'))
      expect(at.state().open).toMatchObject([{ label: 'Fax with 16045550210', isBusy: false, failure: { code } }])
      await at.go(later, sent(null))
      expect(at.inputs).toEqual([
        { ...input, idempotencyKey: 'key-1' },
        { ...input, idempotencyKey: 'key-1' },
      ])
      expect(at.state().open).toEqual([])
    },
  )

  it.each<FailureCode>([
    'offline',
    'not-sent',
    'locked',
    'signed-out',
    'location-forbidden',
    'too-many-requests',
    'insufficient-permissions',
    'not-found',
  ])('after %s, forgets a first try, but keeps a send if an earlier try may have gone out', async (code) => {
    const at = start()
    await at.go(input, fail(code, 'No.'))
    expect(at.state().open).toEqual([])
    await at.go(later, fail('timed-out', 'No answer.'))
    await at.go(later, fail(code, 'No.'))
    expect(at.state().open).toHaveLength(1)
    await at.go(input, sent(null))
    expect(at.inputs.map(({ retyped }) => retyped)).toEqual(['16045550210', null, null, null])
  })

  it('still reports that the first try may have gone out if the second try was not sent', async () => {
    const at = start()
    await at.go(input, fail('timed-out', 'No answer.'))
    await at.go(input, fail('offline', 'No.'))
    expect(at.state().open[0]?.failure?.code).toBe('timed-out')
  })

  it.each<FailureCode>(['stale', 'recipient-unconfirmed', 'act-not-allowed', 'pdf-refused'])(
    'concludes from the refusal %s of a second try that the first try was not sent',
    async (code) => {
      const at = start()
      await at.go(input, fail('timed-out', 'No answer.'))
      await at.go(input, fail(code, 'No.'))
      expect(at.state().open).toEqual([])
    },
  )

  it('treats a key as spent if another send used it, and forgets the send when the dialog closes', async () => {
    const at = start()
    await at.go(input, fail('idempotency-key-reused', 'No.'))
    expect(at.state().open.map(isSpent)).toEqual([true])
    at.state().putAside(input)
    expect(at.state().open).toEqual([])
  })

  it('keeps a send with an unknown result when its dialog closes', async () => {
    const at = start()
    await at.go(input, fail('timed-out', 'No answer.'))
    at.state().putAside({ ...input, channel: 'email' })
    expect(at.state().open[0]?.isAside).toBe(false)
    at.state().putAside(input)
    expect(at.state().open[0]?.isAside).toBe(true)
    void at.send(later)
    expect(at.state().open[0]?.isAside).toBe(false)
  })

  it('sends once for two simultaneous requests, and separately to another recipient', async () => {
    const at = start()
    const both = [at.send(input), at.send(input)]
    void at.send({ ...input, practitionerID: 'pr-2' })
    expect(at.inputs.map(({ practitionerID }) => practitionerID)).toEqual(['pr-1', 'pr-2'])
    await at.answer(sent(null))
    expect(await both[0]).toBe(await both[1])
  })

  it('keeps a password until the user has noted it', async () => {
    const at = start()
    await at.go(input, sent('K7PX-4M2Q-9TRD'))
    expect(at.state().passwords).toMatchObject([{ password: 'K7PX-4M2Q-9TRD', who: 'Ana Silva, 03 Feb 1980' }])
    at.state().dropPassword('d-1')
    expect(at.state().passwords).toEqual([])
  })

  it('shows no send and no password of one user to the next', async () => {
    const at = start()
    await at.go(input, fail('timed-out', 'No answer.'))
    void at.send(input)
    at.state().clear()
    await at.answer(sent('K7PX-4M2Q-9TRD'))
    expect(at.state()).toMatchObject({ open: [], passwords: [] })
  })
})
