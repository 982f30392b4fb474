import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { ok } from '#contract/reply.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import { openWorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { createDraftsService } from '#main/session/drafts-service.ts'
import type { SessionHolder } from '#main/session/session-service.ts'
import { createSendBatchesStore } from '#renderer/release/send-batches-store.ts'
import { createSendsStore, type SendInput, type Sent } from '#renderer/release/sends-store.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { aStaffUser } from '#test/builders/records.ts'
import { createFakePlatform, type FakePlatform } from '#test/fakes/fake-platform.ts'

type Answer = Awaited<ReturnType<Bridge['release']['send']>>
type Input = { readonly title: string; readonly idempotencyKey: string }

const studyID = 's-1' as SendInput['studyID']
const partOf = (name: string) => ({
  key: name,
  input: { studyID, channel: 'fax', title: name } as unknown as SendInput,
  words: { title: name, to: 'Dr. Mia Chen' },
})
const never = new Promise<never>(() => {})

describe('unfinished sends to several recipients', () => {
  let folder: string
  let platform: FakePlatform
  let nowMs: number
  let user: StaffUser | null
  /** The deliveries that the back office registered, by key. */
  let registered: Map<string, string>
  /** What happens to the next call for a document: its answer is lost, or the call never reaches the back office. */
  let trouble: { readonly [title: string]: 'answer lost' | 'never sent' }
  const closing: (() => void)[] = []
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-batches-'))
    platform = createFakePlatform({ folder })
    nowMs = Date.UTC(2026, 10, 24, 20)
    user = aStaffUser({ user_id: 'u-ada' })
    registered = new Map()
    trouble = {}
  })
  afterEach(() => {
    for (const close of closing.splice(0)) close()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = async ({ title, idempotencyKey }: Input): Promise<Answer> => {
    const happens = trouble[title]
    if (happens === 'never sent') return never
    registered.set(idempotencyKey, title)
    if (happens === 'answer lost') return never
    const delivery = { deliveryID: idempotencyKey, studyID }
    return ok({ password: null, job: { jobID: idempotencyKey }, delivery } as unknown as Sent)
  }

  /** Starts Atrium on the same folder: the journal of main, and a window. */
  const start = async () => {
    const { vault, log } = platform
    const database = await openWorkstationDatabase({ folder, vault, log, nowMs: () => nowMs })
    closing.push(() => database.close())
    const session = { user: () => user } as unknown as SessionHolder
    const drafts = createDraftsService({ database, session, nowMs: () => nowMs })
    const bridge = { drafts, release: { send } } as unknown as Bridge
    const kept = createDrafts(bridge)
    closing.unshift(() => kept.hold())
    const newKey = (): string => crypto.randomUUID()
    const sends = createSendsStore(bridge, newKey)
    const batches = createSendBatchesStore({ bridge, sends, drafts: kept, newKey, now: () => nowMs })
    const { getState } = batches
    return {
      begin: (...names: string[]) => getState().start({ studyID, who: 'Ana Silva', parts: names.map(partOf) }),
      retry: () => getState().retry(studyID),
      close: () => getState().close(studyID),
      titles: () =>
        getState().batches.flatMap(({ parts }) => parts.map(({ words, state }) => `${words.title} ${state}`)),
      isEarlier: () => getState().batches.map(({ isEarlier }) => isEarlier),
      until: async (title: string): Promise<void> => {
        await expect
          .poll(() => getState().batches[0]?.parts.find(({ words }) => words.title === title)?.state)
          .toBe('sending')
      },
      flush: () => kept.flush(),
      signOut: async (): Promise<void> => {
        await kept.flush()
        user = null
        kept.hold()
        getState().clear()
      },
      signIn: async (user_id: string): Promise<void> => {
        user = aStaffUser({ user_id })
        kept.forget()
        await getState().load()
      },
      end: () => {
        getState().clear()
        for (const close of closing.splice(0)) close()
      },
    }
  }

  it.each(['answer lost', 'never sent'] as const)(
    'are shown to the same user after a restart, and a new try sends each exactly once: %s',
    async (how) => {
      trouble = { b: how }
      const before = await start()
      void before.begin('a', 'b', 'c')
      await before.until('b')
      before.end()

      trouble = {}
      const after = await start()
      await after.signIn('u-ada')
      expect(after.titles().slice(1)).toEqual(['b unknown', 'c unknown'])
      expect(after.isEarlier()).toEqual([true])
      await after.retry()
      expect(after.titles()).toEqual(['a sent', 'b sent', 'c sent'])
      expect([...registered.values()].sort()).toEqual(['a', 'b', 'c'])
      await after.flush()
      after.end()

      const last = await start()
      await last.signIn('u-ada')
      expect(last.titles()).toEqual([])
    },
  )

  it('are not shown to a second person, whose own sends do not replace them', async () => {
    trouble = { b: 'never sent' }
    const window = await start()
    await window.signIn('u-ada')
    void window.begin('a', 'b')
    await window.until('b')
    await window.signOut()

    trouble = { y: 'never sent' }
    await window.signIn('u-ben')
    expect(window.titles()).toEqual([])
    void window.begin('x', 'y')
    await window.until('y')
    await window.signOut()

    trouble = {}
    await window.signIn('u-ada')
    expect(window.titles()).toEqual(['a sent', 'b unknown'])
    await window.retry()
    await window.signOut()
    await window.signIn('u-ben')
    expect(window.titles()).toEqual(['x sent', 'y unknown'])
    await window.retry()
    expect([...registered.values()].sort()).toEqual(['a', 'b', 'x', 'y'])
  })

  it('do not reappear after the user closed their list', async () => {
    trouble = { b: 'never sent' }
    const window = await start()
    await window.signIn('u-ada')
    void window.begin('a', 'b')
    await window.until('b')
    await window.signOut()
    await window.signIn('u-ada')
    window.close()
    await window.flush()
    await window.signOut()
    await window.signIn('u-ada')
    expect(window.titles()).toEqual([])
  })

  it('are not sent again under a key that the back office may have forgotten', async () => {
    const first = await start()
    await first.signIn('u-ada')
    trouble = { b: 'answer lost' }
    void first.begin('a', 'b')
    await first.until('b')
    await first.signOut()
    nowMs += 26 * 86_400_000
    trouble = {}
    await first.signIn('u-ada')
    expect(first.titles()).toEqual(['a sent', 'b unknown'])
    await first.retry()
    expect(first.titles()).toEqual(['a sent', 'b unknown'])
    expect(registered.size).toBe(2)
  })
})
