import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSocketTransport, type Socket } from '#preload/socket-transport.ts'

type Listener = (event: { data?: unknown }) => void

/** Creates a socket that acts on the test's commands. */
const createScriptedSocket = () => {
  const listeners = new Map<string, Listener[]>()
  const sent: { kind: string; id?: number; command?: string }[] = []
  const state = { readyState: 0 }
  const emit = (name: string, event: { data?: unknown } = {}): void => {
    for (const listener of listeners.get(name) ?? []) listener(event)
  }
  return {
    socket: {
      get readyState() {
        return state.readyState
      },
      send: (text: string) => sent.push(JSON.parse(text)),
      close: () => emit('close'),
      addEventListener: (name: string, listener: Listener) =>
        listeners.set(name, [...(listeners.get(name) ?? []), listener]),
    } as unknown as Socket,
    sent,
    open: () => {
      state.readyState = 1
      emit('open')
    },
    lose: () => {
      state.readyState = 3
      emit('error')
      emit('close')
    },
    say: (message: unknown) =>
      emit('message', { data: typeof message === 'string' ? message : JSON.stringify(message) }),
  }
}

describe('socket transport', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const setUp = () => {
    const sockets: ReturnType<typeof createScriptedSocket>[] = []
    const transport = createSocketTransport({
      openSocket: () => {
        const made = createScriptedSocket()
        sockets.push(made)
        return made.socket
      },
    })
    const last = () => sockets[sockets.length - 1] as ReturnType<typeof createScriptedSocket>
    return { transport, sockets, last }
  }

  it('sends its last event number before the calls that waited for the connection', async () => {
    const { transport, last } = setUp()
    void transport.call('session.current', {})
    expect(last().sent).toEqual([])
    last().open()
    expect(last().sent.map((each) => each.kind)).toEqual(['resume', 'call'])
  })

  it('fails a call as not sent if no connection is made', async () => {
    const { transport } = setUp()
    const reply = transport.call('session.current', {})
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await reply).toMatchObject({ ok: false, failure: { code: 'not-sent' } })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('fails a call as timed out if main never answers it', async () => {
    const { transport, last } = setUp()
    last().open()
    let reply: unknown = 'none yet'
    void transport.call('session.current', {}).then((answer) => {
      reply = answer
    })
    await vi.advanceTimersByTimeAsync(34_999)
    expect(reply).toBe('none yet')
    await vi.advanceTimersByTimeAsync(1)
    expect(reply).toMatchObject({ ok: false, failure: { code: 'timed-out' } })
  })

  it('reconnects at growing intervals, at most five seconds, and starts over after a success', async () => {
    const { sockets, last } = setUp()
    const pauses: number[] = []
    for (let loss = 0; loss < 7; loss += 1) {
      const before = sockets.length
      last().lose()
      let waited = 0
      while (sockets.length === before) {
        await vi.advanceTimersByTimeAsync(100)
        waited += 100
      }
      pauses.push(waited)
    }
    expect(pauses).toEqual([200, 400, 800, 1600, 3200, 5000, 5000])
    last().open()
    last().lose()
    const before = sockets.length
    await vi.advanceTimersByTimeAsync(200)
    expect(sockets.length).toBe(before + 1)
  })

  it('does not repeat a call that was sent before the connection was lost', async () => {
    const { transport, last } = setUp()
    last().open()
    const reply = transport.call('booking.settled', {})
    last().lose()
    expect(await reply).toMatchObject({ failure: { code: 'disconnected' } })
    await vi.advanceTimersByTimeAsync(200)
    last().open()
    expect(last().sent.map((each) => each.kind)).toEqual(['resume'])
  })

  it('ignores messages that are not envelopes, and unexpected replies', async () => {
    const { transport, last } = setUp()
    last().open()
    const reply = transport.call('session.current', {})
    const id = last().sent[1]?.id
    for (const noise of ['{', 'null', '7', '[]', { kind: 'reply', id: 99, reply: {} }, { kind: 'other' }])
      last().say(noise)
    last().say({ kind: 'reply', id, reply: { ok: true, value: 1 } })
    last().say({ kind: 'reply', id, reply: { ok: true, value: 2 } })
    expect(await reply).toEqual({ ok: true, value: 1 })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('returns a failure for input that cannot be serialized', async () => {
    const { transport, last } = setUp()
    last().open()
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(await transport.call('drafts.save', circle)).toMatchObject({ failure: { code: 'invalid-input' } })
  })

  it('sends a new listener the current state', () => {
    const { transport, last } = setUp()
    last().open()
    last().lose()
    const seen: string[] = []
    const stop = transport.onTransport((state) => seen.push(state))
    expect(seen).toEqual(['reconnecting'])
    stop()
  })
})
