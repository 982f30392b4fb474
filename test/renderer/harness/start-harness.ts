import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOnceARun } from '#test/fixtures/once-a-run.ts'
import { serveFolder } from '#test/fixtures/serve-folder.ts'
import { buildPages } from './build-pages.ts'

/** The app over the fake bridge, on a free port. Any path without an extension returns the page. */
export type Harness = { readonly url: string; readonly stop: () => Promise<void> }

const root = fileURLToPath(new URL('.', import.meta.url))
const top = fileURLToPath(new URL('../../..', import.meta.url))
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; frame-src 'self' https://calendly.com; base-uri 'none'; form-action 'none'"

/**
 * Returns whether a module belongs in the one script of the app. The module that starts the app does not belong there,
 * because the harness replaces it. The PDF reader does not belong there either: with its fonts and character maps it is
 * three times the size of everything else, and few pages need it.
 */
const isOfOnePiece = (id: string): boolean =>
  /\/(renderer\/(?!start\.tsx)|node_modules\/(?!pdfjs-dist))/.test(id) &&
  !/\/test\/|\/pdf-viewer\/(open-pdf|built-in-data)/.test(id)

const buildInto = (outDir: string): Promise<void> =>
  buildPages(root, outDir, {
    target: 'chrome140',
    // One script and one style sheet: with about eighty small files for each screen, loading them would take a third of
    // the time to open a page. The tests in test/journeys use the product's files.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', test: isOfOnePiece }] } } },
  })

/**
 * Serves the app over the fake bridge under the product's content security policy. In each test run, the first test
 * file that needs the app builds it. The build is like the product's but in one piece.
 */
export const startHarness = async (): Promise<Harness> => {
  const shared = await findOnceARun('harness', async (folder) => {
    await buildInto(join(folder, 'pages'))
    return { outDir: join(folder, 'pages') }
  })
  const outDir = shared?.outDir ?? (await mkdtemp(join(tmpdir(), 'atrium-harness-')))
  if (shared === null) await buildInto(outDir)
  const served = await serveFolder(outDir, { 'Content-Security-Policy': policy }, 'index.html')
  return {
    url: served.url,
    stop: async () => {
      await served.stop()
      if (shared === null) await rm(outDir, { recursive: true, force: true })
    },
  }
}

// When this file is started directly, it serves the sources, so that a developer can look at screens:
// node test/renderer/harness/start-harness.ts 5199
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { createServer } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'warn',
    appType: 'spa',
    cacheDir: join(top, 'node_modules/.cache/vite-harness'),
    plugins: [react()],
    server: {
      host: '127.0.0.1',
      port: Number(process.argv[2] ?? 0),
      hmr: false,
      watch: null,
      fs: { allow: [top] },
    },
    optimizeDeps: {
      entries: [join(top, 'renderer/**/*.tsx')],
      include: ['react', 'react-dom/client', 'react/jsx-dev-runtime'],
    },
  })
  await server.listen()
  console.log(`Harness at ${server.resolvedUrls?.local[0]}?signedInAs=admin`)
}
