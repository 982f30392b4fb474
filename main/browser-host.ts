import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// In the build this file is dist/main/browser-host.js.
const distFolder = join(import.meta.dirname, '..')

// Node stores the compiled code in a folder beside the program, so that the next start does not compile it again. The
// folder has no data. If this account cannot write there, Node compiles at each start. Electron's shell has no such
// folder, because a packaged program must not run code from a folder that its user can write (decision 266).
const { directory } = enableCompileCache(join(distFolder, 'compiled'))
// The threads read the folder from this variable.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory

// Loaded here, because code that is imported above is compiled before the folder is set.
const [{ createApp }, { runBrowserHost }] = await Promise.all([
  import('./app.ts'),
  import('./shells/browser-host/run-browser-host.ts'),
])
const exitCode = await runBrowserHost({
  args: process.argv.slice(2),
  createApp,
  distFolder,
  print: console.log,
  printError: console.error,
})
process.exit(exitCode)
