import type { IForbiddenRuleType } from 'dependency-cruiser'
import { sourceFolders } from './source-folders.ts'

/** Which of our files may import which. The table in docs/structure.md describes these rules in words. */
type Layer = {
  /** The rule's name in a message about a violation. */
  readonly name: string
  /** The files that the rule covers. */
  readonly from: string
  /**
   * Which of our files these files may import. Their own folder must be listed too. `$1` is the folder that the group
   * in `from` matched.
   */
  readonly mayImport: readonly string[]
  /** Files matched by `from` that another row covers. */
  readonly except?: readonly string[]
  /** Imports that are forbidden although `mayImport` includes them. */
  readonly never?: readonly string[]
}

/** PDFs and printing, for workstation and back office: typesetting, the stamp, the Internet Printing Protocol. */
const PAPER = '^paper/'
/** The numbered migration steps of the server's database. */
const MIGRATION_STEPS = '^back-office/database/migrations/\\d{3}-'
/** Demo data, and the demo's replacements for a clinic's own services. */
const DEMO = '^back-office/demo/'
/**
 * The two entries of the back office: a program, and a thread of the workstation. The entries pass the demo to the back
 * office; no other production code may import the demo.
 */
const BACK_OFFICE_ENTRIES = '^back-office/(back-office-cli|back-office\\.worker)\\.ts$'

/** A folder of a box, and the other folders of the same box that its files may import. */
type Arrows = Readonly<Record<string, readonly string[]>>

/**
 * The server, from the bottom up. Operations of a subject may use any repository. The kernel imports no subject, and
 * `study-access` is below all subjects.
 */
const BACK_OFFICE_ARROWS: Arrows = {
  database: [],
  outside: [],
  repositories: ['database'],
  kernel: ['outside', 'database'],
  'study-access': ['kernel', 'repositories', 'database'],
  session: ['study-access', 'kernel', 'repositories', 'database'],
  // Passwords are hashed and checked with the functions of the sign-in.
  accounts: ['session', 'kernel', 'outside', 'repositories', 'database'],
  people: ['kernel', 'repositories', 'database'],
  locations: ['database', 'kernel', 'repositories'],
  catalogue: ['locations', 'kernel', 'outside', 'repositories', 'database'],
  documents: ['study-access', 'kernel', 'repositories', 'database'],
  consult: ['study-access', 'kernel', 'outside', 'repositories', 'database'],
  safety: ['study-access', 'kernel', 'repositories', 'database'],
  // A change of a member's sex changes the safety questions.
  members: ['safety', 'study-access', 'kernel', 'repositories', 'database'],
  settings: ['members', 'kernel', 'repositories', 'database'],
  update: ['kernel', 'repositories', 'database'],
  booking: ['members', 'safety', 'locations', 'study-access', 'kernel', 'repositories', 'database'],
  // A payment converts a temporary hold into a booking, after a check of its safety answers.
  payments: ['booking', 'safety', 'study-access', 'kernel', 'outside', 'repositories', 'database'],
  // Linking a study to an opportunity sends its booking to the CRM.
  crm: ['booking', 'members', 'study-access', 'kernel', 'repositories', 'database'],
  // The queue of messages checks whether a member's email address is confirmed.
  messages: ['members', 'study-access', 'kernel', 'outside', 'repositories', 'database'],
  study: ['messages', 'crm', 'booking', 'members', 'safety', 'study-access', 'kernel', 'repositories', 'database'],
  // The invoice is one of the study's papers.
  printing: ['payments', 'study-access', 'kernel', 'outside', 'repositories', 'database'],
  finance: ['messages', 'printing', 'payments', 'members', 'study-access', 'kernel', 'repositories', 'database'],
  release: ['printing', 'study-access', 'kernel', 'outside', 'repositories', 'database'],
  // A result becomes a draft as an upload does, and a result that arrives as text is typeset as a paper.
  results: ['documents', 'printing', 'study-access', 'kernel', 'outside', 'repositories', 'database'],
  // A data import creates the same records as staff do at a workstation, through the same operations.
  import: ['payments', 'booking', 'members', 'safety', 'study-access', 'kernel', 'repositories', 'database'],
  worklists: ['study-access', 'kernel', 'repositories', 'database'],
  // The report about accesses to a member's record is a paper.
  audit: ['printing', 'kernel', 'repositories', 'database'],
  // A restore holds back the messages that may have been sent after the backup, and repeats later erasures of members.
  backup: ['members', 'messages', 'kernel', 'repositories', 'database'],
  watching: ['kernel', 'repositories', 'database'],
  demo: ['printing', 'safety', 'session', 'kernel', 'outside', 'repositories', 'database'],
}

/**
 * The window. `kit` is below all; `study` has what all parts of a study share; `frame` and `study-page` combine the
 * subjects, and no subject imports them. Each page that hosts a card provider's script has its own Electron session.
 */
const RENDERER_ARROWS: Arrows = {
  kit: [],
  // Every control, in demos and tests.
  gallery: ['kit'],
  'card-window': ['kit'],
  'terminal-window': [],
  'pdf-viewer': ['kit'],
  printing: ['kit'],
  session: ['kit'],
  locations: ['kit', 'session'],
  study: ['kit', 'pdf-viewer', 'printing', 'session'],
  safety: ['kit', 'printing', 'session', 'study'],
  members: ['kit', 'locations', 'records', 'safety', 'session', 'study'],
  // Lists and forms of the records that administrators maintain.
  records: ['kit', 'session', 'study'],
  catalogue: ['kit', 'locations', 'records', 'session'],
  people: ['kit', 'locations', 'records', 'session', 'study'],
  import: ['kit', 'session', 'study'],
  payments: ['kit', 'printing', 'safety', 'session', 'study'],
  finance: ['kit', 'locations', 'printing', 'session', 'study'],
  booking: ['kit', 'locations', 'members', 'payments', 'printing', 'safety', 'session', 'study'],
  crm: ['booking', 'kit', 'session', 'study'],
  consult: ['kit', 'session', 'study'],
  documents: ['kit', 'pdf-viewer', 'printing', 'session', 'study'],
  release: ['kit', 'pdf-viewer', 'people', 'printing', 'queue', 'session', 'study'],
  queue: ['kit', 'locations', 'session'],
  search: ['kit', 'members', 'session'],
  settings: ['accounts', 'kit', 'locations', 'payments', 'printing', 'records', 'session', 'support', 'update'],
  support: ['kit', 'session'],
  update: ['kit', 'locations', 'records', 'session', 'study'],
  // The person filter lists the accounts; a member is found as on the Members screen.
  audit: ['accounts', 'kit', 'locations', 'members', 'session'],
  accounts: ['kit', 'locations', 'session'],
  worklists: ['kit', 'locations', 'session', 'study'],
  // If a result names no member, staff search for the member.
  results: ['kit', 'locations', 'members', 'pdf-viewer', 'session', 'study'],
  messages: ['kit', 'locations', 'session', 'study', 'worklists'],
  // Each section of Administration comes from the folder of its subject.
  administration: [
    'accounts',
    'audit',
    'catalogue',
    'import',
    'kit',
    'locations',
    'members',
    'people',
    'session',
    'settings',
    'update',
  ],
  'study-page': [
    'booking',
    'consult',
    'crm',
    'documents',
    'kit',
    'locations',
    'messages',
    'people',
    'release',
    'safety',
    'session',
    'study',
  ],
  frame: [
    'accounts',
    'administration',
    'audit',
    'booking',
    'catalogue',
    'consult',
    'crm',
    'documents',
    'finance',
    'gallery',
    'import',
    'kit',
    'locations',
    'members',
    'messages',
    'payments',
    // Its keys are a group of the shortcut sheet.
    'pdf-viewer',
    'people',
    'queue',
    'release',
    'results',
    'safety',
    'search',
    'session',
    'settings',
    'study',
    'study-page',
    'support',
    'update',
    'worklists',
  ],
}

/**
 * The workstation. The gear, which is the technical base, is below all subjects; only `app.ts` combines the subjects.
 */
const MAIN_ARROWS: Arrows = {
  // The gear.
  'keyed-calls': [],
  // The rules for calls with a journal entry also decide whether a call without a journal entry is repeated.
  'back-office-client': ['keyed-calls'],
  cache: [],
  journal: [],
  // Opens the files of cache and journal with the same key, and sets a damaged file aside.
  database: ['cache', 'journal'],
  devices: [],
  queue: [],
  lifecycle: [],
  bridge: [],
  // The server to which this workstation belongs, and the pages that are shown before the server is chosen.
  destination: ['bridge', 'database', 'journal', 'policy'],
  // The organisation's settings for this workstation.
  policy: [],
  // The support bundle and the crash reports.
  support: ['back-office-client', 'database', 'policy'],
  shells: ['bridge', 'destination', 'policy', 'support'],
  // Below the other subjects: the signed-in user, the copy of the back office's records, and one study with its waiting
  // acts.
  session: ['back-office-client', 'database', 'journal'],
  // The heads of the server's audit log are kept in the journal.
  sync: ['back-office-client', 'cache', 'database', 'journal', 'session'],
  locations: ['back-office-client', 'database', 'session'],
  'study-access': ['back-office-client', 'database', 'locations', 'session', 'sync'],
  members: ['back-office-client', 'cache', 'database', 'session', 'sync'],
  search: ['database', 'members', 'session'],
  accounts: ['back-office-client', 'session'],
  // The copy of the pharmacies is in the cache.
  people: ['back-office-client', 'database'],
  import: ['back-office-client'],
  // The heads that this workstation received from the change feed.
  audit: ['back-office-client', 'sync'],
  catalogue: ['back-office-client'],
  crm: ['back-office-client', 'sync'],
  consult: [],
  documents: ['back-office-client', 'study-access', 'sync'],
  safety: ['back-office-client', 'database', 'journal', 'lifecycle', 'session', 'study-access', 'sync'],
  booking: [
    'back-office-client',
    'database',
    'journal',
    'keyed-calls',
    'lifecycle',
    'locations',
    'safety',
    'session',
    'study-access',
    'sync',
  ],
  study: [
    'back-office-client',
    'consult',
    'database',
    'documents',
    'journal',
    'keyed-calls',
    'lifecycle',
    'messages',
    'queue',
    'session',
    'study-access',
    'sync',
  ],
  payments: [
    'back-office-client',
    'database',
    'devices',
    'journal',
    'keyed-calls',
    'lifecycle',
    'locations',
    'session',
    'sync',
  ],
  finance: ['back-office-client', 'payments'],
  printing: ['back-office-client', 'devices', 'documents', 'journal', 'queue', 'session', 'study-access'],
  settings: ['back-office-client', 'database', 'journal', 'locations', 'policy', 'session', 'sync'],
  release: ['back-office-client', 'devices', 'documents', 'queue', 'session', 'study-access', 'sync'],
  update: ['back-office-client', 'journal'],
  messages: ['back-office-client'],
  results: ['back-office-client', 'sync'],
  worklists: ['back-office-client'],
}

/** The clinic's rules. `values` has money, time, text and ids; `format` formats them for people. */
const DOMAIN_ARROWS: Arrows = {
  values: [],
  format: ['values'],
  session: ['values'],
  locations: ['format', 'session', 'values'],
  accounts: ['session', 'values'],
  members: ['format', 'locations', 'values'],
  safety: ['format', 'locations', 'members', 'values'],
  booking: ['format', 'locations', 'members', 'safety', 'values'],
  catalogue: ['locations', 'values'],
  people: ['members', 'session', 'values'],
  update: ['values'],
  backup: ['values'],
  watching: ['values'],
  // Backups and restore drills are items of the configuration.
  settings: ['backup', 'update', 'values'],
  consult: ['session', 'values'],
  study: [
    'booking',
    'catalogue',
    'consult',
    'format',
    'locations',
    'members',
    'people',
    'safety',
    'session',
    'settings',
    'values',
  ],
  crm: ['members', 'study', 'values'],
  messages: ['locations', 'session', 'study', 'values'],
  documents: ['members', 'session', 'values'],
  payments: ['catalogue', 'format', 'locations', 'members', 'settings', 'study', 'values'],
  release: ['documents', 'format', 'locations', 'members', 'people', 'session', 'study', 'values'],
  printing: ['release', 'study', 'values'],
  permissions: ['consult', 'release', 'session', 'settings', 'study'],
  queue: ['release', 'values'],
  finance: ['format', 'members', 'payments', 'values'],
  import: ['booking', 'catalogue', 'locations', 'members', 'payments', 'people', 'values'],
  results: ['members', 'release', 'session', 'values'],
  offline: [],
  // The member's record, which is exported.
  audit: ['locations', 'members', 'messages', 'payments', 'safety', 'study', 'values'],
  // Counts of jobs, and the names and values of the policy.
  support: ['queue', 'settings', 'values'],
  worklists: ['format', 'locations', 'members', 'release', 'safety', 'session', 'study', 'values'],
}

/** The tables of arrows inside a box. A box whose folders need no arrows has no table. */
export const SUBJECT_ARROWS: Readonly<Record<string, Arrows>> = {
  'back-office': BACK_OFFICE_ARROWS,
  contract: {
    session: [],
    // Setting up the first account and accepting an invitation also sign the user in.
    accounts: ['session'],
    audit: [],
    queue: [],
    study: ['consult', 'crm', 'messages', 'people', 'queue'],
    booking: ['study'],
    catalogue: [],
    consult: [],
    crm: [],
    documents: ['study'],
    finance: [],
    import: [],
    locations: [],
    members: [],
    messages: [],
    payments: ['queue', 'study'],
    people: [],
    printing: [],
    release: ['study'],
    results: [],
    safety: ['study'],
    search: [],
    settings: ['documents', 'printing'],
    // A bundle is saved as other downloads are.
    support: ['settings'],
    update: [],
    worklists: [],
  },
  domain: DOMAIN_ARROWS,
  main: MAIN_ARROWS,
  renderer: RENDERER_ARROWS,
}

/** Files at the top of a box, outside its folders, which the files in its folders may import. */
const BOX_FILES: Readonly<Record<string, readonly string[]>> = {
  contract: ['command', 'failures', 'reply', 'route'],
  // Interfaces, which a shell or the app implements.
  main: ['platform', 'publish'],
  renderer: ['routes'],
}

/** The parts of other boxes that every file of a box may import. */
const BOX_ARROWS: Readonly<Record<string, readonly string[]>> = {
  'back-office': ['contract', 'domain', 'paper', 'runtime'],
  main: ['contract', 'domain', 'paper', 'runtime'],
  renderer: ['contract', 'domain'],
  contract: ['domain'],
}

/** Returns a path along the arrows that leads back to its start, or null. */
export const findArrowCycle = (arrows: Arrows): readonly string[] | null => {
  const done = new Set<string>()
  const follow = (folder: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder]
    if (done.has(folder)) return null
    for (const next of arrows[folder] ?? []) {
      const cycle = follow(next, [...way, folder])
      if (cycle) return cycle
    }
    done.add(folder)
    return null
  }
  for (const folder of Object.keys(arrows)) {
    const cycle = follow(folder, [])
    if (cycle) return cycle
  }
  return null
}

/**
 * Returns the layers of a box, one for each row of its table of arrows. Throws if the arrows make a cycle, or if one
 * leads to a folder without its own row.
 */
const arrowLayers = (box: string, arrows: Arrows): Layer[] => {
  const cycle = findArrowCycle(arrows)
  if (cycle) throw new Error(`The arrows of ${box} make a cycle: ${cycle.join(' -> ')}`)
  return Object.entries(arrows).map(([folder, targets]) => {
    const unknown = targets.find((target) => !(target in arrows))
    if (unknown !== undefined) throw new Error(`${box}: ${folder} names ${unknown}, which has no row`)
    return {
      name: `${box}-${folder}`,
      from: `^${box}/${folder}/`,
      mayImport: [
        ...[folder, ...targets].map((name) => `^${box}/${name}/`),
        ...(BOX_FILES[box] ?? []).map((name) => `^${box}/${name}\\.ts$`),
        ...(BOX_ARROWS[box] ?? []).map((name) => `^${name}/`),
      ],
    }
  })
}

/** The layers, as listed in docs/structure.md. Every source file outside `test` is in at least one row. */
const LAYERS: readonly Layer[] = [
  ...Object.entries(SUBJECT_ARROWS).flatMap(([box, arrows]) => arrowLayers(box, arrows)),
  { name: 'domain', from: '^domain/', mayImport: ['^domain/'] },
  { name: 'contract', from: '^contract/[^/]+\\.ts$', mayImport: ['^contract/', '^domain/'] },
  {
    // The preload needs only names, envelopes and types; a test checks that its build contains no packages.
    name: 'preload',
    from: '^preload/',
    mayImport: ['^preload/', '^contract/(bridge|bridge-names|envelope|reply)\\.ts$'],
  },
  // The kit has no clinic data: of the other boxes it uses replies, their failures, money, instants and formats.
  {
    name: 'renderer-kit-values',
    from: '^renderer/kit/',
    mayImport: [
      '^renderer/kit/',
      '^contract/(failures|reply)\\.ts$',
      '^domain/format/',
      '^domain/values/(money|instant)\\.ts$',
    ],
  },
  {
    name: 'renderer-controls',
    from: '^renderer/kit/controls/',
    mayImport: ['^renderer/kit/controls/', '^domain/format/'],
  },
  {
    name: 'renderer-stores',
    from: '^renderer/.+-store\\.ts$',
    mayImport: ['^renderer/', '^contract/', '^domain/'],
    never: ['^renderer/kit/controls/'],
  },
  // A page that hosts a card provider's script never imports the router's addresses or the stores.
  {
    name: 'renderer-provider-window',
    from: '^renderer/(terminal-window|card-window)/',
    mayImport: ['^renderer/$1/', '^renderer/kit/(controls|styles)/', '^contract/', '^domain/'],
  },
  {
    name: 'renderer-routes',
    from: '^renderer/(routes|place-words)\\.ts$',
    mayImport: ['^renderer/place-words\\.ts$', '^contract/', '^domain/'],
  },
  {
    name: 'renderer-top',
    from: '^renderer/start\\.tsx$',
    mayImport: ['^renderer/', '^contract/', '^domain/'],
  },
  {
    name: 'main-interfaces',
    from: '^main/(platform|publish)\\.ts$',
    mayImport: ['^runtime/', '^contract/', '^domain/'],
  },
  // The gear must not import `paper`, because typesetting and printing are above the gear.
  {
    name: 'main-gear',
    from: '^main/(cache|journal|database|keyed-calls|queue|bridge)/',
    mayImport: ['^main/[^/]+/', '^main/publish\\.ts$', '^runtime/', '^contract/', '^domain/'],
  },
  {
    name: 'main-bridge',
    from: '^main/bridge/',
    mayImport: ['^main/bridge/', '^main/publish\\.ts$', '^runtime/', '^contract/', '^domain/'],
  },
  // The parts that all our programs need: threads and processes, the log, the data folder and its lock, the vault.
  { name: 'runtime', from: '^runtime/', mayImport: ['^runtime/'] },
  { name: 'paper', from: PAPER, mayImport: [PAPER, '^runtime/', '^domain/'] },
  {
    name: 'back-office',
    from: '^back-office/',
    mayImport: ['^back-office/', PAPER, '^runtime/', '^contract/', '^domain/'],
  },
  {
    // Migrations are frozen: later code must not change their result.
    name: 'migrations',
    from: MIGRATION_STEPS,
    mayImport: [MIGRATION_STEPS, '^back-office/database/migrations/migration\\.ts$'],
  },
  {
    name: 'main-shell',
    from: '^main/shells/([^/]+)/',
    mayImport: [
      '^main/shells/$1/',
      '^main/(bridge|destination|policy|support)/',
      '^main/platform\\.ts$',
      '^runtime/',
      '^contract/',
      '^domain/',
    ],
  },
  {
    name: 'main-app',
    from: '^main/app(?:-options)?\\.ts$',
    mayImport: ['^main/', PAPER, '^runtime/', '^contract/', '^domain/'],
    never: ['^main/shells/', '^main/(electron|browser-host)\\.ts$'],
  },
  {
    name: 'main-electron-entry',
    from: '^main/electron\\.ts$',
    mayImport: ['^main/app\\.ts$', '^main/shells/electron/', '^contract/', '^domain/'],
  },
  {
    name: 'main-browser-host-entry',
    from: '^main/browser-host\\.ts$',
    mayImport: ['^main/app\\.ts$', '^main/shells/browser-host/', '^contract/', '^domain/'],
  },
  // The release script uses the domain's types and schemas of a release.
  { name: 'scripts', from: '^scripts/', mayImport: ['^scripts/', '^domain/update/release'] },
]

/** Whether a row covers a file; a file without a row could import anything. */
export const isInSomeLayer = (path: string): boolean =>
  LAYERS.some(
    (layer) => new RegExp(layer.from).test(path) && !layer.except?.some((pattern) => new RegExp(pattern).test(path)),
  )

/** One package (or one group) and the only files, besides tests and scripts, that may import it. */
type PackageRule = { readonly name: string; readonly packages: string; readonly onlyIn: readonly string[] }

const PACKAGE_RULES: readonly PackageRule[] = [
  {
    name: 'electron-package',
    packages: 'electron',
    onlyIn: ['^main/electron\\.ts$', '^main/shells/electron/', '^preload/electron\\.ts$'],
  },
  {
    name: 'sqlite-package',
    packages: 'better-sqlite3|better-sqlite3-multiple-ciphers|@types/better-sqlite3|node:sqlite',
    onlyIn: ['^runtime/'],
  },
  // One module formats dates and times; their parts are computed in domain/values.
  { name: 'dayjs-package', packages: 'dayjs', onlyIn: ['^domain/format/'] },
  // Only domain/values uses Temporal; every other module uses the functions of domain/values.
  { name: 'temporal-package', packages: 'temporal-polyfill|temporal-spec', onlyIn: ['^domain/values/'] },
  { name: 'medplum-package', packages: '@medplum', onlyIn: ['^back-office/outside/results/'] },
  // Backups of a cluster query PostgreSQL directly, even before it has an Atrium database.
  {
    name: 'pg-package',
    packages: 'pg|@types/pg',
    onlyIn: ['^back-office/database/', '^back-office/backup/postgresql/'],
  },
  {
    name: 'react-package',
    packages: 'react|react-dom|@types/react|@types/react-dom|react-aria-components|react-hook-form|lucide-react|wouter',
    onlyIn: ['^renderer/'],
  },
]

const OURS = `^(${sourceFolders.join('|')})/`
/** Matches packages and their files, as written in an import (unresolved) or as resolved into node_modules. */
const named = (packages: string): string => `(^|node_modules/)(${packages})(/|$)`

const layerRule = (layer: Layer): IForbiddenRuleType[] => {
  const from = layer.except ? { path: layer.from, pathNot: [...layer.except] } : { path: layer.from }
  const rules: IForbiddenRuleType[] = [
    { name: layer.name, severity: 'error', from, to: { path: OURS, pathNot: [...layer.mayImport] } },
  ]
  if (layer.never) rules.push({ name: layer.name, severity: 'error', from, to: { path: [...layer.never] } })
  return rules
}

/** Returns the dependency-cruiser rules for the whole tree; type-only imports count as well. */
export const forbiddenImports = (): IForbiddenRuleType[] => [
  ...LAYERS.flatMap(layerRule),
  ...PACKAGE_RULES.map(
    (rule): IForbiddenRuleType => ({
      name: rule.name,
      severity: 'error',
      from: { path: OURS, pathNot: ['^test/', '^scripts/', ...rule.onlyIn] },
      to: { path: named(rule.packages) },
    }),
  ),
  {
    name: 'domain-packages',
    severity: 'error',
    from: { path: '^(contract|domain)/' },
    to: { pathNot: ['^(contract|domain)/', named('zod|temporal-polyfill|temporal-spec|dayjs|libphonenumber-js')] },
  },
  {
    name: 'migrations-packages',
    severity: 'error',
    from: { path: MIGRATION_STEPS },
    // `crypto` is allowed, because the result of a hash function never changes.
    to: { pathNot: [OURS, named('kysely'), '^(node:)?crypto$'] },
  },
  {
    name: 'demo-at-the-entries',
    severity: 'error',
    from: { path: OURS, pathNot: ['^test/', DEMO, BACK_OFFICE_ENTRIES] },
    to: { path: DEMO },
  },
  {
    // The files in a folder's `inside` are private to that folder.
    name: 'inside',
    severity: 'error',
    from: { path: '^([^/]+/[^/]+)/', pathNot: ['^test/'] },
    to: { path: '/inside/', pathNot: ['^$1/inside/', '^$1/[^/]+/inside/'] },
  },
  {
    name: 'inside',
    severity: 'error',
    from: { path: '^[^/]+/[^/]+$' },
    to: { path: '/inside/' },
  },
  { name: 'no-cycle', severity: 'error', from: { path: OURS }, to: { circular: true } },
  {
    name: 'no-dangling-import',
    severity: 'error',
    from: { path: OURS, pathNot: ['^test/bench/'] },
    to: { couldNotResolve: true },
  },
  // The benchmarks' packages are not always installed, so check-packages checks their names instead.
  {
    name: 'no-dangling-import',
    severity: 'error',
    from: { path: '^test/bench/' },
    to: { couldNotResolve: true, path: '^[.#]' },
  },
  // An import between top folders begins with `#`, as in `#domain/...`. Outside tests, no other import begins with `#`,
  // so that every crossing between top folders is visible.
  {
    name: 'crossing-without-hash',
    severity: 'error',
    from: { path: '^([^/]+)/' },
    to: { path: OURS, pathNot: ['^$1/'], dependencyTypesNot: ['aliased-subpath-import'] },
  },
  {
    name: 'hash-without-crossing',
    severity: 'error',
    // The tests' folders are deep, and #test/builders/... reads better than four folders up.
    from: { path: '^([^/]+)/', pathNot: ['^test/'] },
    to: { path: '^$1/', dependencyTypes: ['aliased-subpath-import'] },
  },
]
