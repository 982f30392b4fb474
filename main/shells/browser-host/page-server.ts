import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageKey } from '#contract/bridge-names.ts'
import type { AppFiles } from '../../bridge/app-files.ts'
import { fileHeaders, plainHeaders } from '../../bridge/page-headers.ts'
import type { StandalonePage, StandaloneSite } from '../../bridge/standalone-page.ts'
import type { Entrance } from './entrance.ts'

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

const refuse = (status: number, sentence: string): Answer => ({
  status,
  headers: plainHeaders(),
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Atrium</title><p>${sentence}</p></html>`,
})

/** Returns a page's headers with the permission to run this one script. */
const withScript = (headers: Readonly<Record<string, string>>, script: string): Record<string, string> => {
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = `${headers['Content-Security-Policy']}; script-src 'sha256-${hash}'`
  return { ...headers, 'Content-Security-Policy': policy }
}

/**
 * Returns the answer to a request with the token. The answer's page stores the page key and opens the first page. The
 * browser's history then does not keep the address that contains the token. This page must open the first page itself.
 * `npm start` loads this page from a file, which counts as another site. Browsers send no SameSite=Strict cookie with a
 * request that another site starts.
 */
const exchangeToken = (entrance: Entrance): Answer => {
  const script = `localStorage.setItem('${pageKey.storageName}', '${entrance.pageKey}'); location.replace('/')`
  return {
    status: 200,
    headers: { ...withScript(plainHeaders(), script), 'Set-Cookie': entrance.cookie() },
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Atrium</title><script>${script}</script></html>`,
  }
}

/** Adds the page key to each form that a page sends. */
const addKeyToForms = `addEventListener('formdata', ({ formData }) =>
  formData.set('${pageKey.storageName}', localStorage.getItem('${pageKey.storageName}') ?? ''))`

/**
 * Returns the answer to a request that may not be served, or that exchanges the token; null when the request may be
 * served.
 */
const checkEntry = (entrance: Entrance, request: IncomingMessage, takesForms: boolean): Answer | null => {
  if (!entrance.isOwnHost(request)) return refuse(403, 'Atrium accepts requests from this computer only.')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead && !entrance.isOwnOrigin(request))
    return refuse(403, 'Atrium accepts this request only from its own page.')
  if (!isRead && !(takesForms && request.method === 'POST')) return refuse(405, "Atrium doesn't accept this here.")

  // Split by hand: the URL class would resolve `..` before the list of files is checked.
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
  if (path === '/' && entrance.isToken(new URLSearchParams(query).get('token'))) return exchangeToken(entrance)
  if (!entrance.hasCookie(request)) {
    return refuse(
      403,
      'Open the address that Atrium prints when it starts. It ends with a token that lets this window in.',
    )
  }
  return null
}

const decideAnswer = (
  entrance: Entrance,
  files: AppFiles,
  frames: readonly string[],
  request: IncomingMessage,
): Answer => {
  const refused = checkEntry(entrance, request, false)
  if (refused !== null) return refused
  const [path = '/'] = (request.url ?? '/').split('?', 1)
  const file = files.find(path)
  if (!file) return refuse(404, 'Atrium has no such page.')
  return { status: 200, headers: fileHeaders(file, [`ws://${request.headers.host}`], frames), body: file.bytes }
}

const send = (request: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void => {
  response.writeHead(status, headers)
  response.end(request.method === 'HEAD' ? undefined : body)
}

/**
 * Creates the handler of the browser shell's HTTP requests. It exchanges the token for the cookie and the page key, and
 * serves the app's files and nothing else. Everything but the exchange needs the cookie. `frames` are the allowed
 * sources of frames in the app's pages.
 */
export const createPageServer =
  (entrance: Entrance, files: AppFiles, frames: readonly string[]) =>
  (request: IncomingMessage, response: ServerResponse): void =>
    send(request, response, decideAnswer(entrance, files, frames, request))

/** Creates a handler that answers every request of this workstation with one page. */
export const createStandaloneServer =
  (entrance: Entrance, { html, headers }: StandalonePage) =>
  (request: IncomingMessage, response: ServerResponse): void =>
    send(
      request,
      response,
      entrance.isOwnHost(request)
        ? { status: 200, headers, body: html }
        : refuse(403, 'Atrium accepts requests from this computer only.'),
    )

const LARGEST_FORM_BYTES = 4096

/** Reads a form; returns null when it is larger than any of Atrium's forms. */
const readForm = async (request: IncomingMessage): Promise<URLSearchParams | null> => {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request) {
    pieces.push(piece as Buffer)
    bytes += (piece as Buffer).length
    if (bytes > LARGEST_FORM_BYTES) return null
  }
  return new URLSearchParams(Buffer.concat(pieces).toString('utf8'))
}

/**
 * Creates the handler that serves pages in place of the app. The pages need the cookie; their forms also need this
 * host's origin and the page key.
 */
export const createSiteServer =
  (entrance: Entrance, site: StandaloneSite) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = checkEntry(entrance, request, true)
    if (refused !== null) return send(request, response, refused)
    try {
      const form = request.method === 'POST' ? await readForm(request) : null
      if (form !== null && !entrance.isPageKey(form.get(pageKey.storageName))) {
        return send(request, response, refuse(403, 'Atrium accepts this request only from its own page.'))
      }
      form?.delete(pageKey.storageName)
      const page = await site.answer(form)
      const body = page.html.replace('</body>', `<script>${addKeyToForms}</script></body>`)
      send(request, response, { status: 200, headers: withScript(page.headers, addKeyToForms), body })
    } catch {
      // For example, the window closed while it sent its form.
      response.destroy()
    }
  }
