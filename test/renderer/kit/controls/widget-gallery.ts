import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

/** A page of parts, built as the app is and served under the app's content security policy. */
export type WidgetGallery = { url: string; stop: () => Promise<void> }

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"

/** Builds the gallery into a folder of its own and serves it on a free port of this machine. */
export function startWidgetGallery(): Promise<WidgetGallery> {
  return startGallery(fileURLToPath(new URL('.', import.meta.url)), 'gallery.html')
}

/** The same for another page: `file` in the folder `root`. */
export async function startGallery(root: string, file: string): Promise<WidgetGallery> {
  const outDir = await mkdtemp(join(tmpdir(), 'atrium-gallery-'))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    // React then says what it finds wrong, whatever the runner has set.
    define: { 'process.env.NODE_ENV': JSON.stringify('development') },
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input: join(root, file) },
    },
  })
  const server = await preview({
    configFile: false,
    logLevel: 'warn',
    root,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, headers: { 'Content-Security-Policy': policy } },
  })
  const { port } = server.httpServer.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/${file}`,
    async stop() {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
