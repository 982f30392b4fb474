import { describe, expect, it } from 'vitest'
import { parseDataUrl } from '#domain/documents/data-url.ts'
import { base64Size } from '#domain/values/base64.ts'

describe('parseDataUrl', () => {
  it.each([
    ['data:application/pdf;base64,JVBERi0=', 'application/pdf', 'JVBERi0=', 5],
    ['data:image/png;base64,iVBORw0K', 'image/png', 'iVBORw0K', 6],
    ['data:IMAGE/JPEG;base64,/9j/4A==', 'image/jpeg', '/9j/4A==', 4],
    ['data:application/pdf;name=report.pdf;base64,JVBERi0=', 'application/pdf', 'JVBERi0=', 5],
    ['data:application/pdf;name="a report, the last";base64,JVBERi0=', 'application/pdf', 'JVBERi0=', 5],
    ['DATA:application/pdf;BASE64,JVBERi0=', 'application/pdf', 'JVBERi0=', 5],
    ['data:application/vnd.some+xml;charset=utf-8;base64,AAAA', 'application/vnd.some+xml', 'AAAA', 3],
  ])('reads %s', (text, mediaType, base64, byteSize) => {
    expect(parseDataUrl(text)).toEqual({ mediaType, base64, byteSize })
  })

  it.each([
    ['an empty text', ''],
    ['the base64 alone', 'JVBERi0='],
    ['no media type', 'data:;base64,JVBERi0='],
    ['half a media type', 'data:application;base64,JVBERi0='],
    ['no base64', 'data:application/pdf,JVBERi0='],
    ['base64 before a parameter', 'data:application/pdf;base64;name=x,JVBERi0='],
    ['nothing after the comma', 'data:application/pdf;base64,'],
    ['a character too few', 'data:application/pdf;base64,JVBERi0'],
    ['a character too many', 'data:application/pdf;base64,JVBERi0=A'],
    ['characters of the URL-safe alphabet', 'data:application/pdf;base64,_-__'],
    ['a space within', 'data:application/pdf;base64,JVBE Ri0='],
    ['a line break at the end', 'data:application/pdf;base64,JVBERi0=\n'],
    ['padding in the middle', 'data:application/pdf;base64,JV==Ri0='],
    ['padding alone', 'data:application/pdf;base64,===='],
    ['unused bits that are not 0 before one padding character', 'data:application/pdf;base64,JVBERi1='],
    ['unused bits that are not 0 before two padding characters', 'data:application/pdf;base64,JVBERh=='],
    ['percent signs', 'data:application/pdf;base64,JVBERi0%3D'],
    ['a space before the URL', ' data:application/pdf;base64,JVBERi0='],
    ['a header that is too long', `data:application/pdf;name=${'x'.repeat(400)};base64,JVBERi0=`],
    ['a character outside ASCII', 'data:application/pdf;base64,JVBÉRi0='],
  ])('returns null for %s', (_what, text) => {
    expect(parseDataUrl(text)).toBeNull()
  })
})

describe('base64Size', () => {
  it('is the decoded size, for every length', () => {
    for (let length = 1; length < 70; length += 1) {
      const bytes = Buffer.alloc(length, 0xfb)
      expect(base64Size(bytes.toString('base64')), String(length)).toBe(length)
    }
  })

  it('returns the size of 12 million characters, and null if one of them is not base64', () => {
    expect(base64Size('A'.repeat(12_000_000))).toBe(9_000_000)
    expect(base64Size(`${'A'.repeat(11_999_999)}!`)).toBeNull()
  })
})
