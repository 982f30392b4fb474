import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectRoot } from '../project.ts'

/** A third-party package in the product, with its licence, in the format of Vite's list of bundled packages. */
export type Notice = {
  readonly name: string
  readonly version: string
  readonly identifier?: string
  readonly text?: string
  /** Set for a program that npm does not know by this name. */
  readonly isProgram?: true
}

/** The part of a CycloneDX document that is read here. */
type Component = {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}
type Sbom = {
  readonly serialNumber?: string
  readonly metadata: { readonly timestamp?: string; readonly component: { readonly 'bom-ref': string } }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[]
}

type LockedPackage = {
  readonly name?: string
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

const keyOf = ({ name, version }: Pick<Notice, 'name' | 'version'>): string => `${name}@${version}`

/** Returns the package's name in the registry. A package with an alias in package.json has a different folder name. */
const nameOf = (path: string, locked: LockedPackage): string => locked.name ?? path.replace(/^.*node_modules\//, '')

/** Returns the text of a package's licence; undefined if it has no such file. */
const licenceIn = (folder: string): string | undefined => {
  const name = readdirSync(folder).find((file) => /^(licen[cs]e|copying)/i.test(file))
  return name === undefined ? undefined : readFileSync(join(folder, name), 'utf8').trim()
}

/** Returns the notice of a package that is installed below `root`. */
export const installedNotice = (root: string, path: string, locked: LockedPackage): Notice => {
  const text = licenceIn(join(root, path))
  return {
    name: nameOf(path, locked),
    version: locked.version ?? '',
    ...(locked.license !== undefined && { identifier: locked.license }),
    ...(text !== undefined && { text }),
  }
}

/** Returns the notices of the packages that are installed beside the bundle, and of their dependencies. */
const installedNotices = (root: string): Notice[] => {
  const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  return Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .filter(([path]) => !/node_modules\/node-(linux|win)-x64$/.test(path) && existsSync(join(root, path)))
    .map(([path, locked]) => installedNotice(root, path, locked))
}

/** Returns the notice of a font. Vite does not list fonts, because they are copied as files or by a style sheet. */
export const fontNotice = (root: string, name: string): Notice => {
  const folder = join(root, 'node_modules', name)
  const text = licenceIn(folder)
  if (text === undefined) throw new Error(`${name} has no licence.`)
  const { version }: { readonly version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { name, version, text }
}

/** Returns the notices that no package manager lists: a program inside a package, and the fonts. */
const otherNotices = (root: string): Notice[] => {
  const [program = ''] = globSync('node_modules/pdf-to-printer/dist/SumatraPDF-*.exe', { cwd: root })
  const [, version] = /SumatraPDF-([\d.]+)-/.exec(basename(program)) ?? []
  if (version === undefined) throw new Error('pdf-to-printer has no SumatraPDF with a version in its name.')
  const origin = [
    'SumatraPDF prints PDF files on Windows. Atrium contains its program and starts it as a program of its own.',
    'Nothing in it is changed, except that the file may carry a signature of the publisher of Atrium.',
    `Its source is https://github.com/sumatrapdfreader/sumatrapdf/tree/${version}rel.`,
  ].join('\n')
  return [
    {
      name: 'SumatraPDF',
      version,
      identifier: 'GPL-3.0-only',
      isProgram: true,
      text: `${origin}\n\n${readFileSync(join(root, 'resources/licences/gpl-3.0.txt'), 'utf8').trim()}`,
    },
    fontNotice(root, 'dejavu-fonts-ttf'),
    fontNotice(root, '@fontsource-variable/inter'),
  ]
}

const byName = (a: Notice, b: Notice): number => keyOf(a).localeCompare(keyOf(b), 'en')

const desktopRuntime = [
  'Electron and Chromium have theirs in LICENSE.electron.txt and LICENSES.chromium.html beside the program.',
]

/**
 * Returns the notices as one text, each package once, by name; `runtime` has the lines about the runtime's licences.
 * Throws with the names of packages without any licence, because a product that contains them cannot be distributed.
 */
export const composeNotices = (notices: readonly Notice[], runtime: readonly string[] = desktopRuntime): string => {
  const bare = notices.filter(({ identifier, text }) => identifier === undefined && text === undefined)
  if (bare.length > 0) throw new Error(`These packages have no licence: ${bare.map(keyOf).join(', ')}.`)
  const line = '='.repeat(80)
  const parts = notices.map(({ identifier, text, ...named }) =>
    [line, `${keyOf(named)}${identifier === undefined ? '' : ` (${identifier})`}`, '', text ?? '', ''].join('\n'),
  )
  const head = ['Atrium contains the work of others, under the licences below.', ...runtime]
  return `${head.join('\n')}\n\n${parts.join('\n')}`
}

/**
 * Returns a CycloneDX document of the whole tree reduced to the packages that the product has: those of `notices`, and
 * those of `others`, Electron by default. Adds those packages of `notices` that npm does not list under their own name,
 * such as the target of an alias.
 */
export const reduceSbom = (tree: Sbom, notices: readonly Notice[], others: readonly string[] = ['electron']): Sbom => {
  const wanted = new Set(notices.map(keyOf))
  const components = tree.components.filter((one) => others.includes(one.name) || wanted.has(keyOf(one)))
  const known = new Set(components.map(keyOf))
  const unknown = notices
    .filter((notice) => !known.has(keyOf(notice)))
    .map((notice) => ({
      'bom-ref': keyOf(notice),
      type: notice.isProgram ? 'application' : 'library',
      name: notice.name,
      version: notice.version,
      ...(!notice.isProgram && { purl: `pkg:npm/${notice.name.replace('@', '%40')}@${notice.version}` }),
      ...(notice.identifier !== undefined && { licenses: [{ license: { id: notice.identifier } }] }),
    }))
  const refs = new Set([tree.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])])
  const dependencies = tree.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((to) => refs.has(to)) }))
  return { ...tree, components: [...components, ...unknown], dependencies }
}

const runNpm = (root: string, args: readonly string[]): string => {
  const own = process.env.npm_execpath
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 } as const
  if (own?.endsWith('npm-cli.js') === true) return execFileSync(process.execPath, [own, ...args], options)
  // On Windows npm is a shell script.
  return execFileSync('npm', [...args], { ...options, shell: process.platform === 'win32' })
}

/** Returns each notice once, by name. */
export const sortNotices = (notices: readonly Notice[]): Notice[] =>
  [...new Map(notices.map((notice) => [keyOf(notice), notice])).values()].sort(byName)

/** Asks npm for the list of all packages of the tree at `root`. */
export const readSbom = (root: string): Sbom => {
  const flags = ['--sbom-format', 'cyclonedx', '--package-lock-only', '--offline']
  return JSON.parse(runNpm(root, ['sbom', ...flags, '--include=dev', '--include=optional']))
}

/**
 * Writes the files that every installation has in `legal`: Atrium's licence, the licences of all packages in it, and
 * the list of these packages as CycloneDX. `dist` has the build and Vite's list of bundled packages.
 */
export const writeLegalFiles = (root = projectRoot): void => {
  const folder = join(root, 'dist/legal')
  const bundled: readonly Notice[] = JSON.parse(readFileSync(join(root, 'dist/bundled-packages.json'), 'utf8'))
  const all = [...installedNotices(root), ...otherNotices(root), ...bundled]
  const notices = sortNotices(all)
  const tree = readSbom(root)
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(root, 'LICENSE'), join(folder, 'license.txt'))
  writeFileSync(join(folder, 'third-party-notices.txt'), composeNotices(notices))
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(reduceSbom(tree, notices), null, 2)}\n`)
}
