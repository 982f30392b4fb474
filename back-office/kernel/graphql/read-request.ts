import { createHash } from 'node:crypto'
import { z } from 'zod'
import { base64Size } from '#domain/documents/data-url.ts'
import { mostDocumentBytes } from '#domain/documents/document.ts'
import type { JsonLimits } from '../http/json-shape.ts'
import { findUnstorableText, readJson } from '../http/read-json.ts'
import { Refusal } from '../refusal.ts'

/** Far above what a mutation's input has. */
export const requestLimits: JsonLimits = { depth: 8, items: 100, values: 400 }

/** No value of the schema is longer, but for one file. */
const longestText = 8000

const requestSchema = z.object({
  query: z.string().min(1).max(longestText),
  variables: z.record(z.string().max(100), z.unknown()).nullish(),
  operationName: z.string().max(100).nullish(),
  extensions: z.record(z.string().max(100), z.unknown()).nullish(),
})

/** A file that a request brings in base64, with all that takes long to find out about it. */
export type Upload = {
  readonly base64: string
  /** Of the base64, in hex. */
  readonly sha256: string
  /** Decoded; null where it is no canonical base64. */
  readonly byteSize: number | null
  /** Null where it is no base64, or larger than a document may be. */
  readonly bytes: Uint8Array | null
}

/** A GraphQL request that is fit to be run. */
export type GraphqlRequest = {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | null
  /** Its one long text, if it has one. */
  readonly upload: Upload | null
}

const refuse = (): Refusal => new Refusal('invalid-input', 'The query could not be read.')

/**
 * Reads the body of a GraphQL request: JSON within narrow limits, with one long text at most, which is a file. Takes as long as
 * the body is; a large one is read in another thread. Throws 400 `invalid-input`.
 */
export const readGraphqlRequest = (bytes: Uint8Array): GraphqlRequest => {
  const body = readJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), requestLimits)
  const parsed = requestSchema.safeParse(body)
  if (!parsed.success || findUnstorableText(body) !== undefined) throw refuse()
  const variables = parsed.data.variables ?? {}
  const [file, ...more] = findLongTexts(variables)
  if (more.length > 0) throw refuse()
  return {
    query: parsed.data.query,
    variables,
    operationName: parsed.data.operationName ?? null,
    upload: file === undefined ? null : readUpload(file),
  }
}

/** Looks at a file in base64. Takes as long as the file is. */
export const readUpload = (base64: string): Upload => {
  const byteSize = base64Size(base64)
  return {
    base64,
    sha256: createHash('sha256').update(base64).digest('hex'),
    byteSize,
    bytes: byteSize === null || byteSize > mostDocumentBytes ? null : decode(base64, byteSize),
  }
}

/** In a buffer of its own, which can be handed to another thread. */
const decode = (base64: string, byteSize: number): Uint8Array => {
  const bytes = new Uint8Array(byteSize)
  Buffer.from(bytes.buffer).write(base64, 'base64')
  return bytes
}

const findLongTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length > longestText ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(findLongTexts)
}
