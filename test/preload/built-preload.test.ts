import { join, relative } from 'node:path'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'

/** Returns the files in a preload's build, relative to the project. `entry` replaces the preload's own entry file. */
const builtFrom = async (mode: 'preload' | 'preload-browser', entry?: string): Promise<string[]> => {
  const input = entry === undefined ? {} : { rolldownOptions: { input: { electron: join(projectRoot, entry) } } }
  const built = await build({
    configFile: join(projectRoot, 'vite.config.ts'),
    mode,
    logLevel: 'silent',
    build: { write: false, ...input },
  })
  const outputs = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[]
  return outputs
    .flatMap(({ output }) => output)
    .flatMap((chunk) => (chunk.type === 'chunk' ? Object.keys(chunk.modules) : []))
    .filter((path) => !path.startsWith('\0'))
    .map((path) => relative(projectRoot, path).replaceAll('\\', '/'))
    .sort()
}

describe('the built preload', () => {
  it.each(['preload', 'preload-browser'] as const)(
    'contains no package and, from outside preload/, only bridge-names.ts and reply.ts: %s',
    async (mode) => {
      const files = await builtFrom(mode)
      expect(files.filter((path) => !path.startsWith('preload/'))).toEqual([
        'contract/bridge-names.ts',
        'contract/reply.ts',
      ])
      expect(files.some((path) => path.startsWith('preload/'))).toBe(true)
    },
  )

  it('would include zod if it imported the schemas of the bridge', async () => {
    const files = await builtFrom('preload', 'contract/bridge-schemas.ts')
    expect(files.some((path) => path.includes('node_modules/zod/'))).toBe(true)
  })
})
