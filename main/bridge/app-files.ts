import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

export type AppFile = {
  readonly bytes: Buffer<ArrayBuffer>
  readonly mediaType: string
  /** Whether the file's name changes with its content: then a window may cache the file. */
  readonly immutable: boolean
}

export type AppFiles = {
  /**
   * Returns the file at a path such as `/assets/start.js`, or null. A path without a file name is a page of the app.
   */
  find(path: string): AppFile | null
}

/** Placeholder in index.html for the script that a shell runs before the page's own scripts. */
const PRELOAD_MARK = '<!--atrium-preload-->'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
}

const readFiles = (folder: string): Map<string, AppFile> => {
  const files = new Map<string, AppFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const mediaType = MEDIA_TYPES[extname(entry.name).toLowerCase()]
    if (!entry.isFile() || mediaType === undefined || entry.name.startsWith('.')) continue
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length).replaceAll('\\', '/').replace(/^\/?/, '/')
    files.set(path, { bytes: readFileSync(file), mediaType, immutable: path.startsWith('/assets/') })
  }
  return files
}

/** Returns whether a path is a page of the app's router and not a file: its last part has no dot. */
const isPage = (path: string): boolean => {
  try {
    const plain = decodeURIComponent(path)
    return /^\/[^\\\0]*$/.test(plain) && !plain.slice(plain.lastIndexOf('/')).includes('.')
  } catch {
    return false
  }
}

/**
 * Reads the built renderer into memory once: no path can reach a file that was not read. A shell's `preloadScript` is
 * served as `/atrium-preload.js` and loaded first in index.html. Throws when the folder has no index.html, or one
 * without the placeholder for that script.
 */
export const loadAppFiles = (folder: string, preloadScript?: string): AppFiles => {
  const files = readFiles(folder)
  const index = files.get('/index.html')
  if (!index) throw new Error(`No index.html in ${folder}`)
  const tag = preloadScript === undefined ? '' : '<script src="/atrium-preload.js"></script>'
  const html = index.bytes.toString('utf8')
  if (!html.includes(PRELOAD_MARK)) throw new Error(`index.html in ${folder} has no ${PRELOAD_MARK}`)
  const page: AppFile = { ...index, bytes: Buffer.from(html.replace(PRELOAD_MARK, tag)) }
  files.set('/index.html', page)
  if (preloadScript !== undefined) {
    const bytes = Buffer.from(readFileSync(preloadScript))
    files.set('/atrium-preload.js', { bytes, mediaType: 'text/javascript; charset=utf-8', immutable: false })
  }
  return { find: (path) => files.get(path) ?? (isPage(path) ? page : null) }
}
