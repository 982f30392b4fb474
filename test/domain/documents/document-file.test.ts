import { describe, expect, it } from 'vitest'
import { firstBytesToSniff, sniffFileType } from '#domain/documents/document-file.ts'

const bytesOf = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : [...part])))

const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const u32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const png = (width: number, height: number): Uint8Array =>
  bytesOf(pngHead, u32(13), 'IHDR', u32(width), u32(height), [8, 2, 0, 0, 0], u32(0))
const app0 = [0xff, 0xe0, 0x00, 0x04, 0x01, 0x02]
const jpeg = (...segments: readonly number[][]): Uint8Array => bytesOf([0xff, 0xd8], ...segments, [0, 0, 0, 0])

describe('sniffFileType', () => {
  it.each([
    ['a PDF', bytesOf('%PDF-1.7\n'), 'application/pdf'],
    ['a PDF whose header follows other bytes', bytesOf('x'.repeat(firstBytesToSniff - 5), '%PDF-'), 'application/pdf'],
    ['a PDF whose header comes too late', bytesOf('x'.repeat(firstBytesToSniff - 4), '%PDF-1.7'), null],
    ['a PNG', png(1, 1), 'image/png'],
    ['a JPEG', jpeg(app0), 'image/jpeg'],
    ['half of a PNG header', bytesOf(pngHead.slice(0, 7)), null],
    ['a GIF', bytesOf('GIF89a'), null],
    ['an archive', bytesOf('PK\u0003\u0004'), null],
    ['HTML', bytesOf('<!doctype html>'), null],
    ['an empty file', bytesOf(), null],
  ])('returns the type, or null, for %s', (_what, bytes, type) => {
    expect(sniffFileType(bytes)).toBe(type)
  })
})
