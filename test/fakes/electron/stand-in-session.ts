import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { record } from './stand-in-record.ts'

type ProtocolHandler = (request: Request) => Response | Promise<Response>
/** The source of a request, in Electron's terms. */
type AskedFrom = { readonly resourceType: string; readonly frame: { readonly parent: object | null } }
type BeforeRequest = (details: { url: string } & AskedFrom, decide: (answer: { cancel?: boolean }) => void) => void
type PermissionCheck = (
  contents: object,
  permission: string,
  origin: string,
  details: { readonly isMainFrame: boolean },
) => boolean
type PermissionRequest = (
  contents: object,
  permission: string,
  decide: (granted: boolean) => void,
  details: { readonly isMainFrame: boolean; readonly requestingUrl: string },
) => void

const privileged = new Set<string>(['https'])

/**
 * Returns the file that ATRIUM_TEST_OUTSIDE names for an address on the internet; null for an address without a file.
 */
const readOutside = (address: string): Response | null => {
  const known: Readonly<Record<string, string>> = JSON.parse(process.env.ATRIUM_TEST_OUTSIDE ?? '{}')
  const file = known[address]
  if (file === undefined) return null
  const mediaType = file.endsWith('.html') ? 'text/html' : 'text/javascript'
  return new Response(readFileSync(file), { headers: { 'Content-Type': `${mediaType}; charset=utf-8` } })
}

/** Electron's `protocol`, on which the product registers its scheme before the app is ready. */
export const protocol = {
  registerSchemesAsPrivileged: (schemes: readonly { scheme: string; privileges: object }[]): void => {
    record('registerSchemesAsPrivileged', schemes)
    for (const { scheme } of schemes) privileged.add(scheme)
  },
}

/**
 * A session, with the product's handlers that decide what its pages are permitted. Without handlers, Electron permits
 * everything, and so does this class.
 */
export class StandInSession extends EventEmitter {
  #protocolHandlers = new Map<string, ProtocolHandler>()
  #beforeRequest: BeforeRequest | null = null
  #permissionCheck: PermissionCheck | null = null
  #permissionRequest: PermissionRequest | null = null

  readonly protocol = {
    handle: (scheme: string, handler: ProtocolHandler): void => {
      if (!privileged.has(scheme)) throw new Error(`${scheme}: is not a standard scheme: register it before ready`)
      this.#protocolHandlers.set(scheme, handler)
    },
  }
  readonly webRequest = {
    onBeforeRequest: (handler: BeforeRequest): void => {
      this.#beforeRequest = handler
    },
  }

  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.#permissionCheck = handler
  }
  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.#permissionRequest = handler
  }
  setDevicePermissionHandler(_handler: unknown): void {
    record('setDevicePermissionHandler')
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    record('setSpellCheckerEnabled', enabled)
  }

  /** A request by the product itself. It bypasses the product's handlers, because no test needs them. */
  async fetch(request: Request, options: { bypassCustomProtocolHandlers?: boolean }): Promise<Response> {
    record('session.fetch', { url: request.url, options })
    return readOutside(request.url) ?? Response.error()
  }

  /** The operating system's proxy, which ATRIUM_TEST_PROXY names. Loopback addresses do not bypass it here. */
  async resolveProxy(_url: string): Promise<string> {
    const proxy = process.env.ATRIUM_TEST_PROXY
    return proxy ? `PROXY ${proxy}` : 'DIRECT'
  }
  async setProxy(config: object): Promise<void> {
    record('session.setProxy', config)
  }

  async clearStorageData(): Promise<void> {
    record('session.clearStorageData')
  }

  /** Returns whether the product's handlers, if it has any, grant a permission to the app's own page in `contents`. */
  grants(contents: object, permission: string): boolean {
    const isMainFrame = true
    const checked = this.#permissionCheck?.(contents, permission, 'app://atrium/', { isMainFrame }) ?? true
    let requested = true
    const decide = (granted: boolean): void => {
      requested = granted
    }
    this.#permissionRequest?.(contents, permission, decide, { isMainFrame, requestingUrl: 'app://atrium/' })
    return checked && requested
  }

  /**
   * Returns whether the product lets `contents` save a file. Electron would then ask the user where to save it, unless
   * the product has set a path.
   */
  letsSave(contents: object, file: { readonly url: string; readonly name: string; readonly origin: string }): boolean {
    let prevented = false
    const event = {
      preventDefault: () => {
        prevented = true
      },
    }
    const item = {
      getURL: () => file.url,
      getURLChain: () => [file.url],
      getFilename: () => file.name,
      getInitiatorOrigin: () => file.origin,
      setSaveDialogOptions: (options: object) => record('item.setSaveDialogOptions', options),
      setSavePath: (path: string) => record('item.setSavePath', path),
    }
    this.emit('will-download', event, item, contents)
    record('download', { url: file.url, isAllowed: !prevented })
    return !prevented
  }

  /**
   * Returns the product's answer to a request; `network` if the product permits a request to this machine; null if the
   * product cancels the request or the request would leave this machine.
   */
  async answer(
    url: string,
    method: string,
    from: AskedFrom,
    body: string | null = null,
  ): Promise<Response | 'network' | null> {
    let cancelled = false
    this.#beforeRequest?.({ url, ...from }, (answer) => {
      cancelled = answer.cancel === true
    })
    if (cancelled) return null
    if (!url.startsWith('app:')) record('request.allowed', url)
    const handler = this.#protocolHandlers.get(new URL(url).protocol.slice(0, -1))
    if (handler) return handler(new Request(url, { method, ...(body !== null && { body }) }))
    return new URL(url).hostname === '127.0.0.1' ? 'network' : null
  }
}

const sessions = new Map<string, StandInSession>()

export const session = {
  /** The session of a window for which none is named. */
  defaultSession: new StandInSession(),
  fromPartition: (partition: string, options: { cache?: boolean } = {}): StandInSession => {
    record('session.fromPartition', { partition, options })
    const known = sessions.get(partition) ?? new StandInSession()
    sessions.set(partition, known)
    return known
  },
}
