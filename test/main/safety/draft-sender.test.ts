import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import type { Answers } from '#domain/safety/question.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { createSafetyDraftSender, draftQuietMs } from '#main/safety/draft-sender.ts'

const studyID = 's-000001' as StudyID
const draftID = `safety:${studyID}`
type Parts = Parameters<typeof createSafetyDraftSender>[0]
type Sent = { readonly SafetyQuestions: Answers; readonly base: Answers }

/** Creates the sender with drafts in memory. `answerWith` sets the back office's reply. */
const createDesk = () => {
  const stored = new Map<string, Answers>()
  const sent: Sent[] = []
  let user = 'ana'
  let answer: () => unknown = () => ok({ conflicts: [], study: {}, record: {} })
  const sender = createSafetyDraftSender({
    calls: {
      call: async (_route: string, { body }: { body: Sent }) => {
        sent.push({ SafetyQuestions: body.SafetyQuestions, base: body.base })
        return answer()
      },
    },
    database: {
      journal: {
        drafts: {
          read: (author: string, id: string) => {
            const answers = stored.get(`${author} ${id}`)
            if (answers === undefined) return null
            const savedAt = '2026-11-22T10:00:00Z'
            return { content: JSON.stringify({ answers, baseVersion: 0, baseAnswers: {}, savedAt }), savedAt: 0 }
          },
          discard: (author: string, id: string) => stored.delete(`${author} ${id}`),
          list: (author: string) =>
            [...stored.keys()].filter((key) => key.startsWith(`${author} `)).map((key) => key.slice(author.length + 1)),
        },
      },
    },
    keeper: { keepSafety: () => {} },
    session: { user: () => ({ user_id: user }) },
    // Only the functions that the sender calls.
  } as unknown as Parts)
  return {
    sender,
    sent,
    stored: () => [...stored.keys()],
    type: (answers: Answers) => {
      stored.set(`${user} ${draftID}`, answers)
      sender.noteSaved(draftID)
    },
    signIn: (next: string) => {
      user = next
    },
    answerWith: (next: () => unknown) => {
      answer = next
    },
  }
}

describe('the sender of safety drafts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('sends a draft after a pause in answering', async () => {
    const desk = createDesk()
    desk.type({ 'Allergies.Status': 'yes' })
    await vi.advanceTimersByTimeAsync(draftQuietMs - 1)
    desk.type({ 'Allergies.Status': 'no' })
    await vi.advanceTimersByTimeAsync(draftQuietMs)
    expect(desk.sent).toEqual([{ SafetyQuestions: { 'Allergies.Status': 'no' }, base: {} }])
  })

  it('never takes the answers of the previous user as the base of a send', async () => {
    const desk = createDesk()
    desk.type({ 'Allergies.Status': 'yes' })
    await vi.advanceTimersByTimeAsync(draftQuietMs)
    desk.signIn('ben')
    desk.type({ 'Medications.Current': 'no' })
    await vi.advanceTimersByTimeAsync(draftQuietMs)
    expect(desk.sent[1]).toEqual({ SafetyQuestions: { 'Medications.Current': 'no' }, base: {} })
  })

  it("sends a draft only in its author's session", async () => {
    const desk = createDesk()
    desk.type({ 'Allergies.Status': 'yes' })
    desk.signIn('ben')
    await vi.advanceTimersByTimeAsync(draftQuietMs * 2)
    expect(desk.sent).toEqual([])
    desk.signIn('ana')
    await desk.sender.sendAll()
    expect(desk.sent).toHaveLength(1)
  })

  it.each([
    ['a lost connection', () => fail('offline', 'x')],
    ['a busy server', () => fail('too-many-requests', 'x')],
    ['a save by another desk in between', () => fail('stale', 'x')],
    [
      'an unexpected exception',
      () => {
        throw new Error('x')
      },
    ],
  ])('retries after %s', async (_name, answer) => {
    const desk = createDesk()
    desk.answerWith(answer)
    desk.type({ 'Allergies.Status': 'yes' })
    await vi.advanceTimersByTimeAsync(draftQuietMs)
    desk.answerWith(() => ok({ conflicts: [], study: {}, record: {} }))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(desk.sent).toHaveLength(2)
  })

  it('does not repeat a send that can never be accepted', async () => {
    const desk = createDesk()
    desk.answerWith(() => fail('already-cancelled', 'x'))
    desk.type({ 'Allergies.Status': 'yes' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(desk.sent).toHaveLength(1)
  })

  it('discards a draft only after a running send has ended, deletes the local draft as well, and sends nothing later', async () => {
    const desk = createDesk()
    let arrive: (answer: unknown) => void = () => undefined
    desk.answerWith(() => new Promise((resolve) => (arrive = resolve)))
    desk.type({ 'Allergies.Status': 'yes' })
    await vi.advanceTimersByTimeAsync(draftQuietMs)
    const order: string[] = []
    const discarding = desk.sender.discard(studyID, async () => {
      order.push('discarded')
      return ok({})
    })
    await vi.advanceTimersByTimeAsync(5000)
    expect(order).toEqual([])
    arrive(ok({ conflicts: [], study: {}, record: {} }))
    expect(await discarding).toEqual(ok({}))
    expect(order).toEqual(['discarded'])
    expect(desk.stored()).toEqual([])
    await desk.sender.sendAll()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(desk.sent).toHaveLength(1)
  })

  it('continues to share a draft that could not be discarded', async () => {
    const desk = createDesk()
    desk.type({ 'Allergies.Status': 'yes' })
    expect(await desk.sender.discard(studyID, async () => fail('offline', 'x'))).toMatchObject({ ok: false })
    expect(desk.stored()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(desk.sent).toHaveLength(1)
  })
})
