import { backOfficeRoutes } from '#contract/back-office.ts'
import { backOfficeSchema } from '#contract/back-office-schema.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The properties in which zod stores the inner schemas of a schema. */
const innerParts = ['element', 'innerType', 'in', 'out', 'valueType', 'left', 'right'] as const

/** Adds the names of the fields in a schema and in its parts, but not the keys of a `z.record`. */
const addFields = (schema: unknown, names: Set<string>, seen: Set<unknown>): void => {
  if (!isObject(schema) || !isObject(schema.def) || seen.has(schema)) return
  seen.add(schema)
  const { def } = schema
  for (const [name, inner] of Object.entries(isObject(def.shape) ? def.shape : {})) {
    names.add(name)
    addFields(inner, names, seen)
  }
  const lists = [def.options, def.items].flatMap((list) => (Array.isArray(list) ? list : []))
  for (const inner of [...innerParts.map((part) => def[part]), ...lists]) addFields(inner, names, seen)
}

/** Lists the names of the fields and operations in the GraphQL schema of the back office. */
export const listGraphqlNames = (): readonly string[] =>
  [...backOfficeSchema.matchAll(/^\s+(?<name>\w+)(?:\(.*\))?: /gm)].flatMap(({ groups }) => groups?.name ?? [])

/** Lists the names of all fields in the requests and answers of the back office. Takes about 10 ms. */
export const listFieldNames = (): ReadonlySet<string> => {
  const names = new Set<string>(listGraphqlNames())
  const seen = new Set<unknown>()
  for (const route of Object.values(backOfficeRoutes)) {
    for (const part of Object.values(route)) addFields(part, names, seen)
  }
  return names
}
