import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkLogCodes } from '#scripts/check-log-codes.ts'
import { projectRoot } from '#scripts/project.ts'
import { type ProjectFiles, withSampleProject } from './sample-project.ts'

const own = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')

/** Returns the source of a list of these codes. */
const list = (...codes: string[]): string =>
  `export const nothingToDo = 'Nothing.'
export const waitThenReport = 'Wait.'
export const reportIt = 'Report it.'
export const logCodes = {${codes.map((code) => `'${code}': { happened: 'It.', todo: 'Call.' }`).join(', ')}}
export type LogCode = keyof typeof logCodes\n`
const call = (code: string): string =>
  `import type { Log } from '#runtime/log.ts'\nexport const x = (log: Log) => log('error', ${code})\n`

describe('the list of log codes', () => {
  it('has exactly the codes that the product logs, with their actions in docs/reference.md', async () => {
    expect(await checkLogCodes(projectRoot)).toEqual([])
  })

  it.each<[string, ProjectFiles, string[]]>([
    [
      'accepts a code that a call uses',
      { 'runtime/log-codes.ts': list('a.gone'), 'main/members/x.ts': call(`'a.gone'`) },
      [],
    ],
    [
      'accepts the codes of both branches of a condition',
      { 'runtime/log-codes.ts': list('a.gone', 'a.lost'), 'main/members/x.ts': call(`1 > 0 ? 'a.gone' : 'a.lost'`) },
      [],
    ],
    [
      'refuses a code that no call uses, even if a test or another text names it',
      {
        'runtime/log-codes.ts': list('a.gone'),
        'main/members/x.ts': `export const event = 'a.gone'\nconsole.log('error', 'a.gone')\n`,
        'test/main/x.test.ts': call(`'a.gone'`),
      },
      ['runtime/log-codes.ts: remove a.gone, which no call uses'],
    ],
    [
      'refuses a call with a code that is not listed',
      { 'runtime/log-codes.ts': list(), 'back-office/x.ts': call(`'a.gone'`) },
      ['runtime/log-codes.ts: add a.gone, which a call uses'],
    ],
    [
      'refuses a code that is not of the form subject.what-happened',
      { 'runtime/log-codes.ts': list('a-gone'), 'main/members/x.ts': call(`'a-gone'`) },
      ['runtime/log-codes.ts: rename a-gone to the form subject.what-happened'],
    ],
    [
      'refuses a docs/reference.md without the table of codes',
      { 'runtime/log-codes.ts': list(), 'docs/reference.md': '# Atrium\n' },
      ['The log codes in docs/reference.md are outdated. Run npx node scripts/check-log-codes.ts'],
    ],
  ])('%s', async (_what, plants, problems) => {
    expect(await withSampleProject(plants, checkLogCodes)).toEqual(problems)
  })

  it.each([
    ['a code that is not listed', `'pdf.lost'`],
    ['a detail that is not listed', `'pdf.stopped', { memberID: 'm-1' }`],
    ['a detail of another type', `'pdf.stopped', { bytes: 'many' }`],
    ['an unknown level', `'pdf.stopped'`, 'fatal'],
  ])('lets no call compile with %s', async (_what, given, level = 'error') => {
    const real = { 'runtime/log.ts': own('runtime/log.ts'), 'runtime/log-codes.ts': own('runtime/log-codes.ts') }
    const compile = (text: string) =>
      withSampleProject({ ...real, 'runtime/x.ts': text }, (root) =>
        spawnSync(process.execPath, [join(projectRoot, 'node_modules/typescript/bin/tsc'), '-b', 'runtime'], {
          cwd: root,
          encoding: 'utf8',
        }),
      )
    const text = `import type { Log } from './log.ts'\nexport const x = (log: Log) => log('${level}', ${given})\n`
    const wrong = await compile(text)
    expect(wrong.stdout).toContain('runtime/x.ts(2,')
    expect(wrong.status).not.toBe(0)
  })
})
