import { createHash } from 'node:crypto'
import { z } from 'zod'
import { maxDocumentBytes } from '#domain/documents/document.ts'
import { base64Size } from '#domain/values/base64.ts'
import type { JsonLimits } from '../http/json-shape.ts'
import { findUnstorableText, readJson } from '../http/read-json.ts'
import { backOfficeKernelWords } from '../kernel-words.ts'
import { Refusal } from '../refusal.ts'

/** These limits are far above the size of a mutation's input. */
export const requestLimits: JsonLimits = { depth: 8, items: 100, values: 400 }

/** The maximum length of the query, and of each text in the variables except one file. */
const maxTextChars = 8000

const requestSchema = z.object({
  query: z.string().min(1).max(maxTextChars),
  variables: z.record(z.string().max(100), z.unknown()).nullish(),
  operationName: z.string().max(100).nullish(),
  extensions: z.record(z.string().max(100), z.unknown()).nullish(),
})

/** A base64 file of a request, with the properties that are slow to compute. */
export type Upload = {
  readonly base64: string
  /** Hash of the base64 text, in hex. */
  readonly sha256: string
  /** Size when decoded; null for text that is not canonical base64. */
  readonly byteSize: number | null
  /** Null for invalid base64, and for a file above the size limit of documents. */
  readonly bytes: Uint8Array | null
}

/** A checked GraphQL request. */
export type GraphqlRequest = {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | null
  /** The only long text of the request, if any. */
  readonly upload: Upload | null
}

const refuse = (): Refusal => new Refusal('invalid-input', backOfficeKernelWords.queryUnreadable)

/**
 * Reads the body of a GraphQL request: JSON within narrow limits, with at most one long text, which is a file. The time
 * grows with the body; another thread reads a large one. Throws 400 `invalid-input`.
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

/** Computes the properties of a base64 file. The time grows with the file. */
export const readUpload = (base64: string): Upload => {
  const byteSize = base64Size(base64)
  return {
    base64,
    sha256: createHash('sha256').update(base64).digest('hex'),
    byteSize,
    bytes: byteSize === null || byteSize > maxDocumentBytes ? null : decode(base64, byteSize),
  }
}

/** Decodes into a buffer of its own, which can be transferred to another thread. */
const decode = (base64: string, byteSize: number): Uint8Array => {
  const bytes = new Uint8Array(byteSize)
  Buffer.from(bytes.buffer).write(base64, 'base64')
  return bytes
}

const findLongTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length > maxTextChars ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(findLongTexts)
}
