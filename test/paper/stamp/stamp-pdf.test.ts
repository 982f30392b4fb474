import { afterAll, describe, expect, it } from 'vitest'
import { maxDocumentBytes } from '#domain/documents/document.ts'
import type { StampRequest } from '#domain/release/stamp.ts'
import { type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import { stampPdf } from '#paper/stamp/stamp-pdf.ts'
import {
  bombKinds,
  encryptedPdf,
  hiddenWords,
  manyPages,
  oddKinds,
  reportWithHiddenPage,
  soundKinds,
  turnedPages,
  twoPages,
} from '#test/fixtures/pdf/pdf-kinds.ts'
import { createPdfTools, pdfToolsMissing } from '#test/fixtures/pdf/pdf-tools.ts'
import { toBytes, writeRawPdf, writeRawStreamPdf } from '#test/fixtures/pdf/raw-pdf.ts'

const request: StampRequest = {
  member: {
    firstname: 'Zoë',
    lastname: 'Dvořáková (born Ng)',
    dob: parsePlainDate('1980-02-03') as PlainDate,
    sex: 'female',
  },
  studyID: 's-000123',
  skuID: 300,
  encryptWith: null,
  shouldHideHIContent: false,
}
const stampText = 'Dvorakova (born Ng), Zoe\nDOB: 03 Feb 1980 Sex: F\nStudy: s-000123\n'

const stamp = async (bytes: Uint8Array, change: Partial<StampRequest> = {}) => {
  const answer = await stampPdf(bytes, { ...request, ...change })
  if (answer.kind === 'refused') throw new Error(`Refused: ${answer.reason}`)
  return answer
}
const refusalOf = async (bytes: Uint8Array, change: Partial<StampRequest> = {}): Promise<string | null> => {
  const answer = await stampPdf(bytes, { ...request, ...change })
  return answer.kind === 'refused' ? answer.reason : null
}

const tools = createPdfTools()
afterAll(() => tools.close())

/** Expects the stamp's text on every page, line by line. Several spaces in a row count as one. */
const expectStamped = (bytes: Uint8Array, pages: number, password?: string): void => {
  expect(tools.check(bytes, password)).toEqual([])
  const texts = tools.textOfPages(bytes, password).map((text) => text.replace(/ +/g, ' '))
  expect(texts).toHaveLength(pages)
  for (const text of texts) expect(text).toContain(stampText)
}

describe('stampPdf', () => {
  describe.each(Object.entries(soundKinds))('of a file with %s', (kind, make) => {
    it('keeps the original bytes unchanged and appends the stamps of all pages after those bytes', async (context) => {
      const bytes = await make()
      const { bytes: stamped, how, pages } = await stamp(bytes)
      expect(how).toBe('appended')
      expect(Buffer.compare(stamped.subarray(0, bytes.length), bytes)).toBe(0)
      // The font, the stamp's form XObject and the cross-reference section are written once for the file. Each page
      // adds little, and each new page geometry a little more.
      expect(stamped.length - bytes.length).toBeLessThan(
        1200 + 300 * pages + (kind.includes('turned') ? 150 * pages : 0),
      )
      if (pdfToolsMissing !== undefined) context.skip(pdfToolsMissing)
      expectStamped(stamped, pages)
    })
  })

  describe.each(Object.entries(oddKinds))('of a file with %s', (_, make) => {
    it('rewrites the file with the stamp on every page', async (context) => {
      const { bytes: stamped, how, pages } = await stamp(await make())
      expect(how).toBe('rewritten')
      if (pdfToolsMissing !== undefined) context.skip(pdfToolsMissing)
      expectStamped(stamped, pages)
    })
  })

  it('appends to a linearized file, and to one packed by qpdf', async (context) => {
    if (pdfToolsMissing !== undefined) context.skip(pdfToolsMissing)
    for (const option of ['--linearize', '--object-streams=generate']) {
      const { bytes, how, pages } = await stamp(tools.convert(await turnedPages(), option))
      expect(how).toBe('appended')
      expectStamped(bytes, pages)
    }
  })

  it('stamps a stamped file again, under another resource name, and keeps the first stamp', async (context) => {
    const once = await stamp(writeRawPdf(twoPages))
    const twice = await stamp(once.bytes, { skuID: 400, studyID: 's-000124' })
    expect(twice.how).toBe('appended')
    if (pdfToolsMissing !== undefined) context.skip(pdfToolsMissing)
    expectStamped(twice.bytes, 2)
    for (const text of tools.textOfPages(twice.bytes)) expect(text).toContain('Study: s-000124')
  })

  it('rewrites a file with the same stamp if it is to be encrypted, and the file then requires the password', async (context) => {
    const password = 'K7PX-4M2Q-9TRD'
    const { bytes, how } = await stamp(writeRawPdf(twoPages), { encryptWith: password })
    expect(how).toBe('rewritten')
    expect(Buffer.from(bytes).includes('First page')).toBe(false)
    expect(await refusalOf(bytes)).toBe('locked')
    if (pdfToolsMissing !== undefined) context.skip(pdfToolsMissing)
    expectStamped(bytes, 2, password)
    expect(tools.check(bytes, 'something else').join()).toContain('password')
    const { allowed, denied, method } = tools.encryption(bytes, password)
    expect(method).toBe('AESv3')
    expect(allowed).toEqual(['extract for accessibility', 'print low resolution', 'print high resolution'])
    expect(denied).toContain('extract for any purpose')
  })

  it.each([
    'Żółć',
    'Čapek',
    'Ğış İzmir',
    'Ελλάδα',
    'Хрущёв',
    '北京',
    'مرحبا',
    'ไทย',
    '😀',
    '\ud800',
    'e\u0301',
    'a\u202eb',
    '\u0000\n',
    '((\\',
    'x'.repeat(100),
    '漢'.repeat(100),
  ])('stamps a name in any script: %j', async (lastname) => {
    const { bytes, how } = await stamp(writeRawPdf(twoPages), { member: { ...request.member, lastname } })
    expect(how).toBe('appended')
    const [drawn = ''] = /BT \/F 8 Tf[\s\S]*?ET/.exec(Buffer.from(bytes).toString('latin1')) ?? []
    expect(drawn).toMatch(/^[\x20-\x7e\n]+$/)
    expect(drawn).toMatch(/\([^\s,()]/)
  })

  it('refuses a file in which a page or the contents of a page are missing, instead of returning part of a report', async () => {
    const cut = (number: number) =>
      Buffer.from(writeRawPdf(twoPages))
        .toString('latin1')
        .replace(new RegExp(`\\n${number} 0 obj[\\s\\S]*?endobj`), '')
    for (const number of [2, 4, 7]) expect([number, await refusalOf(toBytes(cut(number)))]).toEqual([number, 'damaged'])
  })

  it('always answers for a file with a changed byte, and keeps every given byte if it appends the stamp', async () => {
    const originals = [writeRawPdf(twoPages), writeRawStreamPdf(twoPages)]
    const counts = { appended: 0, rewritten: 0, refused: 0 }
    for (const original of originals) {
      for (let place = 10; place < original.length; place += 13) {
        const bytes = Uint8Array.from(original)
        bytes[place] = ((bytes[place] ?? 0) + 1 + (place % 7)) % 256
        const answer = await stampPdf(bytes, request)
        counts[answer.kind === 'stamped' ? answer.how : 'refused'] += 1
        if (answer.kind !== 'stamped') continue
        expect(answer.pages).toBe(2)
        if (answer.how === 'appended') expect(Buffer.compare(answer.bytes.subarray(0, bytes.length), bytes)).toBe(0)
      }
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0)
  })

  it('refuses invalid files and gives the reason', async () => {
    const zeroPages = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>']
    expect(await refusalOf(new Uint8Array())).toBe('not-a-pdf')
    expect(await refusalOf(toBytes('\x89PNG\r\n\x1a\n'))).toBe('not-a-pdf')
    expect(await refusalOf(toBytes(`${' '.repeat(2000)}%PDF-1.7`))).toBe('not-a-pdf')
    expect(await refusalOf(toBytes('%PDF-1.7\nand nothing else'))).toBe('damaged')
    expect(await refusalOf(writeRawPdf(zeroPages))).toBe('no-pages')
    expect(await refusalOf(writeRawPdf(manyPages(2000)))).toBe('too-many-pages')
    expect(await refusalOf(await encryptedPdf(true))).toBe('locked')
    const large = new Uint8Array(maxDocumentBytes + 1)
    large.set(toBytes('%PDF-1.7\n'))
    expect(await refusalOf(large)).toBe('too-large')
  })

  it.each(Object.entries(bombKinds))('refuses a bomb %s', async (_, make) => {
    const bytes = await make()
    expect(bytes.length).toBeLessThan(1.5 * 2 ** 20)
    expect(await refusalOf(bytes)).toBe('too-much-memory')
  })

  it('removes every trace of the health-information pages from the file when those pages are to be hidden', async (context) => {
    const bytes = await reportWithHiddenPage()
    const shown = await stamp(bytes)
    expect(shown).toMatchObject({ how: 'appended', pages: 3 })
    const hidden = await stamp(bytes, { shouldHideHIContent: true })
    expect(hidden).toMatchObject({ how: 'rewritten', pages: 2 })
    if (pdfToolsMissing !== undefined) context.skip(pdfToolsMissing)
    expectStamped(hidden.bytes, 2)
    const unpack = (one: Uint8Array): string =>
      Buffer.from(tools.convert(one, '--qdf', '--object-streams=disable')).toString('latin1')
    for (const words of hiddenWords)
      expect(unpack(shown.bytes).includes(words) || unpack(shown.bytes).includes(toHex(words))).toBe(true)
    for (const words of hiddenWords)
      expect([words, unpack(hidden.bytes).includes(words) || unpack(hidden.bytes).includes(toHex(words))]).toEqual([
        words,
        false,
      ])
    const left = tools.textOfPages(hidden.bytes).join()
    expect(left).toContain('For the member')
    expect(left).toContain('For the physician')
  })

  it('appends when health-information pages are to be hidden and the file has no such page', async () => {
    expect((await stamp(writeRawPdf(twoPages), { shouldHideHIContent: true })).how).toBe('appended')
  })

  it('refuses when every page is hidden', async () => {
    const marked = twoPages.map((body) => body.replace('/Type/Page/', '/Type/Page/AtriumContent/HealthInformation/'))
    expect(await refusalOf(writeRawPdf(marked), { shouldHideHIContent: true })).toBe('no-pages')
  })
})

const toHex = (words: string): string => Buffer.from(words, 'latin1').toString('hex').toUpperCase()
