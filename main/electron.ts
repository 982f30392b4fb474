import { join } from 'node:path'
import { createApp } from './app.ts'
import { runElectron } from './shells/electron/run-electron.ts'

// Built, this file is dist/main/electron.js. Not awaited: Electron becomes ready only once its entry has been read.
void runElectron({ createApp, distFolder: join(import.meta.dirname, '..') })
