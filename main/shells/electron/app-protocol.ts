import type { AppFiles } from '../../bridge/app-files.ts'
import { fileHeaders, plainHeaders } from '../../bridge/page-headers.ts'
import type { StandalonePage, StandaloneSite } from '../../bridge/standalone-page.ts'

export const APP_SCHEME = 'app'
export const APP_START_URL = 'app://atrium/'

/** Returns whether an address is one of the app's own, whatever its path. */
export const isOwnAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  return protocol === `${APP_SCHEME}:` && host === 'atrium'
}

/**
 * Returns whether an address is a file that an app page made in memory; the browser chooses the part after the origin.
 */
export const isOwnBlob = (address: string): boolean => /^blob:app:\/\/atrium\/[\w-]+$/.test(address)

/**
 * Returns whether an address is a page that opens in a separate window, exactly as the app writes it. Such pages are a
 * study's invoice (booking spec §2 Routes) and its follow-up (study spec §2).
 */
export const isOwnWindowAddress = (address: string): boolean =>
  /^app:\/\/atrium\/(?:admin\/study\/[A-Za-z0-9-]+\/invoice|patient\/study\/[A-Za-z0-9-]+\/followup)$/.test(address)

/**
 * Creates the handler of `app://atrium/...`. It answers from the list of the app's files and never reads the disk; any
 * other path is 404. `frames` are the allowed sources of frames in the app's pages.
 */
export const createAppProtocol =
  (files: AppFiles, frames: readonly string[]) =>
  (request: Request): Response => {
    if (request.method !== 'GET' || !isOwnAddress(request.url)) {
      return new Response(null, { status: 405, headers: plainHeaders() })
    }
    const file = files.find(new URL(request.url).pathname)
    if (!file) return new Response('Atrium has no such page.', { status: 404, headers: plainHeaders() })
    return new Response(file.bytes, { status: 200, headers: fileHeaders(file, [], frames) })
  }

/** Creates a handler that shows one page at every address of `app://atrium/`, in place of an app that cannot start. */
export const createStandaloneProtocol =
  ({ html, headers }: StandalonePage) =>
  (request: Request): Response =>
    request.method === 'GET' && isOwnAddress(request.url)
      ? new Response(html, { status: 200, headers })
      : new Response(null, { status: 405, headers: plainHeaders() })

/**
 * Creates a handler that shows the site's page at every address of `app://atrium/`, in place of the app. It also
 * answers the forms that the page sends.
 */
export const createSiteProtocol =
  (site: StandaloneSite) =>
  async (request: Request): Promise<Response> => {
    const isForm = request.method === 'POST'
    if ((!isForm && request.method !== 'GET') || !isOwnAddress(request.url)) {
      return new Response(null, { status: 405, headers: plainHeaders() })
    }
    const { html, headers } = await site.answer(isForm ? new URLSearchParams(await request.text()) : null)
    return new Response(html, { status: 200, headers })
  }
