import { describe, expect, it } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import type { HeadState, SignedAuditHead } from '#domain/audit/audit-head.ts'
import { createAuditHeads } from '#main/sync/audit-heads.ts'

const aHead = (at: number, rows: number, mark = 'B'): SignedAuditHead => ({
  ...{ serverID: 'server-1', at, rows, hash: 'a'.repeat(64), keyID: '0123456789abcdef' },
  ...{ publicKey: 'A'.repeat(60), signature: mark.repeat(88) },
})

/** Creates a server that compares heads. `states` has the result for a head by its time; the default is `same`. */
const createServer = () => {
  const server = {
    isReached: true,
    reviewedUntil: null as number | null,
    states: new Map<number, HeadState>(),
    reports: [] as number[][],
    calls: {
      call: async (_name: string, { body }: { readonly body: { readonly heads: readonly SignedAuditHead[] } }) => {
        if (!server.isReached) return fail('offline', 'Offline.')
        server.reports.push(body.heads.map(({ at }) => at))
        const heads = body.heads.map(({ at, rows }) => ({ at, rows, state: server.states.get(at) ?? 'same' }))
        return ok({ heads, reviewedUntil: server.reviewedUntil })
      },
    } as never,
  }
  return server
}
const { calls } = createServer()
const nowMs = () => 0

const createSettings = () => {
  const stored = new Map<string, string>()
  return {
    stored,
    settings: {
      read: (name: string) => stored.get(name) ?? null,
      write: (name: string, value: string) => void stored.set(name, value),
      forget: (name: string) => void stored.delete(name),
    },
  }
}

describe('the audit heads of a workstation', () => {
  it('are kept over a restart until the server has compared them; then one for each day and the latest remain', async () => {
    const { settings } = createSettings()
    const open = () => createAuditHeads({ settings, calls, nowMs, log: () => {} })
    const [first, second, third] = [aHead(10, 1, 'B'), aHead(20, 2, 'C'), aHead(30, 3, 'D')]
    const heads = open()
    expect(heads.read()).toEqual([])
    for (const head of [first, second, third]) heads.keep(head)
    expect(open().read()).toEqual([first, second, third])
    await open().report()
    expect(open().read()).toEqual([first, third])
  })

  it('lead to a log line when a head has fewer rows than the one before it, also after a restart', () => {
    const { settings } = createSettings()
    const codes: string[] = []
    const open = () => createAuditHeads({ settings, calls, nowMs, log: (_level, code) => void codes.push(code) })
    open().keep(aHead(10, 9, 'B'))
    expect(codes).toEqual([])
    const heads = open()
    heads.keep(aHead(20, 5, 'C'))
    heads.keep(aHead(30, 6, 'D'))
    expect(codes).toEqual(['audit.head-went-back'])
  })

  it('start empty if the stored heads cannot be read', () => {
    const { settings, stored } = createSettings()
    stored.set('audit-heads', '{').set('audit-head-latest', '[]')
    const heads = createAuditHeads({ settings, calls, nowMs, log: () => {} })
    expect(heads.read()).toEqual([])
    heads.keep(aHead(10, 1))
    expect(heads.read()).toHaveLength(1)
  })

  it('are reported every ten minutes, a minute after a failure, and immediately when one has fewer rows than the one before it', async () => {
    let now = 0
    const server = createServer()
    const { settings } = createSettings()
    const heads = createAuditHeads({ settings, calls: server.calls, nowMs: () => now, log: () => {} })
    await heads.report()
    heads.keep(aHead(10, 1, 'B'))
    await heads.report()
    heads.keep(aHead(70, 2, 'C'))
    now = 9 * 60_000
    await heads.report()
    expect(server.reports).toEqual([[10]])
    server.isReached = false
    now = 10 * 60_000
    await heads.report()
    server.isReached = true
    now += 59_000
    await heads.report()
    expect(server.reports).toHaveLength(1)
    now += 1_000
    await heads.report()
    expect(server.reports).toEqual([[10], [10, 70]])
    heads.keep(aHead(130, 1, 'D'))
    await heads.report()
    expect(server.reports.at(-1)).toEqual([10, 70, 130])
  })

  it('are reported, if they differ from the server’s log, until an administrator has reviewed them', async () => {
    let now = 0
    const server = createServer()
    const { settings } = createSettings()
    const codes: string[] = []
    const open = () =>
      createAuditHeads({
        settings,
        calls: server.calls,
        nowMs: () => now,
        log: (_level, code) => void codes.push(code),
      })
    server.states.set(70, 'differs')
    const heads = open()
    for (const head of [aHead(10, 1, 'B'), aHead(70, 2, 'C'), aHead(130, 3, 'D')]) heads.keep(head)
    await heads.report()
    expect(codes).toEqual(['audit.heads-differ'])
    now = 10 * 60_000
    await open().report()
    expect(server.reports.at(-1)).toEqual([10, 70, 130])
    server.reviewedUntil = 70
    now = 20 * 60_000
    await open().report()
    now = 30 * 60_000
    await open().report()
    expect(server.reports).toHaveLength(4)
    expect(server.reports.at(-1)).toEqual([10, 130])
    expect(codes).toHaveLength(2)
  })
})
