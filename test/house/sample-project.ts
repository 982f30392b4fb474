import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectRoot } from '#scripts/project.ts'
import { sourceFolders } from '#scripts/source-folders.ts'

/** Files of a small project by path, with their text. */
export type ProjectFiles = Readonly<Record<string, string>>

/** The same layers as the real project, with one file in most of them, and no violation. */
const SOUND: ProjectFiles = {
  'domain/values/money.ts': 'export type Money = number\nexport const zero: Money = 0\n',
  'domain/values/inside/rounding.ts': 'export const half = 0.5\n',
  'domain/study/study.ts': 'export const study = 1\n',
  'contract/reply.ts': "import type { Money } from '#domain/values/money.ts'\nexport type Reply = { value: Money }\n",
  'contract/study/routes.ts': 'export const studyRoutes = {}\n',
  'preload/build-bridge.ts': "import type { Reply } from '#contract/reply.ts'\nexport type Bridge = () => Reply\n",
  'runtime/log.ts': 'export type Log = () => void\n',
  'paper/sheet/typesetter.ts': "import { zero } from '#domain/values/money.ts'\nexport const set = zero\n",
  'main/platform.ts': 'export type Platform = { now: () => number }\n',
  'main/cache/cache.ts': 'export const openCache = () => 1\n',
  'main/members/members-service.ts':
    "import { openCache } from '../cache/cache.ts'\nexport const search = () => openCache()\n",
  'main/bridge/dispatcher.ts':
    "import type { Reply } from '#contract/reply.ts'\nexport const answer: Reply = { value: 1 }\n",
  'main/shells/electron/window.ts':
    "import { answer } from '../../bridge/dispatcher.ts'\nexport const shown = answer\n",
  'main/shells/browser-host/server.ts':
    "import { answer } from '../../bridge/dispatcher.ts'\nexport const served = answer\n",
  'back-office/repositories/studies-repository.ts':
    "import { zero } from '#domain/values/money.ts'\nexport const none = zero\n",
  'back-office/demo/stand-ins.ts': 'export const standIns = 1\n',
  'main/app.ts':
    "import { search } from './members/members-service.ts'\nimport type { Platform } from './platform.ts'\nexport const startApp = (platform: Platform) => search() + platform.now()\n",
  'renderer/routes.ts': "export const home = '/'\n",
  'renderer/kit/controls/label.ts': "export const label = 'label'\n",
  'renderer/session/session-store.ts': "import { zero } from '#domain/values/money.ts'\nexport const balance = zero\n",
  'renderer/booking/booking-screen.ts':
    "import { label } from '../kit/controls/label.ts'\nexport const booking = label\n",
  'renderer/finance/finance-screen.ts':
    "import { balance } from '../session/session-store.ts'\nexport const takings = balance\n",
  'renderer/frame/rail.ts': 'export const rail = 1\n',
  'scripts/start.ts': 'export const started = true\n',
  'test/domain/values/money.test.ts': "import { zero } from '#domain/values/money.ts'\nexport const tested = zero\n",
}

const write = (root: string, files: ProjectFiles): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** Links each package into the small project's own node_modules, so that the compiler can write there. */
const linkPackages = (root: string): void => {
  const from = join(projectRoot, 'node_modules')
  mkdirSync(join(root, 'node_modules'))
  for (const name of readdirSync(from).filter((entry) => !entry.startsWith('.')))
    symlinkSync(join(from, name), join(root, 'node_modules', name), 'junction')
}

/**
 * Builds a small project with the real rules in a temporary folder, and plants the given files in it. Passes the
 * project's path to `look`, and then removes the project.
 */
export const withSampleProject = async <T>(
  plants: ProjectFiles,
  look: (root: string) => T | Promise<T>,
  sound: ProjectFiles = SOUND,
): Promise<T> => {
  const root = mkdtempSync(join(tmpdir(), 'atrium-house-'))
  try {
    for (const name of ['package.json', 'biome.json', 'tsconfig.base.json', 'tsconfig.json', '.gitignore'])
      cpSync(join(projectRoot, name), join(root, name))
    for (const folder of sourceFolders) {
      mkdirSync(join(root, folder))
      cpSync(join(projectRoot, folder, 'tsconfig.json'), join(root, folder, 'tsconfig.json'))
    }
    linkPackages(root)
    write(root, sound)
    write(root, plants)
    return await look(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
