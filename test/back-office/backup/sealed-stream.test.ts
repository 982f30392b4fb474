import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openSealedStream, sealStream, toKeyCheck } from '#back-office/backup/postgresql/sealed-stream.ts'
import { createRandom } from '#test/fixtures/random.ts'

const key = '6c'.repeat(32)
const collect = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}
const from = (...parts: readonly Buffer[]): AsyncIterable<Buffer> => Readable.from(parts)
const seal = (content: Buffer, name = 'a'): Promise<Buffer> =>
  collect(sealStream(key, name)(from(content.subarray(0, 1000), content.subarray(1000))))
const open = (sealed: Buffer, { name = 'a', keyHex = key } = {}): Promise<Buffer> =>
  collect(openSealedStream(keyHex, name, '/backups/a')(from(sealed.subarray(0, 77), sealed.subarray(77))))
const damaged = { code: 'damaged', message: '/backups/a is damaged. Use another backup.' }

describe('an encrypted file of a backup', () => {
  it.each([0, 1, 999, 1000, 1001, 70_000, 9 << 20])('of %i bytes can be read, and hides its text', async (bytes) => {
    const content = bytes > 100_000 ? randomBytes(bytes) : Buffer.alloc(bytes, 'Silva')
    const sealed = await seal(content)
    expect((await open(sealed)).equals(content)).toBe(true)
    expect(sealed.toString('latin1')).not.toContain('Silva')
    expect((await seal(content)).equals(sealed)).toBe(false)
  })

  it('is refused after any changed bit, a cut at any byte, or an addition', async () => {
    const random = createRandom(7)
    const sealed = await seal(Buffer.alloc(3000, 'x'))
    for (let n = 0; n < 200; n += 1) {
      const bad = Buffer.from(sealed)
      const at = Math.floor(random() * bad.length)
      bad[at] = (bad[at] ?? 0) ^ (1 << Math.floor(random() * 8))
      await expect(open(bad), `byte ${at}`).rejects.toMatchObject(damaged)
      const end = Math.floor(random() * sealed.length)
      await expect(open(sealed.subarray(0, end)), `cut at ${end}`).rejects.toMatchObject(damaged)
    }
    await expect(open(Buffer.concat([sealed, Buffer.alloc(1)]))).rejects.toMatchObject(damaged)
    // The frames of the content, without the last one, which marks the end.
    await expect(open(sealed.subarray(0, sealed.length - 20))).rejects.toMatchObject(damaged)
  })

  it('cannot be opened under another name or with another key', async () => {
    const sealed = await seal(Buffer.from('content'))
    await expect(open(sealed, { name: 'b' })).rejects.toMatchObject(damaged)
    await expect(open(sealed, { keyHex: '6d'.repeat(32) })).rejects.toMatchObject(damaged)
    expect(toKeyCheck(key, '1')).not.toBe(toKeyCheck(key, '2'))
    expect(toKeyCheck(key, '1')).not.toContain(key.slice(0, 8))
  })
})
