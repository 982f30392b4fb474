import { type DocumentNode, GraphQLError, Kind, parse, type SelectionSetNode, visit } from 'graphql'
import { backOfficeKernelWords } from '../kernel-words.ts'
import { Refusal } from '../refusal.ts'

/** These limits are far above what our own client requests. */
const limits = { tokens: 1000, aliases: 15, fields: 200, fragments: 8, spreads: 16, directives: 10, lists: 2 }

/** Fields that return a whole file of tens of megabytes. */
const fileFields: ReadonlySet<string> = new Set(['base64File'])
/** Fields that return a directory of hundreds of entries. */
const listFields: ReadonlySet<string> = new Set(['practitioners'])

const refuse = (): Refusal => new Refusal('invalid-input', backOfficeKernelWords.queryTooLarge)

/**
 * Refuses a GraphQL document before validation: too many tokens, aliases, fields, fragments, spreads or directives, too
 * many of the file and list fields above, more than one operation, a mutation with more than one root field (a write is
 * one action with one answer), a subscription, or an introspection unless `introspection` is set. The number of spreads
 * is checked before any traversal that follows spreads, because each fragment that names the next one twice doubles the
 * work of the traversal. Throws 400 `invalid-input`.
 */
export const checkDocument = (source: string, introspection: boolean): void => {
  const counts = {
    aliases: 0,
    fields: 0,
    fragments: 0,
    spreads: 0,
    directives: 0,
    operations: 0,
    others: 0,
    introspections: 0,
  }
  let document: DocumentNode
  try {
    document = parse(source, { maxTokens: limits.tokens, noLocation: true })
    visit(document, {
      enter: (node) => {
        if (node.kind === Kind.FIELD) {
          counts.fields += 1
          if (node.alias !== undefined) counts.aliases += 1
          if (node.name.value === '__schema' || node.name.value === '__type') counts.introspections += 1
        } else if (node.kind === Kind.FRAGMENT_DEFINITION) counts.fragments += 1
        else if (node.kind === Kind.FRAGMENT_SPREAD || node.kind === Kind.INLINE_FRAGMENT) counts.spreads += 1
        else if (node.kind === Kind.DIRECTIVE) counts.directives += 1
        else if (node.kind === Kind.OPERATION_DEFINITION) {
          counts.operations += 1
          const [first, ...more] = node.selectionSet.selections
          const isOneAct = node.operation === 'mutation' && first?.kind === Kind.FIELD && more.length === 0
          if (node.operation !== 'query' && !isOneAct) counts.others += 1
        }
      },
    })
  } catch (error) {
    throw error instanceof GraphQLError ? refuse() : error
  }
  const isTooMuch =
    counts.aliases > limits.aliases ||
    counts.fields > limits.fields ||
    counts.fragments > limits.fragments ||
    counts.spreads > limits.spreads ||
    counts.directives > limits.directives ||
    counts.operations !== 1 ||
    counts.others > 0 ||
    (counts.introspections > 0 && !introspection)
  if (isTooMuch || countFields(document, fileFields) > 1 || countFields(document, listFields) > limits.lists)
    throw refuse()
}

/** Counts the fields of these names in the answer; a fragment's fields count once per spread. */
const countFields = (document: DocumentNode, names: ReadonlySet<string>): number => {
  const fragments = new Map<string, number | SelectionSetNode>()
  const count = ({ selections }: SelectionSetNode): number => {
    let found = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) found += countFragment(selection.name.value)
      else if (selection.kind === Kind.FIELD && names.has(selection.name.value)) found += 1
      if (selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet !== undefined)
        found += count(selection.selectionSet)
    }
    return found
  }
  const countFragment = (name: string): number => {
    const known = fragments.get(name) ?? 0
    if (typeof known === 'number') return known
    // A fragment that names itself is refused later, by the validation.
    fragments.set(name, 0)
    const found = count(known)
    fragments.set(name, found)
    return found
  }
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one.selectionSet)
  }
  return document.definitions.reduce(
    (files, one) => files + (one.kind === Kind.OPERATION_DEFINITION ? count(one.selectionSet) : 0),
    0,
  )
}
