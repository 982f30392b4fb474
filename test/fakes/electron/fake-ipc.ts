import { EventEmitter } from 'node:events'
import type { IpcMain, IpcMainEvent, WebContents } from 'electron'

/** The properties of a frame that a check of the sender reads. */
type FakeFrame = { readonly origin: string; readonly parent: FakeFrame | null }

/** A window's side of the connection, as main sees it and as its preload sees it. */
type FakeRenderer = {
  readonly contents: WebContents
  readonly ipcRenderer: {
    invoke(channel: string, ...args: unknown[]): Promise<unknown>
    send(channel: string, ...args: unknown[]): void
    on(channel: string, listener: (event: object, ...args: unknown[]) => void): void
  }
  destroy(): void
}

type Handler = (event: object, ...args: unknown[]) => unknown

/**
 * Fakes ipcMain and any number of renderers in one process. Clones each message as Electron does and delivers it later,
 * in order. A destroyed renderer receives nothing. A call without a handler rejects, as in Electron.
 */
export const createFakeIpc = (): {
  ipcMain: Pick<IpcMain, 'handle' | 'on' | 'removeHandler' | 'removeAllListeners'>
  createRenderer(frame: FakeFrame, mainFrame?: FakeFrame): FakeRenderer
} => {
  const handlers = new Map<string, Handler>()
  const mainEvents = new EventEmitter()

  return {
    ipcMain: {
      handle: (channel: string, handler: Handler) => {
        if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
        handlers.set(channel, handler)
      },
      removeHandler: (channel: string) => {
        handlers.delete(channel)
      },
      on: (channel: string, listener: (event: IpcMainEvent, ...args: unknown[]) => void) =>
        mainEvents.on(channel, listener),
      removeAllListeners: (channel?: string) => mainEvents.removeAllListeners(channel),
    } as unknown as Pick<IpcMain, 'handle' | 'on' | 'removeHandler' | 'removeAllListeners'>,

    createRenderer: (frame, mainFrame = frame) => {
      const toPage = new EventEmitter()
      let destroyed = false
      const contents = Object.assign(new EventEmitter().setMaxListeners(0), {
        mainFrame,
        isDestroyed: () => destroyed,
        send: (channel: string, ...args: unknown[]) => {
          const copy = structuredClone(args)
          queueMicrotask(() => {
            if (!destroyed) toPage.emit(channel, {}, ...copy)
          })
        },
      }) as unknown as WebContents
      const event = (): object => ({ sender: contents, senderFrame: destroyed ? null : frame })
      return {
        contents,
        ipcRenderer: {
          invoke: async (channel, ...args) => {
            const handler = handlers.get(channel)
            const copy = structuredClone(args)
            if (!handler) throw new Error(`No handler registered for '${channel}'`)
            const gone = new Promise<never>((_resolve, reject) =>
              contents.once('destroyed', () => reject(new Error('reply was never sent'))),
            )
            gone.catch(() => undefined)
            await null
            return structuredClone(await Promise.race([handler(event(), ...copy), gone]))
          },
          send: (channel, ...args) => {
            const copy = structuredClone(args)
            queueMicrotask(() => mainEvents.emit(channel, event(), ...copy))
          },
          on: (channel, listener) => {
            toPage.on(channel, listener)
          },
        },
        destroy: () => {
          destroyed = true
          ;(contents as unknown as EventEmitter).emit('destroyed')
        },
      }
    },
  }
}
