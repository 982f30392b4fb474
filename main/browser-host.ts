import { join } from 'node:path'
import { createApp } from './app.ts'
import { runBrowserHost } from './shells/browser-host/run-browser-host.ts'

const exitCode = await runBrowserHost({
  args: process.argv.slice(2),
  createApp,
  // In the build this file is dist/main/browser-host.js.
  distFolder: join(import.meta.dirname, '..'),
  print: console.log,
  printError: console.error,
})
process.exit(exitCode)
