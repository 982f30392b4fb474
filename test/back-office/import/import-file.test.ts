import { describe, expect, it } from 'vitest'
import { readImportFile } from '#back-office/import/import-file.ts'
import { importColumns, importKinds } from '#domain/import/import-kinds.ts'
import { toTemplate } from '#domain/import/import-report.ts'

const header = 'external_id,number,currency,balance'

/** Reads the content in pieces of `piece` bytes. */
const read = (content: string | Uint8Array, piece = 7) => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const pieces = async function* () {
    for (let from = 0; from < bytes.length; from += piece) yield bytes.subarray(from, from + piece)
  }
  return readImportFile(pieces())
}

const cells = { external_id: 'c1', number: 'Größe', currency: 'CAD', balance: '1.00' }
const lineOf = async (reading: ReturnType<typeof read>) => {
  const result = await reading
  return result.ok ? result.sections : result.problem
}

describe('a file of CSV', () => {
  it.each([
    ['commas', `${header}\nc1,Größe,CAD,1.00\n`],
    ['a byte order mark and carriage returns', `\uFEFF${header}\r\nc1,Größe,CAD,1.00\r\n`],
    ['semicolons', `${header.replaceAll(',', ';')}\nc1;Größe;CAD;1.00`],
    ['tabs', `${header.replaceAll(',', '\t')}\nc1\tGröße\tCAD\t1.00`],
    ['quotes', `"external_id","number",currency,balance\n"c1","Größe","CAD","1.00"\n`],
    ['columns in another order and case', 'Number,External_ID,balance,CURRENCY\nGröße,c1,1.00,CAD\n'],
  ])('is read with %s', async (_what, text) => {
    expect(await lineOf(read(text, 4096))).toEqual([{ kind: 'gift-cards', lines: [{ line: 2, cells }] }])
  })

  it.each(importKinds)('that is the template of %s is read as one row, the example', async (kind) => {
    const template = toTemplate(kind)
    const example = Object.fromEntries(importColumns[kind].map((column) => [column.name, column.example]))
    expect(await lineOf(read(template))).toEqual([{ kind, lines: [{ line: 2, cells: example }] }])
    // The screen encodes a template with btoa, which does not accept every character. ASCII is safe.
    expect(template).toMatch(/^[ -~\r\n]+$/)
  })

  it('keeps multi-byte letters intact across pieces, and counts lines inside quotes', async () => {
    const text = `${header}\nc1,"Grö\nße",CAD,1.00\n\nc2,x,CAD,2\nc3,y,CAD\n`
    for (const pieceBytes of [1, 2, 3, 43, 46, 64]) {
      const [section] = (await lineOf(read(text, pieceBytes))) as readonly {
        lines: readonly { line: number; cells: Readonly<Record<string, string>> }[]
      }[]
      expect(section?.lines.map(({ line }) => line)).toEqual([3, 5, 6])
      expect(section?.lines[0]?.cells.number).toBe('Grö\nße')
      expect(section?.lines[2]).toMatchObject({
        problem: { problem: 'The row has 3 cells, but the first line has 4.' },
      })
    }
  })

  it.each([
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${header}\n`, 'utf16le'), /UTF-16/],
    ['UTF-16 without a mark', Buffer.from(`${header}\n`, 'utf16le'), /UTF-16/],
    ['Windows-1252', Buffer.from(`${header}\nc1,Größe,CAD,1\n`, 'latin1'), /not UTF-8, perhaps Windows-1252/],
    ['a truncated letter', Buffer.from(`${header}\nc1,ß`).subarray(0, -1), /not UTF-8/],
    ['no bytes', Buffer.alloc(0), /no rows/],
    ['a header alone', Buffer.from(`${header}\n`), /no rows/],
    ['an open quote', Buffer.from(`${header}\nc1,"x,CAD,1\nc2`), /not closed.* near line/],
    ['a row that is too long', Buffer.from(`${header}\n${'x'.repeat(200_000)}`), /too long, near line/],
    ['a header of unknown columns', Buffer.from('a,b\n1,2\n'), /names no columns/],
    ['a picture', Buffer.from('89504e470d0a1a0a00000000', 'hex'), /UTF-16|not UTF-8/],
  ])('is refused with %s', async (_what, bytes, problem) => {
    expect(await lineOf(read(bytes, 4096))).toMatch(problem)
  })
})

describe('a file of JSON', () => {
  it('can contain several kinds, and numbers, lists and null as values', async () => {
    const row = { external_id: 'c1', number: 'Größe', currency: 'CAD', balance: 1.5 }
    const places = { external_id: 1, locations: ['ca-bc-1', 'ca-bc-2'], description: null }
    const text = JSON.stringify([
      { kind: 'gift-cards', rows: [row] },
      { kind: 'catalogue', rows: [places] },
    ])
    expect(await lineOf(read(`\uFEFF ${text}`))).toEqual([
      { kind: 'gift-cards', lines: [{ line: 1, cells: { ...cells, balance: '1.5' } }] },
      {
        kind: 'catalogue',
        lines: [{ line: 1, cells: { external_id: '1', locations: 'ca-bc-1|ca-bc-2', description: '' } }],
      },
    ])
  })

  it.each([
    ['is broken', '{"kind":', /not valid JSON/],
    ['is nested too deeply', '['.repeat(100_000), /not valid JSON/],
    ['has an unknown kind', '{"kind":"pets","rows":[]}', /must be/],
    ['has no rows', '{"kind":"members"}', /must be/],
    ['contains null', '[null]', /must be/],
    ['is empty', '[]', /no rows/],
  ])('is refused if it %s', async (_what, text, problem) => {
    expect(await lineOf(read(text, 4096))).toMatch(problem)
  })

  it.each([
    ['a list in place of its cells', [], 'row'],
    ['an unknown column', { colour: 'red' }, 'colour'],
    ['an object in a cell', { number: { a: 1 } }, 'number'],
    ['the key __proto__', JSON.parse('{"__proto__":{"number":"1"}}'), '__proto__'],
  ])('is reported with the line and field of a row that has %s', async (_what, row, field) => {
    const text = JSON.stringify({ kind: 'gift-cards', rows: [row] })
    expect(await lineOf(read(text, 4096))).toMatchObject([{ lines: [{ line: 1, problem: { field } }] }])
  })
})
