import { describe, expect, it } from 'vitest'
import type { SignedAuditHead } from '#domain/audit/audit-head.ts'
import { createAuditHeads } from '#main/sync/audit-heads.ts'

const aHead = (at: number, rows: number, mark = 'B'): SignedAuditHead => ({
  ...{ serverID: 'server-1', at, rows, hash: 'a'.repeat(64), keyID: '0123456789abcdef' },
  ...{ publicKey: 'A'.repeat(60), signature: mark.repeat(88) },
})

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
  it('outlive a restart: the first of each day, and the latest', () => {
    const { settings } = createSettings()
    const open = () => createAuditHeads({ settings, log: () => {} })
    const [first, second, third] = [aHead(10, 1, 'B'), aHead(20, 2, 'C'), aHead(30, 3, 'D')]
    const heads = open()
    expect(heads.read()).toEqual([])
    for (const head of [first, second, third]) heads.keep(head)
    expect(open().read()).toEqual([first, third])
  })

  it('log a head with fewer rows than before, also after a restart', () => {
    const { settings } = createSettings()
    const codes: string[] = []
    const open = () => createAuditHeads({ settings, log: (_level, code) => void codes.push(code) })
    open().keep(aHead(10, 9, 'B'))
    expect(codes).toEqual([])
    const heads = open()
    heads.keep(aHead(20, 5, 'C'))
    heads.keep(aHead(30, 6, 'D'))
    expect(codes).toEqual(['audit.head-went-back'])
  })

  it('begin again where the stored ones cannot be read', () => {
    const { settings, stored } = createSettings()
    stored.set('audit-heads', '{').set('audit-head-latest', '[]')
    const heads = createAuditHeads({ settings, log: () => {} })
    expect(heads.read()).toEqual([])
    heads.keep(aHead(10, 1))
    expect(heads.read()).toHaveLength(1)
  })
})
