import type { z } from 'zod'
import type { Route } from '#contract/route.ts'
import { backOfficeKernelWords } from '../kernel-words.ts'
import { Refusal } from '../refusal.ts'
import { findUnstorableText } from './read-json.ts'

export type RawInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown }
export type ParsedInput = {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

/** The maximum number of refused fields in an answer. A form has fewer fields; a hostile body could name a million. */
const maxFieldsNamed = 30

/**
 * Checks path, query and body by the route's schemas. Throws 400 `invalid-input` with the refused fields in
 * `details.fields`: each key is a dotted path, each value the reason.
 */
export const parseRouteInput = (route: Route, raw: RawInput): ParsedInput => {
  const fields: Record<string, string> = {}
  const parsed = {
    params: parsePart(route.params, raw.params ?? {}, fields),
    query: parsePart(route.query, raw.query ?? {}, fields),
    body: parsePart(route.body, route.method === 'GET' ? {} : (raw.body ?? {}), fields),
  }
  const names = Object.keys(fields)
  if (names.length > 0) {
    throw new Refusal('invalid-input', backOfficeKernelWords.checkFields(names.slice(0, 5)), { fields })
  }
  return parsed
}

const parsePart = (
  schema: z.ZodType,
  value: unknown,
  fields: Record<string, string>,
): Readonly<Record<string, unknown>> => {
  const unstorable = findUnstorableText(value)
  if (unstorable !== undefined) {
    fields[toFieldName(unstorable)] = 'must not contain control characters'
    return {}
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data as Readonly<Record<string, unknown>>
  for (const issue of result.error.issues.flatMap(flattenIssue)) {
    if (Object.keys(fields).length >= maxFieldsNamed) break
    const name = toFieldName(issue.path.map(String).join('.'))
    if (!Object.hasOwn(fields, name)) fields[name] = issue.message.slice(0, 200)
  }
  return {}
}

/** Returns the issue, or for a failed union the issues of its closest shape, because only these help the caller. */
const flattenIssue = (issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] => {
  if (issue.code !== 'invalid_union') return [issue]
  const closest = issue.errors.filter((errors) => errors.length > 0).sort((a, b) => a.length - b.length)[0]
  return closest?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue]
}

/** Returns a path that is safe in an answer: at most 80 characters, with `?` for each character that is unsafe. */
const toFieldName = (path: string): string => path.replace(/[^\w.[\]-]/g, '?').slice(0, 80) || 'body'
