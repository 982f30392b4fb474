import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { maxImagePixels } from '#domain/documents/document-file.ts'
import { checkPicture, type PictureType } from '#paper/picture/check-picture.ts'
import { writeJpeg } from '#test/fixtures/pdf/write-jpeg.ts'
import { pngChunk, pngSignature, writePng } from '#test/fixtures/pdf/write-png.ts'

const whole = writePng({ width: 9, height: 5, number: 6 })
const unfolding = (byteSize: number) => writePng({ width: 9, height: 5, packed: deflateSync(Buffer.alloc(byteSize)) })
const changed = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}
const head = whole.subarray(8, 33)
const dots = writePng({ width: 9, height: 5, number: 6 }).subarray(33)

const outcome = async (bytes: Uint8Array, type: PictureType): Promise<string> => {
  const file = await checkPicture(bytes, type)
  return file.kind === 'refused' ? file.reason : `${file.width} by ${file.height}`
}

describe('checkPicture', () => {
  it.each<readonly [string, Uint8Array, string]>([
    ['with colours and an alpha channel', whole, '9 by 5'],
    ['that is interlaced', writePng({ width: 9, height: 5, isInterlaced: true, depth: 1 }), '9 by 5'],
    ['with a palette', writePng({ width: 9, height: 5, number: 3, depth: 2, palette: [0, 0, 0] }), '9 by 5'],
    ['with data after its end', Buffer.concat([whole, Buffer.from('more')]), '9 by 5'],
    ['with an unknown ancillary chunk', Buffer.concat([pngSignature, head, pngChunk('zzZz', head), dots]), '9 by 5'],
    ['that unpacks to exactly its rows', unfolding(50), '9 by 5'],
    ['that unpacks to one byte too many', unfolding(51), 'damaged'],
    ['that unpacks to one byte too few', unfolding(49), 'damaged'],
    ['that unpacks to a hundred million bytes', unfolding(100_000_000), 'damaged'],
    ['whose picture is not compressed', writePng({ width: 9, height: 5, packed: Buffer.from('no zlib') }), 'damaged'],
    ['with an unknown filter', writePng({ width: 9, height: 5, filter: () => 5 }), 'damaged'],
    ['cut before its end', whole.subarray(0, -12), 'damaged'],
    ['cut in its picture data', whole.subarray(0, 60), 'damaged'],
    ['whose picture was changed', changed(whole, 45), 'damaged'],
    ['with a changed header', changed(whole, 19), 'damaged'],
    ['with a palette type but no palette', writePng({ width: 9, height: 5, number: 3 }), 'damaged'],
    ['with a depth that its type does not allow', writePng({ width: 9, height: 5, number: 2, depth: 4 }), 'damaged'],
    ['with an unknown critical chunk', Buffer.concat([pngSignature, head, pngChunk('ZZZZ', head), dots]), 'damaged'],
    ['without a header', Buffer.concat([pngSignature, dots]), 'damaged'],
    ['without pixels', writePng({ width: 0, height: 5 }), 'damaged'],
    ['with only its signature', pngSignature, 'damaged'],
    [
      'with too many pixels',
      writePng({ width: 8000, height: maxImagePixels / 8000 + 1, packed: head }),
      'too-many-pixels',
    ],
    ['that is too wide', writePng({ width: 65_536, height: 1, packed: head }), 'too-many-pixels'],
    [
      'that declares the maximum width and height',
      writePng({ width: 2 ** 32 - 1, height: 2 ** 32 - 1, packed: head }),
      'too-many-pixels',
    ],
  ])('checks a PNG %s', async (_, bytes, expected) => {
    expect(await outcome(bytes, 'image/png')).toBe(expected)
  })

  it.each<readonly [string, Uint8Array, string]>([
    ['in colour', writeJpeg({ width: 9, height: 5 }), '9 by 5'],
    ['that is progressive', writeJpeg({ width: 9, height: 5, frame: 0xc2 }), '9 by 5'],
    ['in the four colours of print', writeJpeg({ width: 9, height: 5, samples: 4, isAdobe: true }), '9 by 5'],
    ['with data after its end', Buffer.concat([writeJpeg({ width: 9, height: 5 }), Buffer.from('more')]), '9 by 5'],
    ['without an end', writeJpeg({ width: 9, height: 5 }).subarray(0, -2), 'damaged'],
    ['without a frame', writeJpeg({ width: 9, height: 5, frame: 0xe1 }), 'damaged'],
    ['that is lossless', writeJpeg({ width: 9, height: 5, frame: 0xc3 }), 'damaged'],
    ['with two samples', writeJpeg({ width: 9, height: 5, samples: 2 }), 'damaged'],
    ['without pixels', writeJpeg({ width: 9, height: 0 }), 'damaged'],
    ['with only its start', Buffer.from([0xff, 0xd8, 0xff]), 'damaged'],
    ['that is a PNG', whole, 'damaged'],
    ['with too many pixels', writeJpeg({ width: 8000, height: maxImagePixels / 8000 + 1 }), 'too-many-pixels'],
  ])('checks a JPEG %s', async (_, bytes, expected) => {
    expect(await outcome(bytes, 'image/jpeg')).toBe(expected)
  })
})
