import {
  groupTags,
  type IppAttributes,
  type IppGroup,
  type IppGroupTag,
  type IppMessage,
  type IppValue,
} from './ipp-value.ts'
import { decodeValue, encodeValue } from './ipp-value-codec.ts'

/** The result of decoding. `reason` names the place of the error, never the message's content. */
type DecodedIpp = { readonly ok: true; readonly message: IppMessage } | { readonly ok: false; readonly reason: string }

const endOfAttributes = 0x03
const beginCollection = 0x34
const endCollection = 0x37
const memberName = 0x4a
/** Tags below this value are delimiters; all others are value syntaxes. */
const firstValueTag = 0x10
/** The deepest accepted nesting of collections; no printer nests its media collections this deeply. */
const maxDepth = 12

const groupNames = new Map<number, IppGroupTag>(
  Object.entries(groupTags).map(([name, code]) => [code, name as IppGroupTag]),
)

const utf8 = new TextEncoder()
const fromUtf8 = new TextDecoder()

/** Encodes a message for the wire (RFC 8010 §3.1). */
export const encodeIpp = (message: IppMessage): Uint8Array => {
  const parts: number[] = [...message.version, ...uint16(message.code), ...uint32(message.requestID)]
  for (const group of message.groups) {
    parts.push(groupTags[group.tag])
    for (const [name, values] of group.attributes)
      for (const [index, value] of values.entries()) pushValue(parts, index === 0 ? name : '', value)
  }
  parts.push(endOfAttributes)
  const head = Uint8Array.from(parts)
  const bytes = new Uint8Array(head.length + message.data.length)
  bytes.set(head)
  bytes.set(message.data, head.length)
  return bytes
}

const pushValue = (parts: number[], name: string, value: IppValue): void => {
  if (value.tag !== 'collection') {
    const wire = encodeValue(value)
    pushField(parts, wire.tag, utf8.encode(name), wire.bytes)
    return
  }
  pushField(parts, beginCollection, utf8.encode(name), none)
  for (const [member, values] of value.value) {
    pushField(parts, memberName, none, utf8.encode(member))
    for (const one of values) pushValue(parts, '', one)
  }
  pushField(parts, endCollection, none, none)
}

const none = new Uint8Array()

const pushField = (parts: number[], tag: number, name: Uint8Array, value: Uint8Array): void => {
  parts.push(tag, ...uint16(name.length), ...name, ...uint16(value.length), ...value)
}

const uint16 = (value: number): readonly [number, number] => [(value >> 8) & 0xff, value & 0xff]
const uint32 = (value: number): readonly number[] => [...uint16(value >>> 16), ...uint16(value & 0xffff)]

/** Decodes a message. Returns a reason for invalid bytes and never throws because of them. */
export const decodeIpp = (bytes: Uint8Array): DecodedIpp => {
  try {
    return { ok: true, message: readMessage(bytes) }
  } catch (error) {
    if (error instanceof BrokenMessage) return { ok: false, reason: error.message }
    throw error
  }
}

/** Thrown at the first invalid byte; caught within this file. */
class BrokenMessage extends Error {}

const readMessage = (bytes: Uint8Array): IppMessage => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8) throw new BrokenMessage('The message is shorter than its head.')
  const head = {
    version: [view.getUint8(0), view.getUint8(1)] as const,
    code: view.getUint16(2),
    requestID: view.getInt32(4),
  }
  const cursor = { at: 8 }
  const groups: IppGroup[] = []
  for (;;) {
    const tag = byteAt(view, cursor)
    if (tag === endOfAttributes)
      return {
        ...head,
        groups,
        data: new Uint8Array(bytes.buffer, bytes.byteOffset + cursor.at, bytes.length - cursor.at),
      }
    const attributes = readAttributes(view, cursor)
    const name = groupNames.get(tag)
    // A delimiter that is not known, from a later standard, begins a group that is skipped as a whole. Any other tag is
    // invalid at the start of a group.
    if (name !== undefined) groups.push({ tag: name, attributes })
    else if (tag === 0 || tag >= firstValueTag) throw new BrokenMessage('A group does not begin with its tag.')
  }
}

type Cursor = { at: number }
type Field = { readonly tag: number; readonly name: string; readonly bytes: Uint8Array }

const byteAt = (view: DataView, cursor: Cursor): number => {
  if (cursor.at >= view.byteLength) throw new BrokenMessage('The message ends before its attributes do.')
  const value = view.getUint8(cursor.at)
  cursor.at += 1
  return value
}

const bytesAt = (view: DataView, cursor: Cursor): Uint8Array => {
  const length = (byteAt(view, cursor) << 8) | byteAt(view, cursor)
  if (length > 0x7fff || cursor.at + length > view.byteLength)
    throw new BrokenMessage('A field is longer than the rest of the message.')
  const bytes = new Uint8Array(view.buffer, view.byteOffset + cursor.at, length)
  cursor.at += length
  return bytes
}

const peekIsValue = (view: DataView, cursor: Cursor): boolean =>
  cursor.at < view.byteLength && view.getUint8(cursor.at) >= firstValueTag

const readField = (view: DataView, cursor: Cursor): Field => {
  const tag = byteAt(view, cursor)
  const name = fromUtf8.decode(bytesAt(view, cursor))
  const bytes = bytesAt(view, cursor)
  return { tag, name, bytes }
}

const readAttributes = (view: DataView, cursor: Cursor): IppAttributes => {
  const attributes = new Map<string, IppValue[]>()
  let current: IppValue[] | null = null
  while (peekIsValue(view, cursor)) {
    const field = readField(view, cursor)
    if (field.name !== '') {
      // A repeated name replaces the earlier attribute, so its values must not be appended to the earlier ones.
      current = []
      attributes.set(field.name, current)
    }
    if (current === null) throw new BrokenMessage('A value without a name has no attribute before it.')
    current.push(field.tag === beginCollection ? readCollection(view, cursor, 1) : decodeValue(field))
  }
  return attributes
}

const readCollection = (view: DataView, cursor: Cursor, depth: number): IppValue => {
  if (depth > maxDepth) throw new BrokenMessage('Collections are nested too deeply.')
  const members = new Map<string, IppValue[]>()
  let current: IppValue[] | null = null
  for (;;) {
    if (!peekIsValue(view, cursor)) throw new BrokenMessage('A collection has no end.')
    const field = readField(view, cursor)
    if (field.tag === endCollection) return { tag: 'collection', value: withValues(members) }
    if (field.tag === memberName) {
      current = []
      members.set(fromUtf8.decode(field.bytes), current)
      continue
    }
    if (current === null) throw new BrokenMessage("A collection's value has no member before it.")
    current.push(field.tag === beginCollection ? readCollection(view, cursor, depth + 1) : decodeValue(field))
  }
}

const withValues = (members: ReadonlyMap<string, readonly IppValue[]>): IppAttributes =>
  new Map([...members].filter(([, values]) => values.length > 0))
