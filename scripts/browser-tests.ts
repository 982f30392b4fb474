import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** The two files that start a browser for tests. A test whose imports reach neither file uses no browser. */
export const browserFixtures = ['test/fixtures/own-chromium.ts', 'test/renderer/harness/find-browser.ts'] as const

const imported = /^(?:import|export)(?! type\b)[^'"]*?'((?:#test\/|\.{1,2}\/)[^']+)'/gm

const importsOf = (root: string, file: string): readonly string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(imported)]
    .map(([, named = '']) => (named.startsWith('#') ? named.slice(1) : join(dirname(file), named)))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.startsWith('test/') && /\.tsx?$/.test(path))

/** Returns the test files that start a browser, found by their imports; `npm run test:quick` leaves them out. */
export const findBrowserTests = (root: string): readonly string[] => {
  const known = new Map<string, boolean>(browserFixtures.map((file) => [file, true]))
  const reaches = (file: string): boolean => {
    const answer = known.get(file)
    if (answer !== undefined) return answer
    // Set before the visit, so that circular imports do not loop forever.
    known.set(file, false)
    const found = importsOf(root, file).some(reaches)
    known.set(file, found)
    return found
  }
  return globSync(join(root, 'test/**/*.test.{ts,tsx}'))
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter(reaches)
    .sort()
}
