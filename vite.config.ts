import { existsSync, globSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, normalizePath, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { nativePackages } from '#scripts/native-packages.ts'
import { workerSources } from '#scripts/source-folders.ts'

const root = import.meta.dirname
const at = (...parts: string[]): string => join(root, ...parts)

const builtins = [...builtinModules, ...builtinModules.map((name) => `node:${name}`), 'node:sqlite']
/** Packages with native parts, which are not bundled. All others are, except Electron and Node's own modules. */
const native = [...nativePackages, /^@serialport\//, /^keytar\//, 'pg-native']

/** Returns the entries of `main` by file name: both shells, the server and every worker, all built into one folder. */
const mainEntries = (): Record<string, string> => {
  const files = ['main/electron.ts', 'main/browser-host.ts', 'back-office/back-office-cli.ts', ...workerSources(root)]
  const found = files.filter((file) => existsSync(at(file)))
  return Object.fromEntries(found.map((file) => [basename(file, '.ts'), at(file)]))
}

/** Returns the entries of the server's own package: its program and the workers that it starts. */
const serverEntries = (): Record<string, string> => {
  const workers = workerSources(root).filter(
    (path) => /^(back-office|paper|runtime)\//.test(path) && path !== 'back-office/back-office.worker.ts',
  )
  const files = ['back-office/back-office-cli.ts', ...workers]
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), at(file)]))
}

/** Returns the pages: the workstation's own, and those of windows below renderer/ that have a page of their own. */
const pages = (): string[] => [at('renderer/index.html'), ...globSync(at('renderer/*/index.html'))].filter(existsSync)

const node = (outDir: string): UserConfig => ({
  ssr: { noExternal: true, external: [] },
  build: { ssr: true, outDir: at(outDir), emptyOutDir: false, target: 'node24', minify: false, sourcemap: true },
})

/**
 * `main`: ES modules for Node 24. Bundled CommonJS packages need __dirname and require, so each file defines them.
 */
const main = (input = mainEntries()): UserConfig => {
  const config = node('dist/main')
  return {
    ...config,
    build: {
      ...config.build,
      rolldownOptions: {
        input,
        external: ['electron', ...native, ...builtins],
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          // Chunks are beside the entries. Code that starts a worker looks for the worker beside itself, and the
          // bundler may put that code into a chunk.
          chunkFileNames: '[name]-[hash].js',
          // Each thread keeps the text of its code in memory. One character outside Latin-1 doubles a file's text, so
          // all are escaped; comments are left out. Names and lines stay, for reports of errors.
          comments: false,
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
          banner: [
            "import { createRequire as __atriumRequire } from 'node:module';",
            'const require = __atriumRequire(import.meta.url);',
            'const __filename = import.meta.filename, __dirname = import.meta.dirname;',
          ].join(' '),
        },
      },
    },
  }
}

/**
 * `back-office`: the server alone, for its own package. It has no source maps, so its log names lines of the built
 * files.
 */
const backOffice = (): UserConfig => {
  const config = main(serverEntries())
  return { ...config, build: { ...config.build, sourcemap: false } }
}

/** `preload`: one CommonJS file, because the `require` of a sandboxed preload can load Electron but no file of ours. */
const preload = (): UserConfig => {
  const config = node('dist/preload')
  return {
    ...config,
    build: {
      ...config.build,
      rolldownOptions: {
        input: { electron: at('preload/electron.ts') },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  }
}

/** `preload-browser`: the same Bridge for the browser shell, one script that runs before the page's own. */
const preloadBrowser = (): UserConfig => ({
  build: {
    outDir: at('dist/preload'),
    emptyOutDir: false,
    target: 'chrome140',
    sourcemap: true,
    lib: {
      entry: at('preload/browser-host.ts'),
      formats: ['iife'],
      name: 'atriumPreload',
      fileName: () => 'browser-host.js',
    },
  },
})

/**
 * Loads the polyfill of Temporal only in a window without Temporal. The package also prefers the window's own Temporal,
 * but contains the polyfill in any case.
 */
const nativeTemporal = (): Plugin => ({
  name: 'native-temporal',
  enforce: 'pre',
  resolveId: (id) => (id === 'temporal-polyfill' ? '\0native-temporal' : null),
  load: (id) =>
    id === '\0native-temporal'
      ? "export const Temporal = globalThis.Temporal ?? (await import('temporal-polyfill/implementation')).Temporal"
      : null,
})

/** Returns the bundler's name of a module of ours, which has forward slashes on every system. */
const idOf = (path: string): string => normalizePath(at(path))

const firstScript = idOf('renderer/start.tsx')
/** The files in which our own modules are, each with the script that needs all of it at once. */
const ownChunks = [
  { name: 'first', script: firstScript },
  { name: 'staff', script: idOf('renderer/frame/staff-pages.tsx') },
]
/** The page that shares with the app only the modules of the file `controls`, so that it loads no other code of it. */
const otherPage = idOf('renderer/card-window/card-window.tsx')

/**
 * Creates the function that names the file of a module, or returns null to leave it to the bundler. The bundler would
 * make a file of each group of modules that the same screens share: more than eighty for the first page.
 */
const createChunkNames = (): Rolldown.CodeSplittingNameFunction => {
  const known = new Map<string, ReadonlySet<string>>()
  const readAll = (script: string, context: Rolldown.ChunkingContext): ReadonlySet<string> => {
    const found = new Set([script])
    for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
    known.set(script, found)
    return found
  }
  return (id, context) => {
    if (id.includes('node_modules') || id.startsWith('\0')) return null
    const isNeededBy = (script: string): boolean => (known.get(script) ?? readAll(script, context)).has(id)
    if (isNeededBy(otherPage)) return isNeededBy(firstScript) ? 'controls' : null
    return ownChunks.find(({ script }) => isNeededBy(script))?.name ?? null
  }
}

const renderer = (): UserConfig => ({
  root: at('renderer'),
  // Absolute, because a page at an address such as /admin/booking/study/7 also loads its files from the root.
  base: '/',
  plugins: [nativeTemporal(), react()],
  build: {
    outDir: at('dist/renderer'),
    emptyOutDir: false,
    target: 'chrome140',
    sourcemap: true,
    // Inlined fonts and icons would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: pages(),
      preserveEntrySignatures: 'allow-extension',
      output: {
        // Files import each other in circles. A script of one of them must not run before what it uses exists.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: [{ debugName: 'own', name: createChunkNames(), includeDependenciesRecursively: false }],
        },
      },
    },
  },
})

const modes: Record<string, () => UserConfig> = {
  main: () => main(),
  'back-office': backOffice,
  preload,
  'preload-browser': preloadBrowser,
}

/** The mode selects the part to build. Any other mode selects the renderer, as the development server needs. */
export default defineConfig(({ mode }) => ({
  root,
  publicDir: false,
  logLevel: 'warn',
  ...(modes[mode] ?? renderer)(),
}))
