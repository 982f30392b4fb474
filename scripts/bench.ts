import { globSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { buildProduct } from './build-product.ts'
import { ensureChromium } from './find-test-peers.ts'
import { projectRoot } from './project.ts'

const rowsSchema = z.object({
  rows: z
    .array(
      z.object({
        name: z.string(),
        value: z.number(),
        unit: z.string(),
        floor: z.number().optional(),
        ratio: z.number().optional(),
      }),
    )
    .min(1),
  notes: z.array(z.string()).optional(),
})
type Row = z.infer<typeof rowsSchema>['rows'][number]

const moduleSchema = z.object({
  name: z.string(),
  run: z.custom<() => Promise<unknown>>((value) => typeof value === 'function'),
})

const inFourDigits = (value: number | undefined): string =>
  value === undefined ? '' : value.toLocaleString('en', { maximumSignificantDigits: 4 })

const showTable = (rows: readonly Row[]): void => {
  const lines = rows.map((row) => [
    row.name,
    inFourDigits(row.value),
    row.unit,
    inFourDigits(row.floor),
    inFourDigits(row.ratio),
  ])
  const table = [['', 'value', 'unit', 'floor', 'ratio'], ...lines]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)))
  const isNumber = (column: number): boolean => column === 1 || column > 2
  for (const line of table)
    console.log(
      `  ${line.map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join('  ')}`,
    )
}

const filters = process.argv.slice(2)
const files = globSync('test/bench/*.bench.ts', { cwd: projectRoot })
  .sort()
  .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))

await buildProduct()
const chromium = ensureChromium()
if ('path' in chromium) process.env.CHROMIUM_PATH = chromium.path

const results: { file: string; name: string; rows: Row[]; problem?: string }[] = []
for (const file of files) {
  // The benchmarks run one after the other, because two at once would disturb each other's figures.
  try {
    const bench = moduleSchema.parse(await import(pathToFileURL(join(projectRoot, file)).href))
    console.log(`\n${bench.name}`)
    const { rows, notes = [] } = rowsSchema.parse(await bench.run())
    showTable(rows)
    for (const note of notes) console.log(`  ${note}`)
    results.push({ file, name: bench.name, rows })
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error)
    console.error(`${file} failed: ${problem}`)
    results.push({ file, name: basename(file, '.bench.ts'), rows: [], problem })
  }
}

const path = join(projectRoot, 'dist/bench-results.json')
const machine = {
  node: process.version,
  platform: `${process.platform}-${process.arch}`,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
}
writeFileSync(path, `${JSON.stringify({ machine, results }, undefined, 2)}\n`)
console.log(`\n${results.length} benchmarks done. Results: ${path}`)
process.exit(results.length > 0 && results.every((result) => result.problem === undefined) ? 0 : 1)
