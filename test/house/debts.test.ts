import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkDebts, compareDebts, findDebts } from '#scripts/check-debts.ts'
import { drawPictures, maxBoxes } from '#scripts/cruise.ts'
import { projectRoot } from '#scripts/project.ts'
import { type ProjectFiles, withSampleProject } from './sample-project.ts'

/** Returns the debts that planted files add to a clean project. */
const added = async (plants: ProjectFiles): Promise<Record<string, number>> => {
  const sound = await withSampleProject({}, findDebts)
  const found = await withSampleProject(plants, findDebts)
  return Object.fromEntries(Object.entries(found).filter(([name]) => !(name in sound)))
}

/** Returns a source with a function of this many lines. */
const functionOf = (lines: number): string =>
  `const long = () => {\n${'  zero()\n'.repeat(lines - 2)}}\nconst zero = () => long()\n`

describe('the list of debts', () => {
  it('matches the project exactly', () => {
    expect(checkDebts(projectRoot)).toEqual([])
  })

  it.each<[string, ProjectFiles, Record<string, number>]>([
    ['a file of 401 lines', { 'domain/values/x.ts': '// x\n'.repeat(401) }, { 'lines domain/values/x.ts': 401 }],
    ['no debt for a file of 400 lines', { 'domain/values/x.ts': '// x\n'.repeat(400) }, {}],
    ['a function of 121 lines', { 'domain/values/x.ts': functionOf(121) }, { 'function domain/values/x.ts#long': 121 }],
    ['no debt for a function of 120 lines', { 'domain/values/x.ts': functionOf(120) }, {}],
    ['a banned word in a comment', { 'domain/values/x.ts': '// Nobody waits.\n' }, { 'words domain/values/x.ts': 1 }],
    [
      'a banned word on a screen',
      { 'renderer/kit/x-words.ts': "const x = { a: 'It stands now' }\n" },
      { 'words renderer/kit/x-words.ts': 1 },
    ],
    [
      'a text in a component',
      { 'renderer/kit/x.tsx': "export const x = <p title='Save'>Not saved</p>\n" },
      { 'texts renderer/kit/x.tsx': 2 },
    ],
    ['no debt for a text in a words module', { 'renderer/kit/x-words.ts': "const x = { a: 'Not saved yet' }\n" }, {}],
    ['no debt for a class name', { 'renderer/kit/x.tsx': "const x = <p className='a b--c' key='two words' />\n" }, {}],
    ['no debt for a banned word in a test', { 'test/domain/values/x.test.ts': '// Nobody waits.\n' }, {}],
  ])('has %s', async (_what, plants, debts) => {
    expect(await added(plants)).toEqual(debts)
  })

  it('is refused if a debt is missing from the list, or if its size differs from the list', () => {
    expect(compareDebts({ a: 2 }, { a: 2 })).toEqual([])
    expect(compareDebts({ a: 3 }, { a: 2 })).toHaveLength(1)
    expect(compareDebts({ a: 1, b: 1 }, { a: 1 })).toHaveLength(1)
    // A smaller number must be written to the list, so that the debt cannot grow again.
    expect(compareDebts({ a: 1 }, { a: 2 })).toHaveLength(1)
    expect(compareDebts({}, { a: 2 })).toHaveLength(1)
  })
})

describe('the picture of the boxes', () => {
  it('has at most twelve boxes', async () => {
    const names = Array.from({ length: maxBoxes + 1 }, (_, at) => `box-${at}`)
    await withSampleProject({}, async (root) => {
      for (const name of names) mkdirSync(join(root, name))
      await expect(drawPictures(root, names)).rejects.toThrow('13 boxes')
    })
  })
})
