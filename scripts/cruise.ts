import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { cruise, format, type ICruiseResult } from 'dependency-cruiser'
import { forbiddenImports, isInSomeLayer } from './layer-rules.ts'
import { productFolders, sourceFolders } from './source-folders.ts'

/** The result of a cruise: one line for each forbidden import, each file without a layer and each unread file. */
type CruiseReport = { readonly problems: readonly string[]; readonly moduleCount: number }

/** Returns every TypeScript file below the source folders, relative to `root`, with forward slashes. */
export const listSources = (root: string): string[] =>
  sourceFolders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.includes('node_modules/'))
    .sort()

/**
 * Reads every import of the project, including type-only ones. TypeScript 7 has no parser API, so the parser is set to
 * swc: by default, dependency-cruiser would find no import and report no violation.
 */
export const cruiseProject = async (root: string): Promise<ICruiseResult> => {
  const folders = sourceFolders.filter((folder) => existsSync(join(root, folder)))
  const imports: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      validate: true,
      ruleSet: { forbidden: forbiddenImports() },
      skipAnalysisNotInRules: true,
    },
    {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      importsFields: ['imports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css', '.d.ts'],
      // Reuses one resolver for all imports, because creating one for each import would take most of the time. This is
      // safe because every run has the same options.
      bustTheCache: false,
      resolveDeprecations: false,
    },
  )
  if (typeof output === 'string') throw new Error('dependency-cruiser returned text instead of a result object')
  if (imports === undefined) throw new Error('package.json has no imports map')
  return output
}

/**
 * Checks the tree at `root` against the layer rules. A cruise that found no module or missed a file also fails.
 * `cruised` has its imports, if they were read already.
 */
export const checkLayers = async (root: string, cruised?: Promise<ICruiseResult>): Promise<CruiseReport> => {
  const files = listSources(root)
  if (files.length === 0) return { problems: ['no modules found, so no import was checked'], moduleCount: 0 }
  const result = await (cruised ?? cruiseProject(root))
  const seen = new Set(result.modules.map((module) => module.source))
  const blind = files.filter((file) => !file.endsWith('.d.ts') && !seen.has(file))
  const problems = result.summary.violations.map((violation) => {
    const cycle = violation.cycle?.map((step) => step.name).join(' -> ')
    return `${violation.rule.name}: ${violation.from} -> ${cycle ?? violation.to}`
  })
  const strays = files.filter((file) => !file.startsWith('test/') && !isInSomeLayer(file))
  return {
    problems: [
      ...new Set(problems),
      ...strays.map((file) => `no-layer: ${file}: add a rule for what this file may import`),
      ...blind.map((file) => `not checked: ${file}: dependency-cruiser did not read it`),
    ],
    moduleCount: files.length - blind.length,
  }
}

/** Maximum number of boxes in the picture of the whole product: a reader cannot remember more. */
export const maxBoxes = 12

const draw = async (result: ICruiseResult, path: string, collapse: string): Promise<string> => {
  const { output } = await format(result, { outputType: 'mermaid', collapse, includeOnly: { path } })
  return String(output).trimEnd()
}

/**
 * Returns the pictures of the product as Mermaid text. The first picture shows the boxes, which are the top folders,
 * and every arrow between them. For each box with folders, except `domain`, another picture shows the arrows inside the
 * box. Throws if there are more than {@link maxBoxes} boxes. `cruised` has the imports, if they were read already.
 */
export const drawPictures = async (
  root: string,
  folders: readonly string[] = productFolders,
  cruised?: Promise<ICruiseResult>,
): Promise<readonly { readonly title: string; readonly text: string }[]> => {
  const boxes = folders.filter((folder) => existsSync(join(root, folder)))
  if (boxes.length > maxBoxes) throw new Error(`The picture has ${boxes.length} boxes; the limit is ${maxBoxes}.`)
  const isDivided = (box: string): boolean =>
    readdirSync(join(root, box), { withFileTypes: true }).some((entry) => entry.isDirectory())
  const result = await (cruised ?? cruiseProject(root))
  const whole = `^(${boxes.join('|')})/`
  const pictures = [{ title: 'The boxes', text: await draw(result, whole, '^[^/]+') }]
  for (const box of boxes.filter((one) => one !== 'domain' && isDivided(one)))
    pictures.push({ title: box, text: await draw(result, `^${box}/`, `^${box}/[^/]+`) })
  return pictures
}
