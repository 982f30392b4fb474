import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { callerFolder, projectRoot, stopWith } from './project.ts'
import { standBy } from './stand-by.ts'

// Runs from the sources, because a clinic's server needs no built pages; back-office-cli.ts reads the flags.
const program = join(projectRoot, 'back-office/back-office-cli.ts')
if (!existsSync(program)) stopWith('The back office could not start: back-office/back-office-cli.ts is missing.')
const child = spawn(process.execPath, [program, ...process.argv.slice(2)], { cwd: callerFolder, stdio: 'inherit' })
process.exitCode = await standBy(child)
