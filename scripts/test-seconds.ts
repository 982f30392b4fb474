import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'

/**
 * The measured parts of a test file's seconds. `boot` starts back offices, shells and pages; `axe` checks
 * accessibility. The rest, the test's own steps and waits, is called `driving`.
 */
const spentParts = ['boot', 'axe'] as const
export type SpentPart = (typeof spentParts)[number]

const spentSchema = z.object({ file: z.string(), part: z.enum(spentParts), ms: z.number() })
export type Spent = z.infer<typeof spentSchema>

/** The time that a test file took. `file` is its absolute path. */
export type FileTime = { readonly file: string; readonly ms: number }

/** Reads the parts that the tests recorded, one JSON object a line; empty if there is no record. */
export const readSpent = (path: string): readonly Spent[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => spentSchema.parse(JSON.parse(line)))
    : []

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(8)

const row = (ms: number, boot: number, axe: number, name: string): string =>
  `${seconds(ms)}${seconds(boot)}${seconds(axe)}${seconds(Math.max(0, ms - boot - axe))}  ${name}`

/**
 * Lists the seconds of each test file, slowest first, as lines: total, boot, axe, driving, path below `root`. Only the
 * `most` slowest have their own line; the others share one. The last line is the sum.
 */
export const listSeconds = (
  files: readonly FileTime[],
  spent: readonly Spent[],
  root: string,
  most = 20,
): readonly string[] => {
  const partOf = (file: string, part: SpentPart): number =>
    spent.filter((one) => one.file === file && one.part === part).reduce((sum, { ms }) => sum + ms, 0)
  const all = files
    .map(({ file, ms }) => ({ file, ms, boot: partOf(file, 'boot'), axe: partOf(file, 'axe') }))
    .sort((a, b) => b.ms - a.ms || (a.file < b.file ? -1 : 1))
  const rowOf = (some: typeof all, name: string): string => {
    const sum = (pick: (one: (typeof all)[number]) => number): number =>
      some.reduce((total, one) => total + pick(one), 0)
    return row(
      sum((one) => one.ms),
      sum((one) => one.boot),
      sum((one) => one.axe),
      name,
    )
  }
  const others = all.slice(most)
  return [
    `${['all', 'boot', 'axe', 'driving'].map((head) => head.padStart(8)).join('')}  seconds of`,
    ...all.slice(0, most).map((one) => rowOf([one], relative(root, one.file))),
    ...(others.length === 0 ? [] : [rowOf(others, `${others.length} other files`)]),
    rowOf(all, `${all.length} files`),
  ]
}
