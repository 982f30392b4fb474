import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parsePolicy, policyKeys } from '#domain/settings/policy.ts'
import { drawPolicyFiles } from '#scripts/policy-files.ts'
import { projectRoot } from '#scripts/project.ts'

const own = (path: string): string => readFileSync(join(projectRoot, 'resources/policy', path), 'utf8')
const xmlFiles = ['atrium.admx', 'en-US/atrium.adml', 'atrium.mobileconfig'] as const
const names = Object.keys(policyKeys)

const reference = '&(?:amp|lt|gt|quot|apos|#\\d+|#x[\\da-fA-F]+);'
const name = '[A-Za-z_][\\w.-]*'
const tokens = {
  comment: '<!--(?:(?!--)[^])*-->',
  doctype: '<!DOCTYPE [^<>[\\]]*>',
  close: `</${name}\\s*>`,
  open: `<${name}(?:\\s+${name}="(?:[^"<&]|${reference})*")*\\s*/?>`,
  text: `(?:(?!\\]\\]>)[^<&]|${reference})+`,
} as const
const token = new RegExp(
  Object.entries(tokens)
    .map(([kind, source]) => `(?<${kind}>${source})`)
    .join('|'),
  'y',
)

/**
 * Returns the attributes of each element of an XML file, with its name as `tag`. Throws an error if the file is not
 * well-formed. The project has no XML parser, so this function supports only the part of XML that the files use.
 */
const readXml = (file: string): readonly Readonly<Record<string, string>>[] => {
  const prolog = /^<\?xml version="1\.0" encoding="utf-8"\?>\s*/i.exec(file)
  if (prolog === null) throw new Error('The file does not begin with its XML declaration.')
  const elements: Record<string, string>[] = []
  const open: string[] = []
  let at = prolog[0].length
  while (at < file.length) {
    token.lastIndex = at
    const found = token.exec(file)?.groups
    const [kind, text = ''] = Object.entries(found ?? {}).find(([, part]) => part !== undefined) ?? []
    if (kind === undefined) throw new Error(`Not well-formed at ${file.slice(at, at + 60)}`)
    const isInside = open.length > 0
    const tag = /[\w.-]+/.exec(text)?.[0] ?? ''
    if (kind === 'close' && open.pop() !== tag) throw new Error(`${tag} is closed but not open.`)
    if (kind === 'text' && !isInside && text.trim() !== '') throw new Error('There is text outside of the root.')
    if (kind === 'doctype' && elements.length > 0) throw new Error('The document type follows an element.')
    if (kind === 'open') {
      if (!isInside && elements.length > 0) throw new Error('There are two roots.')
      const attributes = [...text.matchAll(/([\w.-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value])
      if (new Set(attributes.map(([key]) => key)).size < attributes.length) throw new Error(`${tag} repeats one.`)
      elements.push({ ...Object.fromEntries(attributes), tag })
      if (!text.endsWith('/>')) open.push(tag)
    }
    at += text.length
  }
  if (open.length > 0 || elements.length === 0) throw new Error(`${open.join(', ')} is not closed.`)
  return elements
}

type Schema = Readonly<Record<string, unknown>>
const annotations = ['$schema', 'title', 'description', 'default', 'examples']

/** Returns whether a JSON schema accepts a value. Throws an error for a keyword that this function does not support. */
const accepts = (schema: Schema, value: unknown): boolean =>
  Object.entries(schema).every(([keyword, rule]) => {
    if (annotations.includes(keyword)) return true
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    const types: Readonly<Record<string, boolean>> = {
      object: isObject,
      string: typeof value === 'string',
      boolean: typeof value === 'boolean',
      integer: Number.isInteger(value),
    }
    const limits: Readonly<Record<string, () => boolean>> = {
      type: () => types[String(rule)] === true,
      enum: () => (rule as readonly unknown[]).includes(value),
      pattern: () => typeof value !== 'string' || new RegExp(String(rule), 'u').test(value),
      maxLength: () => typeof value !== 'string' || [...value].length <= Number(rule),
      minimum: () => typeof value !== 'number' || value >= Number(rule),
      maximum: () => typeof value !== 'number' || value <= Number(rule),
      properties: () =>
        !isObject ||
        Object.entries(rule as Readonly<Record<string, Schema>>).every(
          ([key, of]) => !Object.hasOwn(value, key) || accepts(of, (value as Schema)[key]),
        ),
    }
    const check = limits[keyword]
    if (check === undefined) throw new Error(`The keyword ${keyword} is unknown to this test.`)
    return check()
  })

describe('the generated files of the policy', () => {
  it.each(xmlFiles)('have well-formed XML in %s', (path) => {
    expect(readXml(own(path)).length).toBeGreaterThan(names.length)
  })

  it.each([
    ['an ampersand', '<a>b & c</a>'],
    ['an unknown reference', '<a>&nbsp;</a>'],
    ['an unescaped character in an attribute', '<a b="<" />'],
    ['an attribute without quotes', '<a b=1 />'],
    ['a repeated attribute', '<a b="1" b="2" />'],
    ['an element that is not closed', '<a><b></a>'],
    ['the end of a CDATA section in a text', '<a>]]></a>'],
    ['two roots', '<a /><b />'],
    ['a comment inside a comment', '<a><!-- <!-- --></a>'],
  ])('are read by a parser that refuses %s', (_what, body) => {
    expect(() => readXml(`<?xml version="1.0" encoding="utf-8"?>\n${body}`)).toThrow()
  })

  it('are well-formed whatever the titles and texts contain', async () => {
    const root = mkdtempSync(join(tmpdir(), 'atrium-policy-files-'))
    try {
      mkdirSync(join(root, 'domain/settings'), { recursive: true })
      const text = JSON.stringify('R&D <b> "x" -- ]]>')
      writeFileSync(
        join(root, 'domain/settings/policy.ts'),
        `const title = ${text}
export const policyKeys = {
  a: { type: 'text', default: null, example: title, title, text: title },
  b: { type: 'number', default: 1, least: 1, most: 2, title, text: title },
  c: { type: 'yes-no', default: true, title, text: title },
}\n`,
      )
      const drawn = await drawPolicyFiles(root)
      for (const path of xmlFiles) expect(readXml(drawn[`resources/policy/${path}`] ?? '')).not.toEqual([])
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })

  it('have a Windows template that uses exactly the texts and fields of its language file, and has each setting once', () => {
    const admx = readXml(own('atrium.admx'))
    const adml = readXml(own('en-US/atrium.adml'))
    const idsOf = (tag: string) => adml.filter((element) => element.tag === tag).map(({ id }) => id)
    const referred = (kind: string) =>
      [...own('atrium.admx').matchAll(new RegExp(`\\$\\(${kind}\\.(\\w+)\\)`, 'g'))].map(([, id]) => id)
    expect(new Set(idsOf('string'))).toEqual(new Set(referred('string')))
    expect(idsOf('presentation')).toEqual(referred('presentation'))
    const fields = adml.flatMap(({ refId }) => refId ?? [])
    expect(fields).toEqual(admx.filter(({ tag, id }) => tag !== 'policy' && id !== undefined).map(({ id }) => id))
    expect(admx.filter(({ tag }) => tag === 'policy').map((element) => element.name)).toEqual(names)
  })

  it('give the macOS profile a value for each setting', () => {
    const keys = [...own('atrium.mobileconfig').matchAll(/<key>(\w+)<\/key>/g)].map(([, key]) => key)
    expect(keys.filter((key) => key !== undefined && !key.startsWith('Payload'))).toEqual(names)
  })

  it('have a JSON schema that accepts exactly the policies that Atrium accepts', () => {
    const schema = JSON.parse(own('policy.schema.json')) as Schema
    expect(Object.keys(schema.properties as Schema)).toEqual(names)
    const texts = [
      '',
      ' ',
      '\t\u00A0',
      'stable',
      'Stable',
      ' stable ',
      'x'.repeat(500),
      'x'.repeat(501),
      ` ${'x'.repeat(500)}`,
    ]
    const numbers = [-1, 0, 1, 1.5, 5, 7, 8, 15, 16, 22, 23, 24, 1e21]
    const values: readonly unknown[] = [...texts, ...numbers, true, false, null, [], ['x'], {}, '5', 'true']
    const policies: readonly unknown[] = [
      null,
      [],
      'kiosk',
      5,
      {},
      { laterKey: 1 },
      { kiosk: true, lockMinutes: 5 },
      { kiosk: true, lockMinutes: 16 },
      ...names.flatMap((key) => values.map((value) => ({ [key]: value }))),
    ]
    const differing = policies.filter((policy) => accepts(schema, policy) !== (parsePolicy(policy) !== null))
    expect(differing).toEqual([])
    expect(numbers.filter((value) => accepts(schema, { lockMinutes: value }))).toEqual([1, 5, 7, 8, 15])
    expect(texts.filter((value) => accepts(schema, { updateChannel: value }))).toEqual(['stable'])
  })
})
