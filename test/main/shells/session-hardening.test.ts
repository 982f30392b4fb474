import { EventEmitter } from 'node:events'
import type { App, Session, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { isOwnAddress } from '#main/shells/electron/app-protocol.ts'
import { hardenEveryPage, hardenSession } from '#main/shells/electron/session-hardening.ts'

type Decide = (granted: boolean) => void

/** A session that keeps the handlers it is given, for the test to call. */
const createKeepingSession = () => {
  const handlers: Record<string, (...args: never[]) => unknown> = {}
  const keep =
    (name: string) =>
    (handler: (...args: never[]) => unknown): void => {
      handlers[name] = handler
    }
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    setSpellCheckerEnabled: keep('spelling'),
    webRequest: { onBeforeRequest: keep('beforeRequest') },
  })
  return { session, handlers }
}

const permissions = [
  ...['media', 'geolocation', 'notifications', 'midi', 'midiSysex', 'pointerLock', 'keyboardLock', 'fullscreen'],
  ...['openExternal', 'clipboard-read', 'clipboard-sanitized-write', 'display-capture', 'mediaKeySystem', 'hid', 'usb'],
  ...['serial', 'local-network', 'local-network-access', 'loopback-network', 'storage-access', 'unknown', ''],
]

const createStop = (url: string) => {
  const event = {
    url,
    prevented: false,
    preventDefault: () => {
      event.prevented = true
    },
  }
  return event
}

const own = ['app://atrium/', 'app://atrium/admin/booking?x=1#y', 'app://atrium']
const foreign = [
  ...['https://example.invalid/', 'http://127.0.0.1/', 'file:///etc/passwd', 'data:text/html,x', 'javascript:alert(1)'],
  ...['app://other/', 'app://atrium.example.invalid/', 'app://atrium:99/', 'app://evil@other/', 'apps://atrium/'],
  ...['blob:app://atrium/1', 'view-source:app://atrium/', 'about:blank', 'ws://atrium/', 'chrome://gpu', 'atrium', ''],
]

describe('session hardening', () => {
  it.each(permissions)('grants %s neither when it is asked for nor when it is looked up', (permission) => {
    const { session, handlers } = createKeepingSession()
    hardenSession(session as unknown as Session)
    const decided: boolean[] = []
    const decide: Decide = (granted) => decided.push(granted)
    handlers.request?.(null as never, permission as never, decide as never, {} as never)
    expect(decided).toEqual([false])
    expect(handlers.check?.(null as never, permission as never, 'app://atrium' as never, {} as never)).toBe(false)
    expect(handlers.device?.({ deviceType: permission } as never)).toBe(false)
  })

  it('lets no download begin', () => {
    const { session } = createKeepingSession()
    hardenSession(session as unknown as Session)
    const event = createStop('app://atrium/x')
    session.emit('will-download', event)
    expect(event.prevented).toBe(true)
  })

  it('lets a page ask for the app’s own addresses and no other', () => {
    const { session, handlers } = createKeepingSession()
    hardenSession(session as unknown as Session)
    const isCancelled = (url: string): unknown => {
      let answer: { cancel?: boolean } = {}
      const decide = (given: { cancel?: boolean }): void => {
        answer = given
      }
      handlers.beforeRequest?.({ url } as never, decide as never)
      return answer.cancel
    }
    expect(own.map(isCancelled)).toEqual(own.map(() => false))
    expect(foreign.map(isCancelled)).toEqual(foreign.map(() => true))
  })
})

describe('every page', () => {
  const openPage = (mayFrame?: (contents: WebContents, address: string) => boolean) => {
    const app = new EventEmitter()
    hardenEveryPage(app as unknown as App, mayFrame)
    let decideOnWindow: ((details: { url: string }) => { action: string }) | undefined
    const contents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: (handler: (details: { url: string }) => { action: string }) => {
        decideOnWindow = handler
      },
    })
    app.emit('web-contents-created', {}, contents as unknown as WebContents)
    return { contents, decideOnWindow: (url: string) => decideOnWindow?.({ url }) }
  }

  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('stays at home on %s', (name) => {
    const { contents } = openPage()
    const leads = (url: string): boolean => {
      const event = createStop(url)
      contents.emit(name, event)
      return !event.prevented
    }
    expect(own.map(leads)).toEqual(own.map(() => true))
    expect(foreign.map(leads)).toEqual(foreign.map(() => false))
  })

  it('holds another page in a frame only where that was granted, and never goes there itself', () => {
    const { contents } = openPage((_contents, address) => address === 'https://example.invalid/')
    const leads = (url: string, isMainFrame: boolean): boolean => {
      const event = Object.assign(createStop(url), { isMainFrame })
      contents.emit('will-frame-navigate', event)
      return !event.prevented
    }
    expect(foreign.filter((url) => leads(url, false))).toEqual(['https://example.invalid/'])
    expect(foreign.filter((url) => leads(url, true))).toEqual([])
  })

  it('opens no window, not even one of its own, and holds no other page', () => {
    const { contents, decideOnWindow } = openPage()
    for (const url of [...own, ...foreign]) expect(decideOnWindow(url), url).toEqual({ action: 'deny' })
    const event = createStop('app://atrium/')
    contents.emit('will-attach-webview', event)
    expect(event.prevented).toBe(true)
  })

  it('knows its own addresses', () => {
    expect(own.map(isOwnAddress)).toEqual(own.map(() => true))
    expect(foreign.map(isOwnAddress)).toEqual(foreign.map(() => false))
  })
})
