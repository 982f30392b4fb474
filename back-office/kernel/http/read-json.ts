import { isUtf8 } from 'node:buffer'
import { Refusal } from '../refusal.ts'
import { bodyLimits, checkJsonShape, type JsonLimits } from './json-shape.ts'

const malformed = (what: string): Refusal => new Refusal('invalid-input', `The request could not be read: ${what}.`)

/**
 * Reads a JSON body: UTF-8, within the depth and width of `limits`, without keys that reach into prototypes. An empty
 * body is an empty object. Throws 400 `invalid-input`.
 */
export const readJson = (bytes: Buffer, limits: JsonLimits = bodyLimits): unknown => {
  if (bytes.length === 0) return {}
  checkJsonShape(bytes, limits)
  if (!isUtf8(bytes)) throw malformed('it is not UTF-8')
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''))
  } catch {
    throw malformed('it is not JSON')
  }
  refuseReservedKeys(value)
  return value
}

/** Traverses without recursion, so that depth cannot exhaust the stack. */
const refuseReservedKeys = (value: unknown): void => {
  const open = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [key, inner] of Object.entries(next)) {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw malformed('it has a reserved key')
      open.push(inner)
    }
  }
}

/**
 * Returns the path of the first text that no database column accepts: with a NUL or half a surrogate pair; undefined if
 * there is none. Schemas refuse more, field by field; this check covers every field.
 */
export const findUnstorableText = (value: unknown): string | undefined => {
  const open: { readonly value: unknown; readonly path: string }[] = [{ value, path: '' }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value === 'string') {
      if (next.value.includes('\0') || !next.value.isWellFormed()) return next.path
    } else if (typeof next.value === 'object' && next.value !== null) {
      for (const [key, inner] of Object.entries(next.value)) {
        const path = next.path === '' ? key : `${next.path}.${key}`
        if (key.includes('\0') || !key.isWellFormed()) return next.path
        open.push({ value: inner, path })
      }
    }
  }
  return undefined
}
