import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answers } from '#domain/safety/question.ts'
import { askedQuestions } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { drawSafetyForm } from '#main/safety/draw-safety-form.ts'
import type { PrintedSafetyForm } from '#main/safety/safety-form.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import { type ReadPdf, readPdf } from '../../paper/stamp/read-pdf.ts'
import { aSafetyForm, fonts, type Given } from './safety-view.ts'

const woman = { ...nothingToReport, 'Female.Pregnancy.Status': 'no' }

/** Returns answers that open every follow-up. Each text field has `text`, cut to the field's maximum length. */
const everythingWith = (text: string): Answers =>
  Object.fromEntries(
    askedQuestions(safetyQuestionnaire).map((question) => {
      const { field } = question
      if (question.type === 'choice') return [field, question.options.map(({ value }) => value)]
      if (question.type === 'text') return [field, text.slice(0, question.maxLength)]
      if (question.type === 'datepicker') return [field, '2026-11-01']
      const yes = question.options.find(({ value }) => value === 'yes') ?? question.options.at(-1)
      return [field, yes?.value ?? '']
    }),
  )

const draw = async (form: PrintedSafetyForm): Promise<ReadPdf & { readonly count: number }> => {
  const { bytes, pages } = await drawSafetyForm(form, fonts)
  return { ...(await readPdf(bytes)), count: pages }
}
const drawAnswers = (answers: Answers, given?: Given) => draw(aSafetyForm(answers, given))
/** Returns a text with single blanks, because a line can break between any two words. */
const flat = (text: string): string => text.replace(/\s+/g, ' ')

const longReason = 'Seen and discussed with the member and the referring physician. '.repeat(8).slice(0, 500)
const withdrawn = { by: 'Robin Frost', at: '2026-11-21T01:00:00Z', reason: longReason }
const signOff = {
  signOffID: 'so-1',
  version: 2,
  by: 'Nadia Pryce',
  at: '2026-11-20T20:00:00Z',
  reason: longReason,
  ground: { notices: {}, utcStart: null },
}
const longName = { firstname: 'W'.repeat(100), middlename: 'M'.repeat(100), lastname: 'W'.repeat(100) }
const { 'MedicalMetal.Heart.Type': _, ...withoutHeartType } = everythingWith('W'.repeat(2000))

describe('safety form as a PDF', { timeout: 60_000 }, () => {
  const worst: readonly (readonly [string, Answers, Given])[] = [
    ['sentences', everythingWith('A stent of 2011, put in at Łódź; wants to know. '.repeat(50)), {}],
    ['one word of 2000 characters', everythingWith('W'.repeat(2000)), {}],
    ['a thousand lines', everythingWith('a\n'.repeat(1000)), {}],
    ['emoji', everythingWith('🩻'.repeat(1000)), {}],
    ['Arabic', everythingWith('مرحبا بالعالم '.repeat(140)), {}],
    ['blanks and marks', everythingWith('e\u0301\u0301 \u202e'.repeat(400)), {}],
    [
      'the longest name and a withdrawn sign-off',
      everythingWith('W '.repeat(1000)),
      { member: longName, record: { signOffs: [{ ...signOff, withdrawn }] } },
    ],
    [
      'the longest name and lines to sign by hand',
      { ...withoutHeartType, 'MedicalMetal.Heart.Type': ['Valve Replacement', 'Stent', 'Other'] },
      { member: longName, record: { signOffs: [{ ...signOff, withdrawn }] }, source: 'cache' },
    ],
  ]
  it.each(worst)('takes at most three pages of 8 points or more for long answers: %s', async (_, answers, given) => {
    const pdf = await drawAnswers(answers, given)
    expect(pdf.pages).toHaveLength(pdf.count)
    expect([2, 3]).toContain(pdf.count)
    const form = aSafetyForm(answers, given)
    const text = flat(pdf.text)
    // However dense the layout is, every notice, question and choice is printed in full.
    for (const { text } of form.notices) expect(text).toContain(flat(text))
    for (const { rows } of form.sections) for (const { title } of rows) expect(text).toContain(title)
    expect(text).toContain(
      'Aneurysm Clip; Aneurysm Stent; Programmable Hydrocephalus Shunt; Cochlear Implant; Prosthetic eye; Other',
    )
    expect(text).toContain('(continues on screen)')
    for (const { texts, width, height } of pdf.pages) {
      expect([width, height]).toEqual([612, 792])
      for (const { x, y, size } of texts) {
        expect(x).toBeGreaterThanOrEqual(50)
        expect(x).toBeLessThan(width - 50)
        expect(y).toBeGreaterThanOrEqual(34)
        expect(y + size).toBeLessThanOrEqual(height - 46)
        expect([8, 9.5, 10.5, 14, 16]).toContain(size)
      }
    }
  })

  it('takes one page, in nine points or more, for a member with nothing to report', async () => {
    const pdf = await drawAnswers(woman)
    expect(pdf.count).toBe(1)
    const text = flat(pdf.text)
    for (const part of [
      'Atrium',
      'Safety questions',
      'Ana Silva',
      '03 Feb 1980',
      's-000001',
      'Vancouver',
      'Whole body',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toContain('No notices.')
    expect(text).toContain('Answers that were not saved are not on this form.')
    expect(text).toContain('Page 1 of 1')
    const [page] = pdf.pages
    const below = page?.texts.find(({ text }) => text.startsWith('Notices'))?.y ?? 0
    const captions = ['Technologist, signature', 'Date']
    const inForm = page?.texts.filter(({ text, y }) => y > 60 && y <= below && !captions.includes(text)) ?? []
    expect(inForm.length).toBeGreaterThan(10)
    expect(Math.min(...inForm.map(({ size }) => size))).toBeGreaterThanOrEqual(9)
  })

  it('cuts no text if there is space for all of it', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
    const pdf = await drawAnswers({ ...woman, 'Medications.Current': 'yes', 'Medications.Types': words })
    expect(flat(pdf.text)).toContain(words)
    expect(pdf.text).not.toContain('continues on screen')
  })

  it('names the clinic, the member and the page number on each page', async () => {
    const pdf = await drawAnswers(everythingWith('W '.repeat(1000)))
    for (const [index, { texts }] of pdf.pages.entries()) {
      const text = texts.map((one) => one.text).join('\n')
      expect(text).toMatch(/^Vancouver · .* · Study s-000001 · born 03 Feb 1980 · Ana Silva$/m)
      expect(text).toContain(`Page ${index + 1} of ${pdf.count}`)
    }
  })

  it('prints letters of many scripts, marks those that the font lacks, and explains the mark', async () => {
    const types = 'Łódź ąćęłńśźż Nguyễn Ωμέγα Привет ✓ ≥ 中 🩻 end'
    const pdf = await drawAnswers({ ...woman, 'Medications.Current': 'yes', 'Medications.Types': types })
    expect(flat(pdf.text)).toContain('Łódź ąćęłńśźż Nguyễn Ωμέγα Привет ✓ ≥ \u{fffd} \u{fffd} end')
    expect(flat(pdf.text)).toContain(
      'Answers that were not saved are not on this form. \u{fffd} replaces a character that cannot be printed here.',
    )
    expect((await drawAnswers(woman)).text).not.toContain('replaces a character')
  })

  it('prints Hebrew from right to left, with its numbers unchanged', async () => {
    const pdf = await drawAnswers({ ...woman, 'Medications.Current': 'yes', 'Medications.Types': 'כדור 500 פעמיים' })
    const [page] = pdf.pages
    const drawn = page?.texts.filter(({ text }) => /[א-ת]|500/.test(text)) ?? []
    const left = drawn.toSorted((a, b) => a.x - b.x)
    expect(left.map(({ text }) => text.includes('500'))).toEqual([false, true, false])
    expect([...(left.at(-1)?.text ?? '')].reverse().join('').trim()).toBe('כדור')
  })

  it('has no member data in its properties', async () => {
    const { properties } = await drawAnswers(everythingWith('secret'), { member: { firstname: 'Ana' } })
    expect(properties).toBe('Safety questions|Atrium|Atrium')
  })

  it('draws any text in any field', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        async (text, name) => {
          const form = aSafetyForm(everythingWith('x'))
          const sections = form.sections.map((section) => ({
            ...section,
            rows: section.rows.map((row) => (row.isText ? { ...row, answer: text } : row)),
          }))
          const { pages } = await drawSafetyForm({ ...form, memberName: name, sections }, fonts)
          expect(pages).toBeLessThanOrEqual(3)
        },
      ),
      { numRuns: 40 },
    )
  })
})
