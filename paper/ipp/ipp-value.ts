/** One attribute's value, by its syntax (RFC 8010 §3.9). Text is stored without its language. */
export type IppValue =
  | { readonly tag: 'integer' | 'enum'; readonly value: number }
  | { readonly tag: 'boolean'; readonly value: boolean }
  | { readonly tag: IppTextTag; readonly value: string }
  | { readonly tag: 'dateTime'; readonly value: Date }
  | { readonly tag: 'resolution'; readonly x: number; readonly y: number; readonly unit: 'dpi' | 'dpcm' }
  | { readonly tag: 'range'; readonly from: number; readonly to: number }
  | { readonly tag: 'collection'; readonly value: IppAttributes }
  /** Out of band: the reason why the attribute has no value. */
  | { readonly tag: 'unsupported' | 'unknown' | 'no-value' }
  /** A syntax that this codec does not support, or a value whose bytes do not fit its syntax. */
  | { readonly tag: 'octets'; readonly code: number; readonly value: Uint8Array }

export type IppTextTag =
  | 'text'
  | 'name'
  | 'keyword'
  | 'uri'
  | 'uriScheme'
  | 'charset'
  | 'language'
  | 'mimeType'
  | 'memberName'

/** Attributes by name, in the order they were sent; each has at least one value. */
export type IppAttributes = ReadonlyMap<string, readonly IppValue[]>

export const groupTags = {
  operation: 0x01,
  job: 0x02,
  printer: 0x04,
  'unsupported-attributes': 0x05,
  subscription: 0x06,
  'event-notification': 0x07,
  resource: 0x08,
  document: 0x09,
} as const
export type IppGroupTag = keyof typeof groupTags

export type IppGroup = { readonly tag: IppGroupTag; readonly attributes: IppAttributes }

/**
 * A request or an answer: `code` is the operation of a request, or the status of an answer. `data` is the document that
 * follows.
 */
export type IppMessage = {
  readonly version: readonly [major: number, minor: number]
  readonly code: number
  readonly requestID: number
  readonly groups: readonly IppGroup[]
  readonly data: Uint8Array
}

const no: IppAttributes = new Map()

/** Returns attributes from a record of names, each with one value or several; omits names without a value. */
export const attributesOf = (
  pairs: Readonly<Record<string, IppValue | readonly IppValue[] | undefined>>,
): IppAttributes =>
  new Map(
    Object.entries(pairs).flatMap(([name, value]): [string, readonly IppValue[]][] => {
      const values = value === undefined ? [] : 'tag' in value ? [value] : value
      return values.length === 0 ? [] : [[name, values]]
    }),
  )

/** Returns the first group of a tag, empty if there is none. */
export const firstGroupOf = (message: IppMessage, tag: IppGroupTag): IppAttributes =>
  message.groups.find((group) => group.tag === tag)?.attributes ?? no

/** Returns every group of a tag: one per job or printer of a list. */
export const groupsOf = (message: IppMessage, tag: IppGroupTag): readonly IppAttributes[] =>
  message.groups.filter((group) => group.tag === tag).map(({ attributes }) => attributes)

/** Returns the texts of an attribute; an empty list when it is missing or of another kind. */
export const textsIn = (attributes: IppAttributes, name: string): readonly string[] =>
  (attributes.get(name) ?? []).flatMap((value) =>
    'value' in value && typeof value.value === 'string' ? value.value : [],
  )

export const textIn = (attributes: IppAttributes, name: string): string | null => textsIn(attributes, name)[0] ?? null

export const numberIn = (attributes: IppAttributes, name: string): number | null => {
  const [value] = attributes.get(name) ?? []
  return value?.tag === 'integer' || value?.tag === 'enum' ? value.value : null
}

export const booleanIn = (attributes: IppAttributes, name: string): boolean | null => {
  const [value] = attributes.get(name) ?? []
  return value?.tag === 'boolean' ? value.value : null
}

export const integer = (value: number): IppValue => ({ tag: 'integer', value })
/** @internal The tests' printer makes its answers with this function. */
export const enumerated = (value: number): IppValue => ({ tag: 'enum', value })
export const boolean = (value: boolean): IppValue => ({ tag: 'boolean', value })
/** @internal The tests' printer makes its answers with this function. */
export const text = (value: string): IppValue => ({ tag: 'text', value })
export const name = (value: string): IppValue => ({ tag: 'name', value })
export const keyword = (value: string): IppValue => ({ tag: 'keyword', value })
export const keywords = (...values: readonly string[]): readonly IppValue[] => values.map(keyword)
export const uri = (value: string): IppValue => ({ tag: 'uri', value })
export const mimeType = (value: string): IppValue => ({ tag: 'mimeType', value })
export const collection = (value: IppAttributes): IppValue => ({ tag: 'collection', value })
