import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkCallTables } from './call-tables.ts'
import { checkDebts } from './check-debts.ts'
import { checkDesign } from './check-design.ts'
import { checkElectron } from './check-electron.ts'
import { checkExports } from './check-exports.ts'
import { checkHabits } from './check-habits.ts'
import { checkLogCodes } from './check-log-codes.ts'
import { checkPackages } from './check-packages.ts'
import { checkLayers, cruiseProject } from './cruise.ts'
import { redrawPicture } from './picture.ts'
import { checkPolicyFiles } from './policy-files.ts'
import { projectRoot } from './project.ts'
import { checkFolders } from './source-folders.ts'

/** The result of one check. `output` has its messages, and is printed only when the check fails. */
type Outcome = { readonly holds: boolean; readonly note: string; readonly output: string }
type Fence = { readonly name: string; readonly look: () => Promise<Outcome> }

/**
 * Files that the product must have. The check fails if one is missing. The build would not fail, but would omit
 * the part that needs the file.
 */
const REQUIRED = [
  'renderer/index.html',
  'renderer/start.tsx',
  'main/app.ts',
  'main/electron.ts',
  'main/browser-host.ts',
  'back-office/back-office-cli.ts',
  'back-office/back-office.worker.ts',
  'back-office/database/sqlite.worker.ts',
  'back-office/printing/paper.worker.ts',
  'main/devices/card-terminal/serial-port.worker.ts',
  'renderer/terminal-window/index.html',
  'renderer/card-window/index.html',
  'preload/electron.ts',
  'preload/browser-host.ts',
]

const run = (program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(projectRoot, 'node_modules', program), ...args], {
      cwd: projectRoot,
      env: { ...process.env, ...env },
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ holds: code === 0, note: '', output: output.trim() }))
  })

/** `npm run bench` installs the benchmarks' packages; test/bench/tsconfig.json lists the files that need them. */
const hasBenchPackages = existsSync(join(projectRoot, 'test/bench/node_modules'))

const fromProblems = (problems: readonly string[], note = ''): Outcome => ({
  holds: problems.length === 0,
  note,
  output: problems.join('\n'),
})

/** The imports of the project, read once for the layers and the picture. */
const cruised = cruiseProject(projectRoot)

/**
 * Each thread of the type checker reads the libraries again, so four threads take twice the time of one on two cores.
 * With less frequent garbage collection it needs 5 GB, about as much as with four threads.
 */
const checkerOptions = ['--builders', '2', '--checkers', '1'] as const
const checkerMemory = { GOGC: '300' } as const

const FENCES: readonly Fence[] = [
  {
    name: 'types',
    look: async () => {
      const projects = ['.', ...(hasBenchPackages ? ['test/bench'] : [])]
      const args = ['-b', ...projects, ...checkerOptions, '--pretty', 'false']
      const outcome = await run('typescript/bin/tsc', args, checkerMemory)
      return hasBenchPackages ? outcome : { ...outcome, note: 'without the benchmarks that need packages of their own' }
    },
  },
  {
    name: 'biome',
    look: () => run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--max-diagnostics=60', '.']),
  },
  {
    name: 'layers',
    look: async () => {
      const { problems, moduleCount } = await checkLayers(projectRoot, cruised)
      return fromProblems(problems, `${moduleCount} modules`)
    },
  },
  { name: 'habits', look: async () => fromProblems(checkHabits(projectRoot)) },
  { name: 'exports', look: async () => fromProblems(checkExports(projectRoot)) },
  { name: 'debts', look: async () => fromProblems(checkDebts(projectRoot)) },
  { name: 'design', look: async () => fromProblems(checkDesign(projectRoot)) },
  { name: 'log codes', look: async () => fromProblems(await checkLogCodes(projectRoot)) },
  { name: 'call tables', look: async () => fromProblems(await checkCallTables(projectRoot)) },
  { name: 'policy files', look: async () => fromProblems(await checkPolicyFiles(projectRoot)) },
  { name: 'packages', look: async () => fromProblems(checkPackages(projectRoot)) },
  { name: 'electron', look: async () => fromProblems(checkElectron(projectRoot, Date.now())) },
  { name: 'folders', look: async () => fromProblems(checkFolders(projectRoot)) },
  {
    name: 'entries',
    look: async () =>
      fromProblems(REQUIRED.filter((path) => !existsSync(join(projectRoot, path))).map((path) => `missing: ${path}`)),
  },
  {
    name: 'picture',
    look: async () => {
      const { before, after } = await redrawPicture(projectRoot, cruised)
      return fromProblems(
        before === after ? [] : ['The pictures in docs/structure.md are outdated. Run npx node scripts/picture.ts'],
      )
    },
  },
]

const outcomes = await Promise.all(
  FENCES.map(async ({ name, look }) => {
    const outcome = await look().catch((error: unknown) => ({
      holds: false,
      note: '',
      output: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }))
    console.log(`${outcome.holds ? 'holds ' : 'BROKEN'}  ${name}${outcome.note ? ` (${outcome.note})` : ''}`)
    return { name, ...outcome }
  }),
)
for (const { name, output } of outcomes.filter((outcome) => !outcome.holds)) console.error(`\n--- ${name}\n${output}`)
process.exitCode = outcomes.every((outcome) => outcome.holds) ? 0 : 1
