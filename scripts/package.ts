import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildProduct } from './build-product.ts'
import { projectRoot, stopWith } from './project.ts'
import { missingWorkers } from './source-folders.ts'

// Everything after `--` goes to electron-builder: `npm run package -- --dir` makes no installer.
const { missing } = await buildProduct()
if (missing.length > 0) stopWith(`Could not package Atrium: the sources lack ${missing.join(', ')}.`)
const lost = missingWorkers(projectRoot, join(projectRoot, 'dist/main'))
if (lost.length > 0) stopWith(`The build lacks workers:\n${lost.join('\n')}`)
const builder = spawn(
  process.execPath,
  [join(projectRoot, 'node_modules/electron-builder/cli.js'), ...process.argv.slice(2), '--publish', 'never'],
  { cwd: projectRoot, stdio: 'inherit' },
)
builder.once('close', (code) => {
  process.exitCode = code ?? 1
})
