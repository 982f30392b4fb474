import { isDeep } from '#test/fixtures/deep.ts'

/**
 * Runs a build with React's production code, or in a deep run with its development code, which reports React's
 * warnings: they cost a third of each page's time. Vitest sets a NODE_ENV of its own.
 */
export const inReactMode = async (build: () => Promise<unknown>): Promise<void> => {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = isDeep ? 'development' : 'production'
  try {
    await build()
  } finally {
    process.env.NODE_ENV = NODE_ENV
  }
}
