import { describe, expect, it } from 'vitest'
import { checkExports } from '#scripts/check-exports.ts'
import { projectRoot } from '#scripts/project.ts'
import { withSampleProject } from './sample-project.ts'

const lonely = 'export const lonely = 1\n'
const internal = (reason: string): string => `/** One. @internal${reason} */\n${lonely}`
const testOf = (path: string): string => `import { lonely } from '#${path}'\nlonely()\n`

describe('the exports of the project', () => {
  it('are each imported', () => {
    expect(checkExports(projectRoot)).toEqual([])
  })

  it('are reported if no other file imports them, or if only tests do and no reason is given', async () => {
    const problems = await withSampleProject(
      {
        'domain/a/no-file-imports.ts': lonely,
        'domain/a/only-its-own-file-names.ts': `${lonely}const other = lonely\nother()\n`,
        'domain/a/has-a-namesake.ts': lonely,
        'domain/a/is-the-namesake.ts': lonely,
        'main/a/imports-the-namesake.ts': testOf('domain/a/is-the-namesake.ts'),
        'domain/a/only-tests-import.ts': lonely,
        'test/domain/a/one.test.ts': testOf('domain/a/only-tests-import.ts'),
        'domain/a/without-a-reason.ts': internal(''),
        'test/domain/a/two.test.ts': testOf('domain/a/without-a-reason.ts'),
        'domain/a/not-internal.ts': internal(' Tests read it.'),
        'main/a/imports-it.ts': testOf('domain/a/not-internal.ts'),
      },
      checkExports,
    )
    expect(problems.filter((problem) => problem.startsWith('domain/a/'))).toEqual([
      'domain/a/has-a-namesake.ts: no other file imports lonely; remove the export',
      'domain/a/no-file-imports.ts: no other file imports lonely; remove the export',
      'domain/a/not-internal.ts: remove @internal from lonely; main/a/imports-it.ts imports it',
      'domain/a/only-its-own-file-names.ts: no other file imports lonely; remove the export',
      expect.stringMatching(/^domain\/a\/only-tests-import\.ts: only tests import lonely;/),
      expect.stringMatching(/^domain\/a\/without-a-reason\.ts: only tests import lonely;/),
    ])
  })

  it('count as used after any form of import; an import by a test is enough for a type, or for a value with a reason', async () => {
    const problems = await withSampleProject(
      {
        'domain/a/by-name.ts': lonely,
        'domain/a/by-another-name.ts': lonely,
        'domain/a/among-others.ts': lonely,
        'domain/a/as-a-whole.ts': lonely,
        'domain/a/at-run-time.ts': lonely,
        'domain/b/imports.ts': [
          "import { lonely } from '../a/by-name.ts'",
          "import { lonely as alone } from '../a/by-another-name.ts'",
          "import {\n  half,\n  type lonely,\n} from '../a/among-others.ts'",
          "import * as whole from '../a/as-a-whole.ts'",
          `const { lonely } = await ${'import'}('../a/at-run-time.ts')`,
          '',
        ].join('\n'),
        'domain/a/with-its-reason.ts': internal(' Tests read it.'),
        'domain/a/type-for-tests.ts': 'export type lonely = 1\n',
        'test/domain/a/one.test.ts': `${testOf('domain/a/with-its-reason.ts')}${testOf('domain/a/type-for-tests.ts')}`,
      },
      checkExports,
    )
    expect(problems.filter((problem) => problem.startsWith('domain/a/'))).toEqual([])
  })

  it('have unique names in the product', async () => {
    const problems = await withSampleProject(
      {
        'domain/a/one.ts': 'export type Twice = 1\nexport const once = 1\n',
        'main/a/two.tsx': 'export function Twice() {}\n',
        'test/main/a/fixture.ts': 'export const once = 2\n',
      },
      checkExports,
    )
    expect(problems.filter((problem) => problem.includes('exported by'))).toEqual([
      'Twice: exported by domain/a/one.ts and main/a/two.tsx; rename all but one',
    ])
  })
})
