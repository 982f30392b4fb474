import { parseSync } from 'vite'

/** JSX attributes and object keys whose value is a text for people, even if the value is one word. */
const TEXT_KEYS = new Set(
  'alt aria-description aria-label aria-roledescription cancel caption confirm description empty heading hint label legend message note placeholder question submit text title'.split(
    ' ',
  ),
)
/** JSX attributes that never have a text. */
const CODE_KEYS = new Set([
  'aria-keyshortcuts',
  'autoComplete',
  'className',
  'd',
  'id',
  'key',
  'placement',
  'rel',
  'role',
  'style',
  'type',
  'viewBox',
])

const LETTERS = /\p{L}{2}/u
/** Two adjacent words. */
const PROSE = /\p{L}[\p{L},.:)’']* [\p{L}(]/u
/** Class names, selectors and addresses: lower-case words, one of them with a character that prose does not have. */
const CODE = /^(?=.*[-_.#[\]=])[a-z0-9_\-.#[\]=":>()@%,/*+\s]*$/

const isProse = (text: string): boolean => PROSE.test(text) && !CODE.test(text.trim())
const isWord = (text: string): boolean => /^\p{Lu}\p{Ll}/u.test(text)

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const nameOf = (value: unknown): string =>
  isNode(value) ? String(value.name ?? value.value ?? '') : typeof value === 'string' ? value : ''

/** Returns whether an expression passes its inner values on unchanged: a condition, a fallback, braces in JSX. */
const passesOn = (type: string): boolean =>
  type === 'ConditionalExpression' || type === 'LogicalExpression' || type === 'JSXExpressionContainer'

/**
 * Returns the texts for people that a renderer file has in its code instead of in a words module, with their lines. It
 * recognizes prose by its form: JSX text, the texts of attributes such as `label`, and strings of two or more words.
 */
export const findInlineTexts = (path: string, code: string): { readonly line: number; readonly text: string }[] => {
  const found: { line: number; text: string }[] = []
  const add = (node: Node, text: string): void => {
    found.push({ line: code.slice(0, node.start).split('\n').length, text: text.trim().replace(/\s+/g, ' ') })
  }
  /** `key`: the attribute or property that receives the value; empty for none. */
  const walk = (value: unknown, key: string): void => {
    if (Array.isArray(value)) {
      for (const item of value) walk(item, key)
      return
    }
    if (!isNode(value)) return
    const { type } = value
    if (type === 'ImportDeclaration' || type === 'ThrowStatement' || isNode(value.source)) return
    if (type.startsWith('TS') && !('expression' in value)) return
    if (type === 'JSXText') {
      if (LETTERS.test(String(value.value))) add(value, String(value.value))
      return
    }
    if (type === 'JSXAttribute') {
      const name = nameOf(value.name)
      if (!CODE_KEYS.has(name)) walk(value.value, name)
      return
    }
    if (type === 'Property') {
      walk(value.value, nameOf(value.key))
      return
    }
    if (type === 'Literal' || type === 'TemplateLiteral') {
      const text =
        type === 'Literal'
          ? value.value
          : (value.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('{}')
      if (
        typeof text === 'string' &&
        (isProse(text) || (TEXT_KEYS.has(key) && (isWord(text) || /\{\}.*\p{L}{2}|\p{L}{2}.*\{\}/u.test(text))))
      )
        add(value, text)
      walk(value.expressions, '')
      return
    }
    for (const [name, inner] of Object.entries(value)) if (name !== 'type') walk(inner, passesOn(type) ? key : '')
  }
  walk(parseSync(path, code).program, '')
  return found
}
