import { join } from 'node:path'
import { createApp } from './app.ts'
import { runElectron } from './shells/electron/run-electron.ts'

// In the build this file is dist/main/electron.js. The call is not awaited: Electron becomes ready only after its entry
// has run.
void runElectron({ createApp, distFolder: join(import.meta.dirname, '..') })
