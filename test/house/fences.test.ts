import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureMeanings } from '#contract/failures.ts'
import { failureCodes } from '#contract/reply.ts'
import { checkHabits } from '#scripts/check-habits.ts'
import { checkLayers } from '#scripts/cruise.ts'
import { findArrowCycle, SUBJECT_ARROWS } from '#scripts/layer-rules.ts'
import { projectRoot } from '#scripts/project.ts'
import { type ProjectFiles, withSampleProject } from './sample-project.ts'

const run = (root: string, program: string, args: string[]): { status: number | null; output: string } => {
  const result = spawnSync(process.execPath, [join(projectRoot, 'node_modules', program), ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status: result.status, output: result.stdout + result.stderr }
}

const compile = (root: string) => run(root, 'typescript/bin/tsc', ['-b', '--pretty', 'false'])
const lint = (root: string) => run(root, '@biomejs/biome/bin/biome', ['lint', '--error-on-warnings', '.'])

describe('the checks of the layers', () => {
  it('pass when nothing is wrong', async () => {
    const report = await withSampleProject({}, checkLayers)
    expect(report).toEqual({ problems: [], moduleCount: 25 })
  })

  it('fail when there are no modules', async () => {
    const report = await withSampleProject({}, checkLayers, {})
    expect(report.moduleCount).toBe(0)
    expect(report.problems).toHaveLength(1)
  })

  type Violation = readonly [what: string, rule: string, path: string, text: string]
  const violations: readonly Violation[] = [
    [
      'a subject of the domain imports another one that the table does not allow',
      'domain-members',
      'domain/members/x.ts',
      "import '../study/study.ts'",
    ],
    ['domain imports the contract', 'domain', 'domain/values/x.ts', "import '#contract/reply.ts'"],
    ['domain imports a Node module', 'domain-packages', 'domain/values/x.ts', "import 'node:fs'"],
    ['domain imports a package that it may not use', 'domain-packages', 'domain/values/x.ts', "import 'ws'"],
    ['a rule formats a date outside domain/format', 'dayjs-package', 'domain/values/x.ts', "import 'dayjs'"],
    ['a screen formats a date outside domain/format', 'dayjs-package', 'renderer/frame/x.ts', "import 'dayjs'"],
    [
      'a rule computes with dates and zones outside domain/values',
      'temporal-package',
      'domain/booking/x.ts',
      "import 'temporal-polyfill'",
    ],
    [
      'the back office computes with dates and zones outside domain/values',
      'temporal-package',
      'back-office/x.ts',
      "import 'temporal-polyfill'",
    ],
    ['the contract imports main', 'contract', 'contract/x.ts', "import '#main/platform.ts'"],
    [
      'a subject of the contract imports another one that the table does not allow',
      'contract-crm',
      'contract/crm/routes.ts',
      "import '../study/routes.ts'",
    ],
    ['runtime imports the domain', 'runtime', 'runtime/x.ts', "import '#domain/values/money.ts'"],
    ['paper imports the contract', 'paper', 'paper/sheet/x.ts', "import '#contract/reply.ts'"],
    [
      'main imports the back office',
      'main-app',
      'main/app.ts',
      "import '#back-office/repositories/studies-repository.ts'",
    ],
    [
      'the back office imports a type of main',
      'back-office',
      'back-office/x.ts',
      "import type { Platform } from '#main/platform.ts'\nexport type X = Platform",
    ],
    ['preload imports a table of routes', 'preload', 'preload/x.ts', "import '#contract/study/routes.ts'"],
    ['preload imports main', 'preload', 'preload/x.ts', "import '#main/platform.ts'"],
    ['renderer imports main', 'renderer-frame', 'renderer/frame/app.tsx', "import '#main/app.ts'"],
    [
      'renderer imports a type of main',
      'renderer-frame',
      'renderer/frame/app.tsx',
      "import type { Platform } from '#main/platform.ts'\nexport type X = Platform",
    ],
    [
      'renderer imports a type of main, marked on the name',
      'renderer-frame',
      'renderer/frame/app.tsx',
      "import { type Platform } from '#main/platform.ts'\nexport type X = Platform",
    ],
    [
      'renderer imports main at run time',
      'renderer-frame',
      'renderer/frame/app.tsx',
      "export const x = import('#main/app.ts')",
    ],
    [
      'renderer re-exports a type of main',
      'renderer-frame',
      'renderer/frame/app.tsx',
      "export type { Platform } from '#main/platform.ts'",
    ],
    [
      'a widget imports the domain',
      'renderer-controls',
      'renderer/kit/controls/x.ts',
      "import '#domain/values/money.ts'",
    ],
    [
      'the kit imports a part of the domain that it may not use',
      'renderer-kit-values',
      'renderer/kit/x.ts',
      "import '#domain/values/inside/rounding.ts'",
    ],
    ['the kit imports a subject', 'renderer-kit', 'renderer/kit/x.ts', "import '../booking/booking-screen.ts'"],
    [
      'a store imports a widget',
      'renderer-stores',
      'renderer/finance/finance-store.ts',
      "import '../kit/controls/label.ts'",
    ],
    [
      'a screen imports another screen',
      'renderer-finance',
      'renderer/finance/x.ts',
      "import '../booking/booking-screen.ts'",
    ],
    ['a subject imports the frame', 'renderer-finance', 'renderer/finance/x.ts', "import '../frame/rail.ts'"],
    [
      'the PDF viewer imports a screen',
      'renderer-pdf-viewer',
      'renderer/pdf-viewer/x.ts',
      "import '../finance/finance-screen.ts'",
    ],
    [
      'a part of the study imports a screen',
      'renderer-study',
      'renderer/study/x.ts',
      "import '../finance/finance-screen.ts'",
    ],
    [
      'a page of a card provider imports the routes',
      'renderer-provider-window',
      'renderer/card-window/x.ts',
      "import '../routes.ts'",
    ],
    ['a renderer folder has no row in the table of arrows', 'no-layer', 'renderer/screens/x.ts', 'export const x = 1'],
    ['a service imports a shell', 'main-booking', 'main/booking/x.ts', "import '../shells/electron/window.ts'"],
    ['the journal imports the cache', 'main-journal', 'main/journal/x.ts', "import '../cache/cache.ts'"],
    ['the bridge imports a service', 'main-bridge', 'main/bridge/x.ts', "import '../members/members-service.ts'"],
    [
      'a shell imports a service',
      'main-shell',
      'main/shells/electron/x.ts',
      "import '../../members/members-service.ts'",
    ],
    ['a shell imports another shell', 'main-shell', 'main/shells/electron/x.ts', "import '../browser-host/server.ts'"],
    ['the back office imports the cache of main', 'back-office', 'back-office/x.ts', "import '#main/cache/cache.ts'"],
    [
      'an operation imports the demo',
      'demo-at-the-entries',
      'back-office/booking/x.ts',
      "import '../demo/stand-ins.ts'",
    ],
    ['the app imports the demo', 'demo-at-the-entries', 'main/app.ts', "import '#back-office/demo/stand-ins.ts'"],
    [
      'a migration imports a rule',
      'migrations',
      'back-office/database/migrations/001-x.ts',
      "import '#domain/values/money.ts'",
    ],
    [
      'a migration imports a type of a repository',
      'migrations',
      'back-office/database/migrations/001-x.ts',
      "import type { none } from '../../repositories/studies-repository.ts'\nexport type X = typeof none",
    ],
    [
      'a migration imports a package',
      'migrations-packages',
      'back-office/database/migrations/001-x.ts',
      "import 'zod'",
    ],
    ['the app imports a shell', 'main-app', 'main/app.ts', "import './shells/electron/window.ts'"],
    [
      'an entry imports the other shell',
      'main-browser-host-entry',
      'main/browser-host.ts',
      "import './shells/electron/window.ts'",
    ],
    ['the product imports a script', 'main-app', 'main/app.ts', "import '#scripts/start.ts'"],
    [
      'the product imports a test',
      'renderer-frame',
      'renderer/frame/app.tsx',
      "import '#test/domain/values/money.test.ts'",
    ],
    ['electron is named in a service', 'electron-package', 'main/booking/x.ts', "import 'electron'"],
    [
      'a type of electron is named in a service',
      'electron-package',
      'main/booking/x.ts',
      "import type { App } from 'electron'\nexport type X = App",
    ],
    ['SQLite is named in a service', 'sqlite-package', 'main/booking/x.ts', "import 'better-sqlite3'"],
    ['PostgreSQL is named in the cache', 'pg-package', 'main/cache/x.ts', "import 'pg'"],
    ['React is named in main', 'react-package', 'main/booking/x.ts', "import 'react'"],
    [
      'an import between top folders does not begin with #',
      'crossing-without-hash',
      'renderer/frame/app.tsx',
      "import '../../domain/values/money.ts'",
    ],
    [
      'an import inside a top folder begins with #',
      'hash-without-crossing',
      'domain/members/x.ts',
      "import '#domain/values/money.ts'",
    ],
    [
      'a folder imports from the inside folder of another one',
      'inside',
      'domain/members/x.ts',
      "import '../values/inside/rounding.ts'",
    ],
    ['a folder belongs to no layer', 'no-layer', 'main/stray/x.ts', 'export const x = 1'],
    ['an import leads nowhere', 'no-dangling-import', 'domain/values/x.ts', "import './gone.ts'"],
    ['an import in a benchmark leads nowhere', 'no-dangling-import', 'test/bench/x.ts', "import './gone.ts'"],
  ]

  /**
   * Groups of violations in different files. A whole group is planted into one small project, because building a
   * project is slow.
   */
  const houses: Violation[][] = []
  for (const one of violations) {
    const free = houses.find((house) => house.every(([, , path]) => path !== one[2]))
    if (free === undefined) houses.push([one])
    else free.push(one)
  }
  const reports = new Map<Violation[], Promise<readonly string[]>>()
  const problemsBeside = (path: string, text: string): Promise<readonly string[]> => {
    const house = houses.find((one) => one.some((other) => other[2] === path && other[3] === text)) ?? []
    const plants = Object.fromEntries(house.map(([, , where, planted]) => [where, `${planted}\n`]))
    const report = reports.get(house) ?? withSampleProject(plants, checkLayers).then(({ problems }) => problems)
    reports.set(house, report)
    return report
  }

  it.each(violations)('report when %s', async (_what, rule, path, text) => {
    const here = (await problemsBeside(path, text)).filter((problem) => problem.includes(path))
    expect(here.map((problem) => problem.split(':')[0])).toContain(rule)
  })

  it('report nothing besides the planted violations', async () => {
    for (const house of houses) {
      const [, , path, text] = house[0] ?? ['', '', '', '']
      const problems = await problemsBeside(path, text)
      expect(problems.filter((problem) => !house.some((one) => problem.includes(one[2])))).toEqual([])
    }
  })

  it('report a cycle of three files, including types', async () => {
    const { problems } = await withSampleProject(
      {
        'domain/members/a.ts': "import type { B } from './b.ts'\nexport type A = B\n",
        'domain/members/b.ts': "import type { C } from './c.ts'\nexport type B = C\n",
        'domain/members/c.ts': "import type { A } from './a.ts'\nexport type C = A[]\n",
      },
      checkLayers,
    )
    expect(problems).not.toHaveLength(0)
    expect(problems.every((problem) => problem.startsWith('no-cycle:'))).toBe(true)
  })
})

describe('the arrows between folders of a box', () => {
  it('have no cycle in any table', () => {
    for (const arrows of Object.values(SUBJECT_ARROWS)) expect(findArrowCycle(arrows)).toBeNull()
  })

  it('show a planted cycle with its path', () => {
    expect(findArrowCycle({ a: ['b'], b: ['c'], c: ['d', 'b'], d: [] })).toEqual(['b', 'c', 'b'])
    expect(findArrowCycle({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toBeNull()
  })
})

describe('the compiler', () => {
  it('accepts a clean project', async () => {
    const { status, output } = await withSampleProject({}, compile)
    expect({ status, output }).toEqual({ status: 0, output: '' })
  })

  it('refuses the DOM, Node, and an unchecked value in the domain', async () => {
    const { status, output } = await withSampleProject(
      {
        'domain/values/dom.ts': 'export const title = document.title\n',
        'domain/values/node.ts': 'export const home = process.env\n',
        'domain/values/timer.ts': 'export const later = () => setTimeout(() => 1, 1)\n',
        'domain/values/unsure.ts': 'export const first = (texts: string[]): string => texts[0]\n',
      },
      compile,
    )
    expect(status).not.toBe(0)
    for (const file of ['dom', 'node', 'timer', 'unsure']) expect(output).toContain(`domain/values/${file}.ts(1,`)
  })

  it('refuses Node in the renderer', async () => {
    const { status, output } = await withSampleProject(
      { 'renderer/frame/app.tsx': "import { readFileSync } from 'node:fs'\nreadFileSync('x')\n" },
      compile,
    )
    expect(status).not.toBe(0)
    expect(output).toContain('renderer/frame/app.tsx(1,')
  })
})

describe('the linter', () => {
  it('accepts a clean project', async () => {
    const { status, output } = await withSampleProject({}, lint)
    expect(output).not.toContain('lint/')
    expect(status).toBe(0)
  })

  it('reports the rule that each planted file breaks', async () => {
    const plants: ProjectFiles = {
      'domain/values/any.ts': 'export const x = (y: any): unknown => y\n',
      'domain/values/fallback.ts': 'export default 1\n',
      'domain/values/kinds.ts': 'export enum Kind {\n  One,\n}\n',
      'domain/values/everything.ts': "export * from './money.ts'\n",
      'domain/values/bare.ts': "import { zero } from './money'\nexport const x = zero\n",
      'domain/values/sure.ts': 'export const x = (y: string | undefined): string => y!\n',
      'main/booking/noisy.ts': "export const x = () => console.log('x')\n",
      'test/domain/values/skipped.test.ts': "import { it } from 'vitest'\nit.skip('x', () => {})\n",
    }
    const { status, output } = await withSampleProject(plants, lint)
    expect(status).not.toBe(0)
    for (const rule of [
      'noExplicitAny',
      'noDefaultExport',
      'noEnum',
      'noBarrelFile',
      'useImportExtensions',
      'noNonNullAssertion',
      'noConsole',
      'noSkippedTests',
    ])
      expect(output).toContain(rule)
  })
})

describe('the checks of the habits', () => {
  const hush = ['biome', 'ignore'].join('-')
  const expectError = ['@ts', 'expect', 'error'].join('-')

  it('pass when nothing is wrong', async () => {
    const sound = {
      'domain/values/x.ts': `// ${hush} lint/suspicious/noExplicitAny: the library's own type\nexport const x = 1\n`,
      'domain/values/y.ts': `// ${expectError} the field is missing on purpose\nexport type Invoice = { a: 1 }\n`,
      'contract/failures.ts': "export const x = ['disconnected', 'timed-out']\n",
      'test/domain/values/y.ts': "export const x = ['disconnected', 'timed-out']\n",
      'renderer/finance/y-store.ts': "export const x = ['stale', 'offline']\n",
      'renderer/finance/finance-factories.ts': 'export const createFinanceFactories = () => createFinanceStore()\n',
      'renderer/frame/screen-stores.ts': 'export const stores = createFinanceFactories()\n',
      // Multiplications by 100 of something other than money, and files that may convert amounts.
      'renderer/finance/share.ts':
        'export const x = [share * 100, zoom * 100, tenth * 100, width / 100, amount / 1000]\n',
      'renderer/finance/words.ts': "// price * 100\nexport const x = 'price'\n",
      'domain/values/money.ts': 'export const x = Math.round(amount * 100)\n',
      'back-office/database/migrations/005-money.ts': 'export const x = Math.round(amount * 100)\n',
      'test/domain/values/z.ts': 'export const x = price * 100\n',
      // The formats, a comment, the zone of this computer, and calls that format nothing.
      'domain/format/x.ts': "import dayjs from 'dayjs'\nexport const x = dayjs(0).format('DD') + (1).toFixed(2)\n",
      'renderer/finance/formats.ts': '// amount.toFixed(2)\nexport const x = a.localeCompare(b)\n',
      'main/settings/zone.ts': 'export const x = Intl.DateTimeFormat().resolvedOptions().timeZone\n',
      'test/domain/values/formats.ts': 'export const x = amount.toFixed(2)\n',
      // The modes, a file that uses them, a file outside the data, a mode that lets everyone read, and a read access.
      'runtime/private-modes.ts': 'export const x = 0o700\n',
      'main/settings/modes.ts': "import { x } from '#runtime/private-modes.ts'\nwriteFileSync('x', 'x', { mode: x })\n",
      'main/devices/media/medium-folder.ts': "await mkdir('x')\n",
      'main/settings/read.ts': "export const x = [openSync('x', 'r'), 0o755, 0o022]\n",
    }
    expect(await withSampleProject(sound, checkHabits)).toEqual([])
  })

  it('fail when there are no files', async () => {
    expect(await withSampleProject({}, checkHabits, {})).toHaveLength(1)
  })

  const mapOf = (entry: string): string =>
    `import { x } from './x.ts'\n\n/** X. */\nexport const xHandlers = {\n  ${entry}\n} satisfies Partial<Handlers<RouteName>>`

  it('accept a map of routes with only calls', async () => {
    const text = mapOf('x: ({ params }, context) =>\n    x({ ...params, hold: params.hold ?? null }, context),')
    expect(await withSampleProject({ 'back-office/booking/routes.ts': `${text}\n` }, checkHabits)).toEqual([])
  })

  const broken: readonly (readonly [string, string, string])[] = [
    ['a map of routes has a rule', 'back-office/booking/routes.ts', mapOf('x: async () => {\n    throw x\n  },')],
    [
      'a map of routes has a condition',
      'back-office/booking/routes.ts',
      mapOf('x: ({ body }) => (body.isCard ? x() : y()),'),
    ],
    ['a map of routes has a function beside it', 'back-office/booking/routes.ts', `const y = x\n${mapOf('x,')}`],
    ['a folder is called utils', 'domain/utils/x.ts', ''],
    ['a folder is called lib further down', 'main/booking/lib/x.ts', ''],
    ['a file is called index', 'domain/values/index.ts', ''],
    ['a file name is not kebab-case', 'domain/values/taxRate.ts', ''],
    ['a linter rule is ignored without a reason', 'domain/values/x.ts', `// ${hush} lint/suspicious/noExplicitAny:`],
    ['a type error is expected without a reason', 'domain/values/x.ts', `// ${expectError}`],
    ['a type error is ignored', 'domain/values/x.ts', `// ${['@ts', 'ignore'].join('-')} because`],
    ['the name of a type begins with I', 'domain/values/x.ts', 'export type IMoney = number'],
    [
      'an inline import of a type crosses layers, which checkLayers does not see',
      'renderer/frame/app.tsx',
      `export type X = ${'import'}('#main/platform.ts').Platform`,
    ],
    ['the domain reads the clock', 'domain/values/x.ts', 'export const x = () => Date.now()'],
    ['the domain uses random numbers', 'domain/values/x.ts', 'export const x = () => Math.random()'],
    [
      'a screen builds its store',
      'renderer/finance/finance-screen.tsx',
      "import { createFinanceStore } from './finance-store.ts'\nexport const store = createFinanceStore()",
    ],
    [
      'a subject builds the stores of another one',
      'renderer/finance/finance-factories.ts',
      "import { createBookingFactories } from '../booking/booking-factories.ts'\nexport const x = createBookingFactories()",
    ],
    [
      'a store has its own list of failure codes',
      'renderer/finance/x-store.ts',
      "const noAnswer: readonly FailureCode[] = ['disconnected', 'timed-out']",
    ],
    [
      'an amount is converted to cents outside the money module',
      'renderer/finance/x.ts',
      'export const x = Math.round(amount * 100)',
    ],
    ['a folder has a mode of its own', 'main/settings/x.ts', "makeFolder('x', { mode: 0o700 })"],
    ['a file has a mode for a group', 'back-office/finance/x.ts', 'export const x = 0o660'],
    ['the umask is changed', 'main/settings/x.ts', 'process.umask(0)'],
    ['a file is created without the modes', 'main/settings/x.ts', "writeFileSync('x', 'x')"],
    ['a file is opened for writing without the modes', 'runtime/x.ts', "export const x = openSync('x', 'wx')"],
    ['an amount is formatted outside domain/format', 'renderer/finance/x.ts', 'export const x = amount.toFixed(2)'],
    [
      'a count is formatted outside domain/format',
      'main/settings/x.ts',
      "export const x = count.toLocaleString('en-CA')",
    ],
    [
      'a date is formatted outside domain/format',
      'back-office/finance/x.ts',
      "export const x = new Intl.DateTimeFormat('en').format(0)",
    ],
    ['an amount is formatted by a locale', 'paper/sheet/x.ts', "export const x = Intl.NumberFormat('en').format(1)"],
    ['a field is converted to cents', 'back-office/finance/x.ts', 'export const x = sold.price * 100'],
    [
      'an amount in brackets is converted to cents',
      'domain/finance/x.ts',
      'export const x = Math.round((line.difference ?? 0) * 100)',
    ],
    ['the result of a call is converted to cents', 'back-office/demo/x.ts', 'export const x = ledger.owed() * 100'],
    ['cents are converted to an amount', 'main/payments/x.ts', 'export const x = amountMinor / 100'],
    ['an amount is converted to cents, factor first', 'domain/payments/x.ts', 'export const x = 100 * balance'],
    [
      'a service has its own list of failure codes on several lines',
      'main/booking/x.ts',
      "const notLookedAt = [\n  'offline',\n  // 401\n  'signed-out',\n  'too-many-requests',\n] as const",
    ],
  ]

  it.each(broken)('report when %s', async (_what, path, text) => {
    const problems = await withSampleProject({ [path]: `${text}\n` }, checkHabits)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(path)
  })

  it('report a list of two failure codes that are not refusals', async () => {
    const open = failureCodes.filter((code) => {
      const { rest, bridge } = failureMeanings[code]
      return (rest !== 'refused' || bridge !== 'refused') && code !== 'too-many-requests'
    })
    const pathOf = (code: string): string => `renderer/finance/${code}-store.ts`
    const other = (code: string): string => (code === 'offline' ? 'disconnected' : 'offline')
    const plants = failureCodes.map((code) => [pathOf(code), `export const x = ['${code}', '${other(code)}']\n`])
    const problems = await withSampleProject(Object.fromEntries(plants), checkHabits)
    expect(problems.map((problem) => problem.split(':')[0]).sort()).toEqual(open.map(pathOf).sort())
  })
})
