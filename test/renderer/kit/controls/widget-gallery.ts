import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serveFolder } from '#test/fixtures/serve-folder.ts'
import { buildPages } from '../../harness/build-pages.ts'

/** A page of components, built and served like the app, under its content security policy. */
export type WidgetGallery = { url: string; stop: () => Promise<void> }

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"

/** Builds the gallery into its own folder and serves it on a free port of this machine. */
export function startWidgetGallery(): Promise<WidgetGallery> {
  return startGallery(fileURLToPath(new URL('.', import.meta.url)), 'gallery.html')
}

/** Serves another page: `file` in the folder `root`. */
export async function startGallery(root: string, file: string): Promise<WidgetGallery> {
  const outDir = await mkdtemp(join(tmpdir(), 'atrium-gallery-'))
  await buildPages(root, outDir, { rolldownOptions: { input: join(root, file) } })
  const served = await serveFolder(outDir, { 'Content-Security-Policy': policy })
  return {
    url: `${served.url}/${file}`,
    async stop() {
      await served.stop()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
