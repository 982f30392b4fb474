import type { BuildOptions } from 'vite'
import { isDeep } from '#test/fixtures/deep.ts'

/**
 * Builds the pages of the folder `root` into `outDir` like the product, with React's production code. A deep run uses
 * React's development code, which reports warnings but takes up a third of each page's time.
 */
export const buildPages = async (root: string, outDir: string, options: BuildOptions): Promise<void> => {
  // Loaded only here, because most processes find the pages already built.
  const { build } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  // Vitest sets its own value of NODE_ENV, which is restored after the build.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = isDeep ? 'development' : 'production'
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      build: {
        outDir,
        emptyOutDir: true,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        chunkSizeWarningLimit: 5_000,
        ...options,
      },
    })
  } finally {
    process.env.NODE_ENV = NODE_ENV
  }
}
