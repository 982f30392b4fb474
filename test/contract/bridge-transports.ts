import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'vite'
import { WebSocket } from 'ws'
import { type BridgeTransport, bridgeGlobalName, ipcChannels } from '#contract/bridge-names.ts'
import type { Reply } from '#contract/reply.ts'
import { loadAppFiles } from '#main/bridge/app-files.ts'
import { createDispatcher, type Dispatcher } from '#main/bridge/dispatcher.ts'
import { parseResume } from '#main/bridge/parse-envelope.ts'
import { serve } from '#main/shells/browser-host/serve.ts'
import { APP_ORIGIN, attachIpcTransport } from '#main/shells/electron/ipc-transport.ts'
import { createEventHub } from '#preload/event-hub.ts'
import { createSocketTransport } from '#preload/socket-transport.ts'
import { buildBridge } from '#renderer/frame/build-bridge.ts'
import { createFakeIpc } from '#test/fakes/electron/fake-ipc.ts'
import { enterBrowserHost } from '#test/fixtures/shells/enter-browser-host.ts'
import type { BridgeParts, MakeBridge } from './bridge-under-test.ts'

const makeDispatcher = (parts: BridgeParts): Dispatcher => {
  let ids = 0
  const newId = (): string => {
    ids += 1
    return `id-${ids}`
  }
  return createDispatcher({ ...parts, newId })
}

/** Joins both halves of the bridge by function calls, without a wire. */
export const overMemory: MakeBridge = async (parts) => {
  const dispatcher = makeDispatcher(parts)
  const own = { origin: 'memory', trusted: true }
  return {
    dispatcher,
    connect: async () => {
      const hub = createEventHub()
      const detach = dispatcher.attach(hub.accept)
      const resume = parseResume(hub.resumeEnvelope())
      if (resume) dispatcher.resume(resume, hub.accept)
      let id = 0
      const call = async (command: string, input: unknown): Promise<Reply<unknown>> => {
        id += 1
        return (await dispatcher.dispatch({ kind: 'call', id, command, input }, own)).reply
      }
      const bridge = buildBridge({ call, on: hub.on })
      const sendRaw = async (message: unknown): Promise<Reply<unknown>> =>
        (await dispatcher.dispatch(message, own)).reply
      return { bridge, onTransport: () => () => undefined, call, sendRaw, drop: null, close: detach }
    },
    callAsStranger: async (command, input) =>
      (await dispatcher.dispatch({ kind: 'call', id: 1, command, input }, { origin: 'elsewhere', trusted: false }))
        .reply,
    stop: async () => undefined,
  }
}

/** Builds the Electron preload as for the product, and returns the preload's code. */
export const buildElectronPreload = async (): Promise<string> => {
  const outDir = mkdtempSync(join(tmpdir(), 'atrium-preload-'))
  try {
    await build({ configFile: join(import.meta.dirname, '../../vite.config.ts'), mode: 'preload', build: { outDir } })
    return readFileSync(join(outDir, 'electron.cjs'), 'utf8')
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** Main's real IPC transport and the real preload bundle, which runs with a `require` that knows only Electron. */
export const overIpc =
  (preloadCode: string): MakeBridge =>
  async (parts) => {
    const dispatcher = makeDispatcher(parts)
    const { ipcMain, createRenderer } = createFakeIpc()
    const ours = new Set<object>()
    const detachAll = attachIpcTransport({ ipcMain, dispatcher, isOwnWindow: (contents) => ours.has(contents) })
    const ownFrame = { origin: APP_ORIGIN, parent: null }
    return {
      dispatcher,
      connect: async () => {
        const renderer = createRenderer({ ...ownFrame })
        ours.add(renderer.contents)
        const globals: Record<string, unknown> = {}
        const contextBridge = {
          exposeInMainWorld: (name: string, value: unknown) => {
            globals[name] = value
          },
        }
        const electron = { contextBridge, ipcRenderer: renderer.ipcRenderer }
        const require = (name: string): unknown => {
          if (name === 'electron') return electron
          throw new Error(`module not found: ${name}`)
        }
        runInContext(preloadCode, createContext({ require, module: { exports: {} }, exports: {}, queueMicrotask }))
        const transport = globals[bridgeGlobalName] as BridgeTransport
        const invoke = async (message: unknown): Promise<Reply<unknown>> =>
          ((await renderer.ipcRenderer.invoke(ipcChannels.call, message)) as { reply: Reply<unknown> }).reply
        return {
          bridge: buildBridge(transport),
          onTransport: transport.onTransport,
          call: (command, input) => invoke({ kind: 'call', id: 1, command, input }),
          sendRaw: invoke,
          drop: null,
          close: renderer.destroy,
        }
      },
      callAsStranger: async (command, input) => {
        const strangers = [
          createRenderer(ownFrame),
          createRenderer({ origin: 'https://elsewhere.invalid', parent: null }),
          createRenderer({ origin: APP_ORIGIN, parent: ownFrame }, ownFrame),
        ]
        for (const stranger of strangers.slice(1)) ours.add(stranger.contents)
        let worst: Reply<unknown> | 'refused' = 'refused'
        for (const { ipcRenderer } of strangers) {
          const answer = await ipcRenderer.invoke(ipcChannels.call, { kind: 'call', id: 1, command, input })
          worst = (answer as { reply: Reply<unknown> }).reply
          if (worst.ok) return worst
        }
        return worst
      },
      stop: async () => detachAll(),
    }
  }

/** The browser shell's real server and the page's real transport, over a real socket. */
export const overWebSocket: MakeBridge = async (parts) => {
  const dispatcher = makeDispatcher(parts)
  const folder = mkdtempSync(join(tmpdir(), 'atrium-pages-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><!--atrium-preload-->')
  const served = await serve({ port: 0, files: loadAppFiles(folder), dispatcher })
  rmSync(folder, { recursive: true, force: true })
  const origin = `http://127.0.0.1:${served.port}`
  const { cookie, headers: own, protocols } = await enterBrowserHost(served.url)
  const open = (headers: Record<string, string>, offered: readonly string[]): WebSocket =>
    new WebSocket(`ws://127.0.0.1:${served.port}/bridge`, [...offered], { headers })

  /** Opens a socket, sends one text and returns the first answer. */
  const sendOnce = (
    headers: Record<string, string>,
    text: string,
    offered = protocols,
  ): Promise<Reply<unknown> | 'refused'> =>
    new Promise((resolve) => {
      const socket = open(headers, offered)
      socket.on('open', () => socket.send(text))
      socket.on('message', (data) => {
        resolve(JSON.parse(data.toString()).reply)
        socket.close()
      })
      socket.on('close', () => resolve('refused'))
      socket.on('error', () => resolve('refused'))
    })

  return {
    dispatcher,
    connect: async () => {
      let socket: WebSocket | undefined
      const transport = createSocketTransport({
        openSocket: () => {
          socket = open(own, protocols)
          return socket as never
        },
        firstRetryMs: 20,
      })
      return {
        bridge: buildBridge(transport),
        onTransport: transport.onTransport,
        call: transport.call,
        sendRaw: (message) => sendOnce(own, JSON.stringify(message)),
        drop: () =>
          new Promise((done) => {
            socket?.once('close', () => done())
            socket?.terminate()
          }),
        close: transport.close,
      }
    },
    callAsStranger: async (command, input) => {
      const text = JSON.stringify({ kind: 'call', id: 1, command, input })
      for (const headers of [
        { Cookie: cookie },
        { Origin: origin },
        { Origin: 'https://elsewhere.invalid', Cookie: cookie },
        { Origin: `http://localhost:${served.port}`, Cookie: cookie },
        { Origin: origin, Cookie: cookie, Host: `elsewhere.invalid:${served.port}` },
        { Origin: origin, Cookie: `${cookie}x` },
      ]) {
        const answer = await sendOnce(headers, text)
        if (answer !== 'refused') return answer
      }
      for (const offered of [[], ['atrium'], ['atrium', 'key.'], ['atrium', `${protocols[1]}x`]]) {
        const answer = await sendOnce(own, text, offered)
        if (answer !== 'refused') return answer
      }
      return 'refused'
    },
    stop: () => served.stop(),
  }
}
