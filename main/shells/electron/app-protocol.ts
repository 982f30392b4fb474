import type { AppFiles } from '../../bridge/app-files.ts'
import type { StandalonePage } from '../../bridge/newer-data-page.ts'
import { fileHeaders, plainHeaders } from '../../bridge/page-headers.ts'

export const APP_SCHEME = 'app'
export const APP_START_URL = 'app://atrium/'

/** Whether an address is one of the app's own, whatever its path. */
export const isOwnAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, host } = new URL(address)
  return protocol === `${APP_SCHEME}:` && host === 'atrium'
}

/** Whether an address is that of a file a page of ours made in memory; the part after the origin is the browser's own. */
export const isOwnBlob = (address: string): boolean => /^blob:app:\/\/atrium\/[\w-]+$/.test(address)

/**
 * Whether an address is one of the pages that stand in a window of their own, spelled as the app itself spells it: a study's
 * invoice (booking spec §2 Routes) and its follow-up (study spec §2).
 */
export const isOwnWindowAddress = (address: string): boolean =>
  /^app:\/\/atrium\/(?:admin\/study\/[A-Za-z0-9-]+\/invoice|patient\/study\/[A-Za-z0-9-]+\/followup)$/.test(address)

/**
 * Answers `app://atrium/...` from the list of the app's files; everything else is 404, and nothing reads the disk. `frames`:
 * where frames of its pages may come from.
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

/** Answers every page of `app://atrium/` with this one, in place of an app that cannot start. */
export const createStandaloneProtocol =
  ({ html, headers }: StandalonePage) =>
  (request: Request): Response =>
    request.method === 'GET' && isOwnAddress(request.url)
      ? new Response(html, { status: 200, headers })
      : new Response(null, { status: 405, headers: plainHeaders() })
