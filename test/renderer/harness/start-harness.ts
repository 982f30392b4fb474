import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

/** The app over the fake bridge, on a free port of this machine. Any path without an extension gives the page. */
export type Harness = { readonly url: string; readonly stop: () => Promise<void> }

/** Starts the development server of the harness. `port` 0 takes any free one. */
export const startHarness = async (port = 0): Promise<Harness> => {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'warn',
    appType: 'spa',
    cacheDir: fileURLToPath(new URL('../../../node_modules/.cache/vite-harness', import.meta.url)),
    plugins: [react()],
    server: {
      host: '127.0.0.1',
      port,
      hmr: false,
      watch: null,
      fs: { allow: [fileURLToPath(new URL('../../..', import.meta.url))] },
    },
    optimizeDeps: {
      entries: [fileURLToPath(new URL('../../../renderer/**/*.tsx', import.meta.url))],
      include: ['react', 'react-dom/client', 'react/jsx-dev-runtime'],
    },
  })
  await server.listen()
  const address = server.httpServer?.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}`, stop: () => server.close() }
}

// Run by itself it stays up, for looking at screens: node test/renderer/harness/start-harness.ts 5199
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startHarness(Number(process.argv[2] ?? 0))
  console.log(`Harness at ${url}/?signedInAs=admin`)
}
