import { describe, expect, it } from 'vitest'
import { firstBytesToSniff, readImageSize, sniffFileType } from '#domain/documents/document-file.ts'

const bytesOf = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : [...part])))

const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const u32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const u16 = (value: number): number[] => [value >>> 8, value & 255]
const png = (width: number, height: number): Uint8Array =>
  bytesOf(pngHead, u32(13), 'IHDR', u32(width), u32(height), [8, 2, 0, 0, 0], u32(0))
const app0 = [0xff, 0xe0, 0x00, 0x04, 0x01, 0x02]
const frame = (marker: number, width: number, height: number): number[] => [
  ...[0xff, marker, 0x00, 0x11, 8, ...u16(height), ...u16(width), 3, 1, 0x22, 0, 2, 0x11, 1],
]
const jpeg = (...segments: readonly number[][]): Uint8Array => bytesOf([0xff, 0xd8], ...segments, [0, 0, 0, 0])

describe('sniffFileType', () => {
  it.each([
    ['a PDF', bytesOf('%PDF-1.7\n'), 'application/pdf'],
    ['a PDF behind a mail’s head', bytesOf('x'.repeat(firstBytesToSniff - 5), '%PDF-'), 'application/pdf'],
    ['a PDF too far in', bytesOf('x'.repeat(firstBytesToSniff - 4), '%PDF-1.7'), null],
    ['a PNG', png(1, 1), 'image/png'],
    ['a JPEG', jpeg(app0), 'image/jpeg'],
    ['half the head of a PNG', bytesOf(pngHead.slice(0, 7)), null],
    ['a GIF', bytesOf('GIF89a'), null],
    ['an archive', bytesOf('PK\u0003\u0004'), null],
    ['HTML', bytesOf('<!doctype html>'), null],
    ['nothing', bytesOf(), null],
  ])('tells %s', (_what, bytes, type) => {
    expect(sniffFileType(bytes)).toBe(type)
  })
})

describe('readImageSize', () => {
  it.each([
    ['a PNG', png(2480, 3508), { width: 2480, height: 3508 }],
    ['a PNG that claims the most', png(0xffffffff, 0xffffffff), { width: 0xffffffff, height: 0xffffffff }],
    ['a PNG without size', png(0, 10), null],
    ['a PNG that was cut', png(10, 10).slice(0, 20), null],
    ['a PNG without its first part', bytesOf(pngHead, u32(4), 'tEXt', 'abcd', Array(20).fill(0)), null],
    ['a JPEG', jpeg(app0, frame(0xc0, 640, 480)), { width: 640, height: 480 }],
    ['a progressive JPEG', jpeg(app0, frame(0xc2, 640, 480)), { width: 640, height: 480 }],
    ['a JPEG with filling bytes', jpeg([0xff, ...app0], frame(0xc1, 3, 4)), { width: 3, height: 4 }],
    ['a JPEG with a table first', jpeg([0xff, 0xc4, 0, 3, 9], frame(0xc0, 5, 6)), { width: 5, height: 6 }],
    ['a JPEG that begins its picture without a frame', jpeg(app0, [0xff, 0xda, 0, 2]), null],
    ['a JPEG whose segment has no length', jpeg([0xff, 0xe0, 0, 0], frame(0xc0, 5, 6)), null],
    ['a JPEG that is none behind its head', jpeg([0xff, 0x00, 1, 2, 3, 4, 5, 6, 7, 8]), null],
    ['a JPEG that was cut', jpeg(app0), null],
  ])('reads %s from its head alone', (_what, bytes, size) => {
    expect(readImageSize(bytes)).toEqual(size)
  })
})
