import { describe, expect, it } from 'vitest'
import { createPdfMaker } from '#main/safety/pdf-maker.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'
import { aSafetyForm } from './safety-view.ts'

describe('PDF maker', { timeout: 60_000 }, () => {
  it('draws in its own thread while the caller’s thread continues', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    const reply = await createPdfMaker(() => {}).makeSafetyForm(aSafetyForm(nothingToReport))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(0)
    if (!reply.ok) throw new Error(reply.failure.message)
    const pdf = await readPdf(Buffer.from(reply.value.base64, 'base64'))
    expect(pdf.pages).toHaveLength(reply.value.pages)
    expect(pdf.text).toContain('Ana Silva')
  })

  it('reports a failed drawing, and logs nothing of the form', async () => {
    const lines: unknown[] = []
    const maker = createPdfMaker((...line) => lines.push(line))
    const broken = {
      ...aSafetyForm(nothingToReport),
      memberName: 'Ana Silva',
      notices: [{ tone: 'red', word: null, text: null }],
    }
    expect(await maker.makeSafetyForm(broken as never)).toMatchObject({ ok: false, failure: { code: 'unexpected' } })
    expect(lines).toEqual([['error', 'pdf.not-made', { error: expect.any(String) }]])
  })
})
