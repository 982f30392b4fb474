import { randomUUID } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatSize } from '#domain/format/format-size.ts'
import { DataFolderInUse, lockDataFolder } from '#runtime/data-folder.ts'
import type { DatabaseSource } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { type CommandOutput, orderOrUsage } from '../kernel/options/order-or-usage.ts'
import { databaseFlags, readDatabaseSource } from '../kernel/options/read-database-source.ts'
import type { FileSection } from './file-reading.ts'
import { readImportFile } from './import-file.ts'
import type { ImportContext } from './import-plan.ts'
import { importSections } from './import-sections.ts'
import { backOfficeImportWords as words } from './import-words.ts'
import { isStoredAlready } from './is-stored-already.ts'

const usage =
  'Usage: npm run back-office -- import FILE --data DIR [--database postgres://...] [--database-file FILE] [--key-file FILE] [--dry-run]'

/** The exit codes: all rows are valid, the import was refused or failed, the command line is wrong. */
const exitCodes = { well: 0, refused: 1, mistyped: 2 } as const

/** The size of the largest file, in bytes. It is limited because all rows are checked in memory. */
const largestFile = 200_000_000

type Order = {
  readonly file: string
  readonly folder: string
  readonly source: DatabaseSource
  readonly isDryRun: boolean
}

const readOrder = async (args: readonly string[], env: NodeJS.ProcessEnv): Promise<Order | string> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...databaseFlags(env),
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) return 'Name one file.'
  const missing = 'Missing --data. Give the folder for the data.'
  if (values.data === undefined || values.data === '') return missing
  const folder = resolve(values.data)
  const isDryRun = values['dry-run']
  const source = await readDatabaseSource(values, env, { database: false, keyFile: true, missing })
  return typeof source === 'string' ? source : { file, folder, isDryRun, source }
}

/** Returns why a file cannot be read; null if it can be read. Does not open the file. */
const whyNotReadable = (file: string): string | null => {
  const about = statSync(file, { throwIfNoEntry: false })
  if (about === undefined) return `The file ${file} does not exist.`
  if (!about.isFile()) return `${file} is not a file.`
  return about.size > largestFile
    ? `The file is ${formatSize(about.size)}. An import takes at most ${formatSize(largestFile)}: split the file.`
    : null
}

/** Milliseconds between two lines of progress. */
const progressEvery = 1000

const createProgress = (print: CommandOutput): ImportContext['onProgress'] => {
  let last = Number.NEGATIVE_INFINITY
  let lastStep = ''
  return (step, done, total) => {
    const at = performance.now()
    if (step === lastStep && done < total && at - last < progressEvery) return
    last = at
    lastStep = step
    print.err(`${step === 'checked' ? 'Checked' : 'Stored'} ${done} of ${total} rows`)
  }
}

const runOnDatabase = async (order: Order, sections: readonly FileSection[], unit: string, print: CommandOutput) => {
  const database = await openDatabase(order.source)
  try {
    const context: ImportContext = {
      now: Math.floor(Date.now() / 1000),
      newId: randomUUID,
      writer: { userID: null, name: words.by, workstationID: null },
      onProgress: createProgress(print),
    }
    const check = await importSections(database.db, database.kind, sections, order.isDryRun, context)
    for (const { kind, line, field, problem } of check.report)
      print.out(`${kind} ${unit} ${line}: ${field}: ${problem}`)
    const isWell = check.report.length === 0
    const stored = order.isDryRun ? words.dryRun : isWell ? words.imported : words.nothingImported
    for (const { kind, rows, added, known, rejected } of check.counts) {
      print.out(`${kind}: ${rows} rows, ${added} new, ${known} imported earlier, ${rejected} rejected`)
    }
    print.out(stored)
    print.out(JSON.stringify({ command: 'import', ok: isWell, dryRun: order.isDryRun, counts: check.counts }))
    return isWell ? exitCodes.well : exitCodes.refused
  } finally {
    await database.close().catch(() => undefined)
  }
}

/** Locks the folder of a SQLite database against a running server, except for a dry run, which writes nothing. */
const lockFor = async ({ source, folder, isDryRun }: Order): Promise<() => Promise<void>> => {
  if (source.kind === 'postgresql' || isDryRun) return async () => {}
  return lockDataFolder(folder)
}

/**
 * Runs the command `import` of decisions section 6. Resolves to the exit code: 0 only when all rows are valid, 1 for a
 * refused row or a file that cannot be imported, 2 for wrong flags. Refuses while a server runs on the folder of a
 * SQLite database, except for a dry run. Progress goes to `err`.
 */
export const runImport = async (
  args: readonly string[],
  print: CommandOutput,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> => {
  const order = await orderOrUsage(() => readOrder(args, env), print, usage)
  if (order === null) return exitCodes.mistyped
  const refuse = (problem: string): number => {
    print.err(problem)
    return exitCodes.refused
  }
  const unreadable = whyNotReadable(order.file)
  if (unreadable !== null) return refuse(unreadable)
  let unlock: (() => Promise<void>) | undefined
  try {
    unlock = await lockFor(order)
    const reading = await readImportFile(createReadStream(order.file, { highWaterMark: 1 << 20 }))
    if (!reading.ok) return refuse(reading.problem)
    return await runOnDatabase(order, reading.sections, reading.unit, print)
  } catch (error) {
    if (error instanceof DataFolderInUse) return refuse(words.serverRuns)
    if (isStoredAlready(error)) return refuse(words.takenMeanwhile)
    return refuse(`The import failed, and stored nothing: ${error instanceof Error ? error.message : error}`)
  } finally {
    await unlock?.()
  }
}
