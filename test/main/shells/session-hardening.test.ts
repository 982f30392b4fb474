import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { App, Session, WebContents, WindowOpenHandlerResponse } from 'electron'
import { describe, expect, it } from 'vitest'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { frameSources, isFrameAddress, isFrameResource } from '#main/bridge/frame-sources.ts'
import { APP_START_URL, isOwnAddress, isOwnWindowAddress } from '#main/shells/electron/app-protocol.ts'
import { closeSession, hardenEveryPage, hardenSession } from '#main/shells/electron/session-hardening.ts'
import { paths } from '#renderer/routes.ts'

type Decide = (granted: boolean) => void

/** Creates a session that stores the handlers it receives, for the test to call. */
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

const frames = frameSources('https://back-office.example')
const ourPage = {} as WebContents
const strangePage = {} as WebContents
const harden = (session: unknown): void =>
  hardenSession(session as Session, {
    isOwnWindow: (contents) => contents === ourPage,
    downloadsFolder: '/downloads',
    mayLoadInFrame: (address, isPage) => (isPage ? isFrameAddress : isFrameResource)(frames, address),
  })

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
  ...[
    'blob:app://other/1',
    'blob:https://atrium/1',
    'blob:null/1',
    'view-source:app://atrium/',
    'about:blank',
    'ws://atrium/',
    'chrome://gpu',
    'atrium',
    '',
  ],
]

describe('session hardening', () => {
  const granted = ['loopback-network', 'local-network', 'local-network-access', 'clipboard-sanitized-write']
  it.each(permissions)(
    'grants %s only if it is for the local network or for copying, and only to our own main frame',
    (permission) => {
      const { session, handlers } = createKeepingSession()
      harden(session)
      const grants = (page: WebContents | null, address: string, isMainFrame: boolean): unknown[] => {
        const decided: unknown[] = []
        const decide: Decide = (granted) => decided.push(granted)
        const details = { isMainFrame, requestingUrl: address }
        handlers.request?.(page as never, permission as never, decide as never, details as never)
        decided.push(handlers.check?.(page as never, permission as never, address as never, details as never))
        return decided
      }
      const isGranted = granted.includes(permission)
      expect(grants(ourPage, 'app://atrium/', true)).toEqual([isGranted, isGranted])
      for (const address of foreign) expect(grants(ourPage, address, true), address).toEqual([false, false])
      expect(grants(ourPage, 'app://atrium/', false)).toEqual([false, false])
      expect(grants(strangePage, 'app://atrium/', true)).toEqual([false, false])
      expect(grants(null, 'app://atrium/', true)).toEqual([false, false])
    },
  )

  it.each(permissions)('refuses %s to a request or a check without a page, and to every device', (permission) => {
    const { session, handlers } = createKeepingSession()
    harden(session)
    const decided: boolean[] = []
    const decide: Decide = (granted) => decided.push(granted)
    handlers.request?.(null as never, permission as never, decide as never, {} as never)
    expect(decided).toEqual([false])
    expect(handlers.check?.(null as never, permission as never, 'app://atrium' as never, {} as never)).toBe(false)
    expect(handlers.device?.({ deviceType: permission } as never)).toBe(false)
  })

  describe('downloads', () => {
    const OWN_FILE = 'blob:app://atrium/5f0c-1'

    const download = (given: { url?: string; chain?: string[]; origin?: string; page?: WebContents }) => {
      const { url = OWN_FILE, chain = [url], origin = 'app://atrium', page = ourPage } = given
      const { session } = createKeepingSession()
      harden(session)
      const event = createStop(url)
      const dialogs: object[] = []
      const savePaths: string[] = []
      const item = {
        getURL: () => url,
        getURLChain: () => chain,
        getInitiatorOrigin: () => origin,
        getFilename: () => 'invoice-7.pdf',
        setSaveDialogOptions: (options: object) => dialogs.push(options),
        setSavePath: (path: string) => savePaths.push(path),
      }
      session.emit('will-download', event, item, page, null)
      return { began: !event.prevented, dialogs, savePaths }
    }

    it('lets our window save what it made, at the place that the user chooses', () => {
      expect(download({})).toEqual({
        began: true,
        dialogs: [{ title: 'Save', defaultPath: join('/downloads', 'invoice-7.pdf') }],
        savePaths: [],
      })
    })

    it.each([
      ['of an address of the app', { url: 'app://atrium/x.pdf' }],
      ['from elsewhere', { url: 'https://example.invalid/x.pdf' }],
      ['that a page of another origin made', { url: 'blob:https://example.invalid/1' }],
      ['that a page whose origin only begins like ours made', { url: 'blob:app://atrium.example.invalid/1' }],
      ['that a page without an origin made', { url: 'blob:null/1' }],
      ['of text in the address', { url: 'data:application/pdf,x' }],
      ['that came to our address by way of another address', { chain: ['https://example.invalid/', OWN_FILE] }],
      ['that another origin asked for', { origin: 'https://example.invalid' }],
      ['that no page asked for', { origin: '' }],
      ['in a window that is not ours', { page: strangePage }],
    ])('allows no download %s', (_name, given) => {
      expect(download(given)).toEqual({ began: false, dialogs: [], savePaths: [] })
    })
  })

  it('lets a page request the app’s own addresses and no other', () => {
    const { session, handlers } = createKeepingSession()
    harden(session)
    const isCancelled = (url: string): unknown => {
      let answer: { cancel?: boolean } = {}
      const decide = (given: { cancel?: boolean }): void => {
        answer = given
      }
      handlers.beforeRequest?.({ url } as never, decide as never)
      return answer.cancel
    }
    expect(own.map(isCancelled)).toEqual(own.map(() => false))
    expect(isCancelled('blob:app://atrium/5f0c-1')).toBe(false)
    expect(foreign.map(isCancelled)).toEqual(foreign.map(() => true))
  })

  it('lets a frame, but not the page itself, show the scheduling service and load its resources', () => {
    const { session, handlers } = createKeepingSession()
    harden(session)
    const isCancelled = (details: object): unknown => {
      let answer: { cancel?: boolean } = {}
      handlers.beforeRequest?.(
        details as never,
        ((given: typeof answer) => {
          answer = given
        }) as never,
      )
      return answer.cancel
    }
    const main = { parent: null }
    const inFrame = { parent: main }
    const pages = ['https://calendly.com/atrium/np', 'https://back-office.example/calendly/np']
    const parts = [...pages, 'https://assets.calendly.com/widget.js']
    for (const url of parts) {
      expect(isCancelled({ url, resourceType: 'script', frame: inFrame }), url).toBe(false)
      expect(isCancelled({ url, resourceType: 'script', frame: main }), url).toBe(true)
      expect(isCancelled({ url, resourceType: 'mainFrame', frame: main }), url).toBe(true)
      expect(isCancelled({ url, resourceType: 'xhr' }), url).toBe(true)
      expect(isCancelled({ url, resourceType: 'xhr', frame: null }), url).toBe(true)
      const isPage = pages.includes(url)
      expect(isCancelled({ url, resourceType: 'subFrame', frame: inFrame }), url).toBe(!isPage)
    }
    for (const url of foreign) expect(isCancelled({ url, resourceType: 'script', frame: inFrame }), url).toBe(true)
    for (const url of foreign) expect(isCancelled({ url, resourceType: 'subFrame', frame: inFrame }), url).toBe(true)
  })
})

describe('the default session', () => {
  it.each(permissions)('grants %s to no page', (permission) => {
    const { session, handlers } = createKeepingSession()
    closeSession(session as unknown as Session)
    const decided: boolean[] = []
    const details = { isMainFrame: true, requestingUrl: 'app://atrium/' }
    const decide: Decide = (granted) => decided.push(granted)
    handlers.request?.(ourPage as never, permission as never, decide as never, details as never)
    expect(decided).toEqual([false])
    expect(handlers.check?.(ourPage as never, permission as never, 'app://atrium' as never, details as never)).toBe(
      false,
    )
    expect(handlers.device?.({ deviceType: permission } as never)).toBe(false)
  })

  it('loads and saves nothing, not even from an address of the app', () => {
    const { session, handlers } = createKeepingSession()
    closeSession(session as unknown as Session)
    const answers: object[] = []
    const decide = (answer: object): number => answers.push(answer)
    for (const url of [...own, ...foreign]) handlers.beforeRequest?.({ url } as never, decide as never)
    expect(answers).toEqual([...own, ...foreign].map(() => ({ cancel: true })))
    const event = createStop('app://atrium/x')
    session.emit('will-download', event, {}, ourPage)
    expect(event.prevented).toBe(true)
  })
})

describe('every page', () => {
  const openPage = (
    mayFrame?: (contents: WebContents, address: string) => boolean,
    decideOnOpen?: (contents: WebContents, address: string) => WindowOpenHandlerResponse,
  ) => {
    const app = new EventEmitter()
    hardenEveryPage(app as unknown as App, mayFrame, decideOnOpen)
    let decideOnWindow: ((details: { url: string }) => { action: string }) | undefined
    const contents = Object.assign(new EventEmitter(), {
      setWebRTCIPHandlingPolicy: () => undefined,
      setWindowOpenHandler: (handler: (details: { url: string }) => { action: string }) => {
        decideOnWindow = handler
      },
    })
    app.emit('web-contents-created', {}, contents as unknown as WebContents)
    return { contents, decideOnWindow: (url: string) => decideOnWindow?.({ url }) }
  }

  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])('stays on the app’s addresses at %s', (name) => {
    const { contents } = openPage()
    const leads = (url: string): boolean => {
      const event = createStop(url)
      contents.emit(name, event)
      return !event.prevented
    }
    expect(own.map(leads)).toEqual(own.map(() => true))
    expect(foreign.map(leads)).toEqual(foreign.map(() => false))
  })

  it('shows another page in a frame only if that was granted, and never in its main frame', () => {
    const { contents } = openPage((_contents, address) => address === 'https://example.invalid/')
    const leads = (url: string, isMainFrame: boolean): boolean => {
      const event = Object.assign(createStop(url), { isMainFrame })
      contents.emit('will-frame-navigate', event)
      return !event.prevented
    }
    expect(foreign.filter((url) => leads(url, false))).toEqual(['https://example.invalid/'])
    expect(foreign.filter((url) => leads(url, true))).toEqual([])
  })

  it('opens a window only if that was granted to this page', () => {
    const asked: unknown[] = []
    const { contents, decideOnWindow } = openPage(undefined, (page, address) => {
      asked.push(page)
      return { action: address === 'app://atrium/admin/study/7/invoice' ? 'allow' : 'deny' }
    })
    expect(decideOnWindow('app://atrium/admin/study/7/invoice')).toEqual({ action: 'allow' })
    expect(decideOnWindow('app://atrium/')).toEqual({ action: 'deny' })
    expect(asked).toEqual([contents, contents])
  })

  it('opens no window without a grant, not even one of its own, and embeds no other page', () => {
    const { contents, decideOnWindow } = openPage()
    for (const url of [...own, ...foreign]) expect(decideOnWindow(url), url).toEqual({ action: 'deny' })
    const event = createStop('app://atrium/')
    contents.emit('will-attach-webview', event)
    expect(event.prevented).toBe(true)
  })

  it('accepts the addresses that `paths` builds for an invoice and a follow-up as those of a separate window', () => {
    const studyID = studyIDSchema.parse('7a-B9')
    expect(isOwnWindowAddress(new URL(paths.invoice(studyID), APP_START_URL).href)).toBe(true)
    expect(isOwnWindowAddress(new URL(paths.followUp(studyID), APP_START_URL).href)).toBe(true)
  })

  it.each([
    ...own,
    ...foreign,
    ...['app://atrium/admin/study/7/invoice?x=1', 'app://atrium/admin/study/7/invoice#x', 'app://atrium/admin/study/7'],
    ...[
      'app://atrium/admin/study//invoice',
      'app://atrium/admin/study/../invoice',
      'app://atrium/admin/study/%2e%2e/invoice',
    ],
    ...[
      'app://atrium/admin/study/7%2f8/invoice',
      'app://atrium/admin/study/7/8/invoice',
      'app://atrium/x/../admin/study/7/invoice',
    ],
    ...[
      'app://atrium/admin/study/7/invoice/',
      'app://atrium/admin/study/7/invoice/../../../..',
      'app://atrium/admin/study/7/payment',
    ],
    ...[
      'app://other/admin/study/7/invoice',
      'https://atrium/admin/study/7/invoice',
      'app://atrium:99/admin/study/7/invoice',
    ],
    ...[
      'app://evil@atrium/admin/study/7/invoice',
      'blob:app://atrium/admin/study/7/invoice',
      'app://atrium/admin/study/7/invoice\n',
    ],
    ...[
      'view-source:app://atrium/admin/study/7/invoice',
      'about:blank#app://atrium/admin/study/7/invoice',
      '/admin/study/7/invoice',
    ],
    ...[
      'app://atrium/patient/study/7/followup?x=1',
      'app://atrium/patient/study/7/8/followup',
      'app://atrium/patient/study/7/invoice',
      'app://atrium/admin/study/7/followup',
      'https://atrium/patient/study/7/followup',
    ],
  ])('opens no separate window for %s', (address) => {
    expect(isOwnWindowAddress(address)).toBe(false)
  })

  it('knows its own addresses', () => {
    expect(own.map(isOwnAddress)).toEqual(own.map(() => true))
    expect(foreign.map(isOwnAddress)).toEqual(foreign.map(() => false))
  })
})
