import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { BackupProblem } from '../backup-problem.ts'

/**
 * The form of an encrypted file: a mark and a random salt, then frames. A frame has a header (the length of its
 * content, and whether it is the last one), the content under AES-256-GCM, and the tag. Each file has its own key, from
 * the key of the backups, the salt and the file's name. The nonce counts the frames. So a changed byte, a missing end,
 * swapped frames and swapped files are all found, and a frame is only returned after its check.
 */
const mark = Buffer.from('ATRIUMS1')
const saltBytes = 32
const headerBytes = 4
const tagBytes = 16
const lastFlag = 0x8000_0000
const maxFrameBytes = 4 << 20
const cipher = 'aes-256-gcm'

const toKey = (keyHex: string, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(keyHex, 'hex'), salt, `atrium backup file ${name}`, 32))

/** Returns a text that shows whether a key is the right one for a cluster's backups. */
export const toKeyCheck = (keyHex: string, systemID: string): string =>
  Buffer.from(hkdfSync('sha256', Buffer.from(keyHex, 'hex'), systemID, 'atrium backup key check', 32)).toString('hex')

const toNonce = (place: number): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(place), 4)
  return nonce
}

const toHeader = (bytes: number, isLast: boolean): Buffer => {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(bytes + (isLast ? lastFlag : 0))
  return header
}

/** Returns a step for `pipeline` that encrypts its input. */
export const sealStream = (keyHex: string, name: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(saltBytes)
    const key = toKey(keyHex, salt, name)
    let place = 0
    const toFrame = (content: Buffer, isLast: boolean): Buffer => {
      const header = toHeader(content.length, isLast)
      const sealing = createCipheriv(cipher, key, toNonce(place)).setAAD(header)
      place += 1
      const sealed = Buffer.concat([sealing.update(content), sealing.final()])
      return Buffer.concat([header, sealed, sealing.getAuthTag()])
    }
    yield Buffer.concat([mark, salt])
    for await (const content of source) {
      for (let at = 0; at < content.length; at += maxFrameBytes)
        yield toFrame(content.subarray(at, at + maxFrameBytes), false)
    }
    yield toFrame(Buffer.alloc(0), true)
  }

/** Reads exact numbers of bytes from a stream of blocks. */
const createReader = (source: AsyncIterable<Buffer>, refuse: () => Error) => {
  const blocks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const fill = async (bytes: number): Promise<boolean> => {
    const parts: Buffer[] = [rest]
    let length = rest.length
    while (length < bytes) {
      const { value, done } = await blocks.next()
      if (done === true) break
      parts.push(value)
      length += value.length
    }
    rest = Buffer.concat(parts)
    return rest.length >= bytes
  }
  return {
    take: async (bytes: number): Promise<Buffer> => {
      if (!(await fill(bytes))) throw refuse()
      const taken = rest.subarray(0, bytes)
      rest = rest.subarray(bytes)
      return taken
    },
    isOver: async (): Promise<boolean> => !(await fill(1)),
  }
}

/** Returns a step for `pipeline` that decrypts its input. It throws the problem `damaged`. */
export const openSealedStream = (keyHex: string, name: string, path: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const refuse = (): BackupProblem => new BackupProblem('damaged', path)
    const reader = createReader(source, refuse)
    if (!(await reader.take(mark.length)).equals(mark)) throw refuse()
    const key = toKey(keyHex, await reader.take(saltBytes), name)
    for (let place = 0; ; place += 1) {
      const header = await reader.take(headerBytes)
      const length = header.readUInt32BE() % lastFlag
      if (length > maxFrameBytes) throw refuse()
      const sealed = await reader.take(length + tagBytes)
      const opening = createDecipheriv(cipher, key, toNonce(place)).setAAD(header).setAuthTag(sealed.subarray(length))
      try {
        const content = Buffer.concat([opening.update(sealed.subarray(0, length)), opening.final()])
        if (content.length > 0) yield content
      } catch {
        throw refuse()
      }
      if (header.readUInt32BE() >= lastFlag) break
    }
    if (!(await reader.isOver())) throw refuse()
  }
