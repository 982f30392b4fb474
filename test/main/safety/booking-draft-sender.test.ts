import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { Answers } from '#domain/safety/question.ts'
import { createBookingSafetySender } from '#main/safety/booking-draft-sender.ts'
import { draftQuietMs } from '#main/safety/draft-sender.ts'

const page = 'booking:new'
const ana = 'm-000001' as MemberID
const ben = 'm-000002' as MemberID
type Parts = Parameters<typeof createBookingSafetySender>[0]
type Body = { readonly draftID: string; readonly patientID: string; readonly SafetyQuestions?: Answers }
type Answered = { readonly ok: boolean }

/**
 * Creates senders with one journal in memory, so that a sender created after a kill finds what the killed sender
 * stored. While the desk is online, the back office stores what it receives.
 */
const createDesk = () => {
  const journal = new Map<string, string>()
  const records = new Map<string, Answers>()
  const calls: (readonly [string, string])[] = []
  let user: string | null = 'priya'
  let isOnline = true
  let ids = 0
  const name = (author: string, draftID: string): string => `${author} ${draftID}`
  const parts = {
    calls: {
      call: async (route: string, { body }: { body: Body }): Promise<Answered> => {
        calls.push([route, body.patientID])
        if (!isOnline) return fail('offline', 'x')
        const key = `${body.draftID} ${body.patientID}`
        if (route === 'saveBookingSafetyDraft') records.set(key, body.SafetyQuestions ?? {})
        else records.delete(key)
        return ok({})
      },
    },
    database: {
      journal: {
        drafts: {
          read: (author: string, draftID: string) => {
            const content = journal.get(name(author, draftID))
            return content === undefined ? null : { content, savedAt: 0 }
          },
          save: (author: string, draftID: string, { content }: { content: string }) => {
            journal.set(name(author, draftID), content)
          },
          list: (author: string, prefix: string) =>
            [...journal.keys()]
              .filter((key) => key.startsWith(name(author, prefix)))
              .map((key) => key.slice(author.length + 1)),
        },
      },
    },
    session: { user: () => (user === null ? null : { user_id: user }) },
    nowMs: () => 0,
    newId: () => {
      ids += 1
      return `record-${ids}`
    },
    // Only the functions that the sender calls.
  } as unknown as Parts
  let sender = createBookingSafetySender(parts)
  return {
    calls,
    /** Returns the safety answers that the back office has, by member. */
    shared: () => Object.fromEntries([...records].map(([key, answers]) => [key.split(' ')[1] ?? '', answers])),
    sender: () => sender,
    type: (memberID: MemberID | null, safetyAnswers: Answers, setAside: object[] = []) => {
      const form = { memberID, locationID: 'ca-bc-1' }
      journal.set(name(user ?? '', page), JSON.stringify({ form, safetyAnswers, setAside }))
      sender.noteSaved(page)
    },
    /** Removes the draft without a call to the sender, as a booking does. */
    drop: () => void journal.delete(name(user ?? '', page)),
    discard: () => {
      journal.delete(name(user ?? '', page))
      sender.noteDiscarded(page)
    },
    connect: (now: boolean) => {
      isOnline = now
    },
    signIn: (next: string | null) => {
      user = next
    },
    kill: () => {
      sender.stop()
      sender = createBookingSafetySender(parts)
    },
  }
}
const settle = (ms = draftQuietMs) => vi.advanceTimersByTimeAsync(ms)

describe('the sender of answers before a booking', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('shares answers after a pause in answering, and the same answers only once', async () => {
    const desk = createDesk()
    desk.type(ana, { a: '1' })
    await settle(draftQuietMs - 1)
    desk.type(ana, { a: '2' })
    await settle()
    desk.type(ana, { a: '2' })
    await settle()
    expect(desk.calls).toEqual([['saveBookingSafetyDraft', ana]])
    expect(desk.shared()).toEqual({ [ana]: { a: '2' } })
  })

  it('shares each member’s answers of one form separately, and removes those that the form no longer has', async () => {
    const desk = createDesk()
    desk.type(ana, { a: '1' })
    await settle()
    desk.type(ben, { b: '1' }, [{ memberID: ana, name: 'Ana', answers: { a: '1' } }])
    await settle()
    expect(desk.shared()).toEqual({ [ana]: { a: '1' }, [ben]: { b: '1' } })
    desk.type(ben, {})
    await settle()
    expect(desk.shared()).toEqual({})
  })

  it('loses no answers while the back office is unreachable or when the workstation is killed', async () => {
    const desk = createDesk()
    desk.connect(false)
    desk.type(ana, { a: '1' })
    await settle()
    desk.kill()
    desk.connect(true)
    await desk.sender().sendAll()
    expect(desk.shared()).toEqual({ [ana]: { a: '1' } })
  })

  it('retries automatically', async () => {
    const desk = createDesk()
    desk.connect(false)
    desk.type(ana, { a: '1' })
    await settle()
    desk.connect(true)
    await settle(20_000)
    expect(desk.shared()).toEqual({ [ana]: { a: '1' } })
  })

  it('removes a discarded draft, even after a kill while the back office was unreachable', async () => {
    const desk = createDesk()
    desk.type(ana, { a: '1' })
    await settle()
    desk.connect(false)
    desk.discard()
    await settle(0)
    desk.kill()
    desk.connect(true)
    await desk.sender().sendAll()
    expect(desk.shared()).toEqual({})
  })

  it('sends answers only in their author’s session, and never mixes two people of one workstation', async () => {
    const desk = createDesk()
    desk.type(ana, { a: '1' })
    desk.signIn('omar')
    await settle(20_000)
    expect(desk.calls).toEqual([])
    desk.type(ana, { a: '2' })
    await settle()
    desk.signIn('priya')
    await desk.sender().sendAll()
    expect(new Set(desk.calls.map(([route]) => route))).toEqual(new Set(['saveBookingSafetyDraft']))
    expect(desk.sender().recordID(page)).not.toBeNull()
    desk.signIn(null)
    expect(desk.sender().recordID(page)).toBeNull()
  })

  it('gives a draft the same record ID each time, also after a kill', () => {
    const desk = createDesk()
    const first = desk.sender().recordID(page)
    desk.kill()
    expect(desk.sender().recordID(page)).toBe(first)
  })

  it('neither sends nor discards answers after a booking has moved them to the study', async () => {
    const desk = createDesk()
    desk.type(ana, { a: '1' })
    await desk.sender().finish(page)
    await settle(20_000)
    expect(desk.calls).toEqual([])
    desk.type(ana, { a: '1' })
    await settle()
    desk.drop()
    desk.sender().noteBooked(page, ana)
    desk.sender().noteDiscarded(page)
    await desk.sender().sendAll()
    expect(desk.calls).toEqual([['saveBookingSafetyDraft', ana]])
  })

  it('sends nothing for a form without answers', async () => {
    const desk = createDesk()
    desk.type(ana, {})
    await settle()
    desk.discard()
    await settle(0)
    expect(desk.calls).toEqual([])
  })
})
