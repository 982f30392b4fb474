import { describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import { ok } from '#contract/reply.ts'
import { buildBridge, withChanges } from '#renderer/frame/build-bridge.ts'

const createRecordedBridge = () => {
  const calls: unknown[] = []
  const bridge = buildBridge({
    call: async (command, input) => {
      calls.push([command, input])
      return ok({})
    },
    on: () => () => undefined,
  })
  return { calls, bridge }
}

describe('the bridge that the window builds', () => {
  it('calls every command of the table by its name, with its input', async () => {
    const { calls, bridge } = createRecordedBridge()
    const commands = Object.entries(bridgeSchemas).flatMap(([subject, entries]) =>
      Object.keys(entries).map((method) => [subject, method] as const),
    )
    const methods = bridge as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
    for (const [subject, method] of commands) await methods[subject]?.[method]?.({ input: method })
    expect(calls).toEqual(commands.map(([subject, method]) => [`${subject}.${method}`, { input: method }]))
    expect(commands.length).toBeGreaterThan(130)
  })

  it('returns the same function for each access, and is not treated as a promise by await', async () => {
    const { bridge } = createRecordedBridge()
    expect(bridge.drafts.read).toBe(bridge.drafts.read)
    expect(await bridge).toBe(bridge)
    expect(await bridge.drafts).toBe(bridge.drafts)
  })

  it('calls a replaced method instead of the transport, and calls the transport for all others', async () => {
    const { calls, bridge } = createRecordedBridge()
    const changed = withChanges(bridge, {
      drafts: withChanges(bridge.drafts, { read: async () => ok(null) }),
    })
    expect(await changed.drafts.read()).toEqual(ok(null))
    await changed.drafts.discard({ draftID: 'a' })
    await changed.search.find({ text: 'b', limit: 1 })
    expect(calls).toEqual([
      ['drafts.discard', { draftID: 'a' }],
      ['search.find', { text: 'b', limit: 1 }],
    ])
  })
})
