import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron'
import { ipcChannels } from '#contract/bridge-names.ts'
import type { EventEnvelope, ReplyEnvelope } from '#contract/envelope.ts'
import type { Dispatcher, Sender } from '../../bridge/dispatcher.ts'
import { parseResume } from '../../bridge/parse-envelope.ts'

/** The origin of the app's own pages. */
export const APP_ORIGIN = 'app://atrium'

/**
 * Identifies the sender. Only the main frame of a window that the app opened is trusted, and only while it shows an app
 * page. A subframe, a page of another origin and any other window are not trusted.
 */
const senderOf = (
  event: IpcMainEvent | IpcMainInvokeEvent,
  isOwnWindow: (contents: WebContents) => boolean,
): Sender => {
  const frame = event.senderFrame
  const origin = frame?.origin ?? ''
  const isMainFrame = frame !== null && frame.parent === null && frame === event.sender.mainFrame
  return { origin, trusted: isMainFrame && origin === APP_ORIGIN && isOwnWindow(event.sender) }
}

/**
 * Attaches the bridge over Electron's IPC. It registers every channel of the app, each with the sender check. Returns
 * the function that removes them.
 */
export const attachIpcTransport = (parts: {
  ipcMain: Pick<IpcMain, 'handle' | 'on' | 'removeHandler' | 'removeAllListeners'>
  dispatcher: Dispatcher
  isOwnWindow: (contents: WebContents) => boolean
}): (() => void) => {
  const { ipcMain, dispatcher, isOwnWindow } = parts
  const detachers = new Map<WebContents, () => void>()

  ipcMain.handle(
    ipcChannels.call,
    (event, message: unknown): Promise<ReplyEnvelope> => dispatcher.dispatch(message, senderOf(event, isOwnWindow)),
  )
  ipcMain.on(ipcChannels.resume, (event, message: unknown) => {
    const resume = parseResume(message)
    if (!resume || !senderOf(event, isOwnWindow).trusted) return
    const contents = event.sender
    const send = (envelope: EventEnvelope): void => {
      if (!contents.isDestroyed()) contents.send(ipcChannels.event, envelope)
    }
    // A window that reloads replaces its earlier subscription.
    if (detachers.has(contents)) detachers.get(contents)?.()
    else {
      contents.once('destroyed', () => {
        detachers.get(contents)?.()
        detachers.delete(contents)
      })
    }
    detachers.set(contents, dispatcher.attach(send))
    dispatcher.resume(resume, send)
  })

  return () => {
    ipcMain.removeHandler(ipcChannels.call)
    ipcMain.removeAllListeners(ipcChannels.resume)
    for (const detach of detachers.values()) detach()
    detachers.clear()
  }
}
