import { describe, expect, it } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { type FailureCode, fail, ok } from '#contract/reply.ts'
import { createSendBatchesStore } from '#renderer/release/send-batches-store.ts'
import { createSendsStore, type SendInput, type Sent } from '#renderer/release/sends-store.ts'

type Answer = Awaited<ReturnType<Bridge['release']['send']>>

const studyID = 's-1' as SendInput['studyID']
const partOf = (name: string) => ({
  key: name,
  input: { studyID, channel: 'fax', title: name } as unknown as SendInput,
  words: { title: name, to: 'Dr. Mia Chen' },
})
const sent = (name: string, password: string | null = null): Answer =>
  ok({ password, job: { jobID: name }, delivery: { deliveryID: name, studyID } } as unknown as Sent)

const createMemoryDrafts = () => {
  const kept = new Map<string, unknown>()
  return {
    keep: (draftID: string, content: unknown) => void kept.set(draftID, content),
    flush: async () => {},
    read: async (draftID: string) => kept.get(draftID) ?? null,
    discard: async (draftID: string) => void kept.delete(draftID),
  }
}

/** Creates a bridge that answers each document's sends in the given order. */
const start = (answers: { readonly [name: string]: readonly Answer[] }) => {
  const calls: string[] = []
  let keys = 0
  const newKey = (): string => {
    keys += 1
    return `key-${keys}`
  }
  const tries = new Map<string, number>()
  const bridge = {
    release: {
      send: async (input: { title: string; idempotencyKey: string }): Promise<Answer> => {
        calls.push(`${input.title} ${input.idempotencyKey}`)
        const place = tries.get(input.title) ?? 0
        tries.set(input.title, place + 1)
        return answers[input.title]?.[place] ?? sent(input.title)
      },
    },
  } as unknown as Bridge
  const sends = createSendsStore(bridge, newKey)
  const drafts = createMemoryDrafts()
  const store = createSendBatchesStore({ bridge, sends, drafts, newKey, now: () => 0 })
  return {
    calls,
    sends,
    begin: (...names: string[]) => store.getState().start({ studyID, who: 'Ana Silva', parts: names.map(partOf) }),
    retry: () => store.getState().retry(studyID),
    close: () => store.getState().close(studyID),
    clear: () => store.getState().clear(),
    batch: () => store.getState().batches[0],
    states: () => store.getState().batches[0]?.parts.map(({ state }) => state),
  }
}

describe('the store of sends to several recipients', () => {
  it('sends each part under its own key, keeps what was sent, and tries only the failed part again', async () => {
    const at = start({ b: [fail('stale', 'Changed.')] })
    await at.begin('a', 'b', 'c')
    expect(at.states()).toEqual(['sent', 'failed', 'sent'])
    expect(at.batch()?.parts[1]?.failure).toMatchObject({ code: 'stale' })
    await at.retry()
    expect(at.states()).toEqual(['sent', 'sent', 'sent'])
    expect(at.calls).toEqual(['a key-1', 'b key-2', 'c key-3', 'b key-4'])
  })

  it.each<FailureCode>(['timed-out', 'disconnected', 'unexpected', 'answer-withheld'])(
    'after %s, does not try the remaining parts, and repeats the failed part under the same key',
    async (code) => {
      const at = start({ b: [fail(code, 'No answer.'), fail('offline', 'Away.'), sent('b')] })
      await at.begin('a', 'b', 'c')
      expect(at.states()).toEqual(['sent', 'unknown', 'failed'])
      expect(at.batch()?.isBusy).toBe(false)
      await at.retry()
      expect(at.states()).toEqual(['sent', 'unknown', 'failed'])
      expect(at.batch()?.parts[1]?.failure?.code).toBe(code)
      await at.retry()
      expect(at.states()).toEqual(['sent', 'sent', 'sent'])
      expect(at.calls.filter((call) => call.startsWith('b'))).toEqual(['b key-2', 'b key-2', 'b key-2'])
    },
  )

  it('learns from a refusal on the second try that the first did not go through', async () => {
    const at = start({ a: [fail('timed-out', 'No answer.'), fail('stale', 'Changed.')] })
    await at.begin('a')
    await at.retry()
    expect(at.states()).toEqual(['failed'])
    await at.retry()
    expect(at.calls).toEqual(['a key-1', 'a key-1', 'a key-2'])
  })

  it('never repeats a key that another send has used', async () => {
    const at = start({ a: [fail('idempotency-key-reused', 'Used.')] })
    await at.begin('a')
    await at.retry()
    expect(at.states()).toEqual(['unknown'])
    expect(at.calls).toHaveLength(1)
  })

  it('tries nothing more when the back office is out of reach, and shows each part as not sent', async () => {
    const at = start({ a: [fail('offline', 'Away.')] })
    await at.begin('a', 'b')
    expect(at.states()).toEqual(['failed', 'failed'])
    expect(at.calls).toHaveLength(1)
  })

  it('keeps the passwords, keeps one batch of a study until its list is closed, and sends nothing after a sign-out', async () => {
    const at = start({ a: [sent('a', 'K7PX')] })
    await at.begin('a')
    await at.begin('b')
    expect(at.calls).toHaveLength(1)
    expect(at.sends.getState().passwords).toMatchObject([{ password: 'K7PX', who: 'Ana Silva' }])
    at.close()
    expect(at.batch()).toBeUndefined()
    const running = at.begin('c', 'd')
    await Promise.resolve()
    at.close()
    expect(at.batch()).toBeDefined()
    at.clear()
    await running
    expect(at.calls).toEqual(['a key-1', 'c key-2'])
  })
})
