import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type Rolldown } from 'vite'

type ServedPages = {
  url(page: string): string
  /** All scripts of a page, gzipped, in KiB. */
  scriptKiB(page: string): number
  stop(): Promise<void>
}

type File = { readonly body: string | Uint8Array; readonly type: string }
const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' }

/** Builds one page as the product is built, minified and in production mode, into a separate bundle. */
const buildPage = async (
  folder: string,
  entry: string,
): Promise<readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]> => {
  const result = await build({
    root: folder,
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      target: 'chrome140',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: join(folder, entry) },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error(`${entry} was not built as one bundle`)
  return result.output
}

/** Builds each page of a folder separately in memory and serves all of them on this machine only. */
export const servePages = async (folder: string, entries: readonly string[]): Promise<ServedPages> => {
  process.env.NODE_ENV = 'production'
  const files = new Map<string, File>()
  const sizes = new Map<string, number>()
  for (const entry of entries) {
    const output = await buildPage(folder, entry)
    let scripts = 0
    const head: string[] = []
    for (const part of output) {
      const body = part.type === 'chunk' ? part.code : part.source
      const type = types[part.fileName.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      files.set(`/${entry}/${part.fileName}`, { body, type })
      if (part.type === 'chunk') scripts += gzipSync(body).length
      if (part.type === 'chunk' && part.isEntry) head.push(`<script type="module" src="${part.fileName}"></script>`)
      if (part.fileName.endsWith('.css')) head.push(`<link rel="stylesheet" href="${part.fileName}">`)
    }
    const body = `<!doctype html><html lang="en"><head><meta charset="utf-8">${head.join('')}</head><body><div id="root"></div></body></html>`
    files.set(`/${entry}/`, { body, type: 'text/html' })
    sizes.set(entry, scripts / 1024)
  }
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Type': file.type }).end(file.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (page) => `http://127.0.0.1:${port}/${page}/`,
    scriptKiB: (page) => sizes.get(page) ?? 0,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
