import { describe, expect, it } from 'vitest'
import { ipcChannels } from '#contract/bridge-names.ts'
import type { Dispatcher } from '#main/bridge/dispatcher.ts'
import { APP_ORIGIN, attachIpcTransport } from '#main/shells/electron/ipc-transport.ts'
import { createFakeIpc } from '#test/fakes/electron/fake-ipc.ts'

type Sink = Parameters<Dispatcher['attach']>[0]

/** Creates the transport over a dispatcher that only stores its listeners. Its windows are Atrium's own or foreign. */
const createWindows = () => {
  const sinks = new Set<Sink>()
  const dispatcher = {
    attach: (sink: Sink) => {
      // A separate sink, so that a window that attached twice would be counted twice.
      const own: Sink = (envelope) => sink(envelope)
      sinks.add(own)
      return () => {
        sinks.delete(own)
      }
    },
    resume: () => undefined,
  } as unknown as Dispatcher
  const { ipcMain, createRenderer } = createFakeIpc()
  const ours = new Set<object>()
  const detachAll = attachIpcTransport({ ipcMain, dispatcher, isOwnWindow: (contents) => ours.has(contents) })
  const open = (isOurs: boolean) => {
    const renderer = createRenderer({ origin: APP_ORIGIN, parent: null })
    if (isOurs) ours.add(renderer.contents)
    const received: unknown[] = []
    renderer.ipcRenderer.on(ipcChannels.event, (_event, envelope) => received.push(envelope))
    const load = async (): Promise<void> => {
      renderer.ipcRenderer.send(ipcChannels.resume, { kind: 'resume', start: null, sequence: 0 })
      await settle()
    }
    return { received, load, close: renderer.destroy }
  }
  return { sinks, open, detachAll }
}

const settle = (): Promise<void> => new Promise((done) => setImmediate(done))

const anEvent = (number: number): never => ({ kind: 'event', number }) as never

describe('IPC transport with several windows', () => {
  it('notifies every Atrium window, and no other window', async () => {
    const { sinks, open } = createWindows()
    const [main, invoice, stranger] = [open(true), open(true), open(false)]
    for (const window of [main, invoice, stranger]) await window.load()
    for (const sink of sinks) sink(anEvent(1))
    await settle()
    expect([main.received.length, invoice.received.length, stranger.received.length]).toEqual([1, 1, 0])
  })

  it('keeps nothing of a closed window, and continues to notify the others', async () => {
    const { sinks, open } = createWindows()
    const main = open(true)
    await main.load()
    for (let round = 0; round < 20; round += 1) {
      const invoice = open(true)
      await invoice.load()
      invoice.close()
    }
    expect(sinks.size).toBe(1)
    for (const sink of sinks) sink(anEvent(2))
    await settle()
    expect(main.received).toHaveLength(1)
  })

  it('notifies a reloaded window once', async () => {
    const { sinks, open, detachAll } = createWindows()
    const invoice = open(true)
    for (let round = 0; round < 3; round += 1) await invoice.load()
    expect(sinks.size).toBe(1)
    detachAll()
    expect(sinks.size).toBe(0)
  })
})
