import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'

/** The boxes whose sources have texts for people. */
const boxes = ['renderer', 'domain', 'contract', 'back-office', 'main', 'paper']

const sources = boxes.flatMap((box) =>
  readdirSync(join(projectRoot, box), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(projectRoot, box, file), 'utf8')),
)
/** The sources without comments, because a text in a comment does not count. Escaped quotes are resolved. */
const product = sources
  .map((source) => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replaceAll(/\\(['"`])/g, '$1'))
  .join('\n')

const texts = readFileSync(new URL('specified-texts.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

describe('the texts that the specifications fix', () => {
  it.each(texts)('%s', (text) => {
    expect(product.includes(text), `not found in ${boxes.join(', ')}`).toBe(true)
  })
})
