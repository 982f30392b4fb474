import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron'
import { ipcChannels } from '#contract/bridge-names.ts'
import type { EventEnvelope, ReplyEnvelope } from '#contract/envelope.ts'
import type { Dispatcher, Sender } from '../../bridge/dispatcher.ts'
import { parseResume } from '../../bridge/parse-envelope.ts'

/** The origin of the app's own pages. */
export const APP_ORIGIN = 'app://atrium'

/**
 * Trusted is the main frame of a window we opened, showing a page of ours: not a frame in it, not a page it was led to, and
 * not a window that somebody else opened.
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
 * The bridge over Electron's IPC. Every channel of the app is here, and each passes the sender check. Gives the function
 * that takes them off again.
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
    // A window that is loaded again takes the place of its former self.
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
