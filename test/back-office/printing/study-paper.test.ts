import { PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import { createDemoReport, createDemoTraditionalReport } from '#back-office/demo/papers/demo-reports.ts'
import type { StructuredReport } from '#back-office/outside/results/report-content.ts'
import { drawPaper } from '#back-office/printing/draw-paper.ts'
import { drawOnPaper, type StudyPaper } from '#back-office/printing/paper-maker.ts'
import { stampPlacement } from '#domain/release/header-placement.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'
import {
  agreement,
  appointment,
  at,
  consent,
  edition,
  everyPaper,
  fonts,
  head,
  healthInformation,
  history,
  info,
  prescription,
  reading,
  referral,
} from './sample-papers.ts'

/** Returns the pages that are marked for health-information staff only. */
const markedPages = async (bytes: Uint8Array): Promise<number[]> => {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  return document.getPages().flatMap((page, index) => {
    const mark = page.node.get(PDFName.of('AtriumContent'))
    return mark === PDFName.of('HealthInformation') ? [index] : []
  })
}

const draw = async (paper: StudyPaper) => {
  const { bytes, pages } = await drawPaper(paper, fonts)
  const pdf = await readPdf(bytes)
  expect(pdf.pages).toHaveLength(pages)
  for (const { texts, width } of pdf.pages) {
    for (const { x, y } of texts) expect(x >= 0 && x < width && y > 20 && y < 780, `${x} ${y}`).toBe(true)
  }
  return pdf
}

describe('a paper of a study', { timeout: 60_000 }, () => {
  it('shows the member, the study and the location, and in a demo that its data is fictional', async () => {
    for (const paper of everyPaper(head)) {
      const { text, properties, pages } = await draw(paper)
      const expectedParts = [
        'Ana Maria Silva',
        '03 Feb 1980',
        's-000123',
        'Vancouver',
        '24 Nov 2026 10:40am PDT',
        'Sample, fictional data',
      ]
      // The page count of a report omits its last page.
      const isReport = paper.kind === 'report' || paper.kind === 'traditional-report'
      const counted = `Page 1 of ${isReport ? pages.length - 1 : pages.length}`
      for (const part of [...expectedParts, counted]) expect(text, paper.kind).toContain(part)
      expect(text).toContain('SAMPLE')
      expect(properties).not.toContain('Silva')
    }
  })

  it('is the same when a worker thread draws it', async () => {
    const paper: StudyPaper = { kind: 'consent', head, consent }
    expect(Buffer.from((await drawOnPaper(paper)).bytes)).toEqual(Buffer.from((await drawPaper(paper, fonts)).bytes))
  })

  it('does not mention a demonstration outside a demo', async () => {
    const { text } = await draw({ kind: 'consent', head: { ...head, isDemonstration: false }, consent })
    expect(text.toLowerCase()).not.toMatch(/sample|fictional/)
  })

  it('has the whole of the longest name in any script, and marks characters that cannot be printed', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Wolfeschlegelsteinhausen${index}`)
    const memberName = `Ελένη Łukasz שלום 漢字 ${names.join(' ')}`
    for (const paper of everyPaper({ ...head, memberName })) {
      const { text } = await draw(paper)
      for (const name of ['Ελένη', ...names]) expect(text, `${paper.kind} ${name}`).toContain(name)
      expect(text).toContain('\u{fffd} replaces a character that cannot be printed here.')
    }
  })
})

describe('a physician report', { timeout: 60_000 }, () => {
  it('has its version and radiologist, the impression before the findings, and each finding with region and assessment', async () => {
    const report = createDemoReport(reading, 3)
    const { text } = await draw({ kind: 'report', head, edition: edition(report) })
    for (const part of [
      'Physician report',
      'Version 3',
      'Dana Brook',
      'Addendum of version 3',
      'Assessment',
      'Pancreas',
    ])
      expect(text).toContain(part)
    expect(text.indexOf('Impression')).toBeLessThan(text.indexOf('Findings'))
    expect(text).toMatch(/^Referring practitioner\nDr\. Avery Ashgrove, Internist$/m)
    const withoutRecipient = { ...edition(report), healthInformation: { ...healthInformation, recipients: [] } }
    expect((await draw({ kind: 'report', head, edition: withoutRecipient })).text).toMatch(
      /^Referring practitioner\nNot recorded$/m,
    )
    expect(text.split('\n').filter((line) => line === 'Normal').length).toBeGreaterThan(5)
    expect(text).not.toContain('Prostate')
  })

  it('has no addendum in its first version, and the same findings in every version of one study', async () => {
    const report = createDemoReport(reading, 1)
    expect(report.addendum).toBeNull()
    expect(createDemoReport(reading, 2).findings).toEqual(report.findings)
    expect(createDemoReport({ ...reading, studyID: 's-000124' }, 1).findings).not.toEqual(report.findings)
  })

  it('repeats the member and the table headings on further pages, and prints every finding once and in full', async () => {
    const findings = Array.from({ length: 60 }, (_, index): StructuredReport['findings'][number] => ({
      region: `Region ${Math.floor(index / 10)}`,
      structure: `Structure ${index}`,
      finding: `${'Long words of a finding. '.repeat(20)}End ${index}.`,
      weight: 'Minor',
    }))
    const { pages, text } = await draw({
      kind: 'report',
      head,
      edition: edition({ ...createDemoReport(reading, 1), findings }),
    })
    expect(pages.length).toBeGreaterThan(4)
    for (const [index, { texts }] of pages.entries()) {
      const lines = texts.map((each) => each.text)
      const isLast = index === pages.length - 1
      expect(lines).toContain(isLast ? 'For health-information staff' : `Page ${index + 1} of ${pages.length - 1}`)
      if (index > 0) expect(lines).toContain('Study s-000123 · born 03 Feb 1980 · Ana Maria Silva')
      if (index > 0 && index < pages.length - 2) expect(lines).toContain('Assessment')
    }
    const words = text.replaceAll('\n', ' ')
    for (const { structure } of findings) expect(words.split(`${structure} `)).toHaveLength(2)
    expect(words.match(/End \d+\./g)).toHaveLength(findings.length)
    expect(text).not.toContain('continues on screen')
  })
})

describe('the last page of a report', { timeout: 60_000 }, () => {
  it('is the only page marked for health-information staff, in both kinds of report', async () => {
    for (const paper of everyPaper(head)) {
      const { bytes, pages } = await drawPaper(paper, fonts)
      const isReport = paper.kind === 'report' || paper.kind === 'traditional-report'
      expect(await markedPages(bytes), paper.kind).toEqual(isReport ? [pages - 1] : [])
    }
  })

  it('shows the release and the recipients, which no other page does', async () => {
    const { pages } = await draw({ kind: 'report', head, edition: edition(createDemoReport(reading, 2)) })
    const last = pages.at(-1)?.texts.map(({ text }) => text) ?? []
    for (const part of ['Structured, version 2', 'Report recipients', 'Dr. Avery Ashgrove', 'Not recorded'])
      expect(last).toContain(part)
    const others = pages.slice(0, -1).flatMap(({ texts }) => texts.map(({ text }) => text))
    expect(others).not.toContain('Report recipients')
  })
})

describe('a report with addendum', { timeout: 60_000 }, () => {
  it('has the addenda of all later versions on a separate page, or states that there is none', async () => {
    const second = createDemoReport(reading, 2)
    const addenda = [{ version: 2, text: second.addendum ?? '' }]
    const { text, pages } = await draw({
      kind: 'report',
      head,
      edition: { ...edition(second, addenda), title: 'Report with addendum' },
    })
    expect(text).toContain('Report with addendum')
    expect(text).not.toContain('Addendum of version 2')
    const lines = pages.at(-2)?.texts.map((each) => each.text) ?? []
    for (const part of ['Addendum', 'Version 2']) expect(lines).toContain(part)
    const none = await draw({ kind: 'report', head, edition: edition(createDemoReport(reading, 1), []) })
    expect(none.text).toContain('This report has no addendum.')
  })
})

describe('the head of a paper', { timeout: 60_000 }, () => {
  it.each([300, 400, 350, 370])('leaves room for the stamp on every page for SKU %i', async (skuID) => {
    const { pages } = await draw({
      kind: 'report',
      head: { ...head, skuID },
      edition: edition(createDemoReport(reading, 2)),
    })
    const foot = 792 - stampPlacement(skuID).fromTop - 36
    for (const { texts } of pages)
      for (const { y, size, text } of texts) expect(y + size * 0.7, text).toBeLessThan(foot)
  })
})

describe('a traditional report', { timeout: 60_000 }, () => {
  it('is a letter with its parts as running text, and states if a time is not recorded', async () => {
    const { text } = await draw({
      kind: 'traditional-report',
      head,
      report: createDemoTraditionalReport(reading, null),
      healthInformation,
    })
    for (const part of [
      'Radiology report',
      'Clinical history',
      'Back pain since the summer.',
      'Time not recorded',
      'Dr. Avery Ashgrove, Internist',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('Assessment')
  })
})

describe('a medical history on paper', { timeout: 60_000 }, () => {
  it('has every answer, and continues a long answer on further pages', async () => {
    const long = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ')
    const answers = [
      { depth: 0, title: 'Takes no medications', answer: 'Takes medications' },
      { depth: 1, title: 'Which ones?', answer: long },
      { depth: 0, title: 'Has no allergies', answer: '' },
    ]
    const { text, pages } = await draw({
      kind: 'medical-history',
      head,
      history: { ...history, sections: [{ title: 'Health', answers }] },
    })
    expect(pages.length).toBeGreaterThan(1)
    const words = new Set(text.split(/\s+/))
    for (const word of long.split(' ')) expect(words.has(word), word).toBe(true)
    expect(text).toMatch(/Has no allergies\nNot answered/)
    expect(text).not.toContain('is not complete')
  })

  it('states that it is not complete', async () => {
    const { text } = await draw({
      kind: 'medical-history',
      head,
      history: { isComplete: false, completedAt: null, savedAt: null, savedBy: null, sections: [] },
    })
    expect(text).toContain('The medical history is not complete.')
    expect(text).toContain('No answers saved')
  })
})

describe('a consent on paper', { timeout: 60_000 }, () => {
  it('has both signatures with their dates', async () => {
    const { text } = await draw({ kind: 'consent', head, consent })
    expect(text).toMatch(/Ana Maria Silva\n24 Nov 2026 10:40am PDT\nMember, signed electronically/)
    expect(text).toMatch(/Toni Marlow\n24 Nov 2026 10:40am PDT\nTechnologist, signed electronically/)
    expect(text).not.toContain('Not complete')
  })

  it('shows each missing signature, and is incomplete only without the member’s signature', async () => {
    const { text } = await draw({ kind: 'consent', head, consent: { ...consent, technologist: null } })
    expect(text).toContain('Not signed')
    expect(text).not.toContain('Not complete')
    const none = await draw({ kind: 'consent', head, consent: { agreement, member: null, technologist: null } })
    expect(none.text).toContain('Not complete. The member has not signed.')
    expect(none.text.split('\n').filter((line) => line === 'Not signed')).toHaveLength(2)
  })

  it('shows who marked it as signed on paper, without a signature', async () => {
    const member = { by: 'Robin Frost', at, isDesksMark: true } as const
    const { text } = await draw({ kind: 'consent', head, consent: { agreement, member, technologist: null } })
    expect(text).toContain('Signed on paper (marked by Robin Frost, 24 Nov 2026 10:40am PDT)\nMember')
    expect(text).not.toMatch(/Member, signed electronically|Not complete/)
    const undated = { ...member, at: null }
    const signed = { agreement, member: undated, technologist: null }
    const { text: other } = await draw({ kind: 'consent', head, consent: signed })
    expect(other).toContain('Signed on paper (marked by Robin Frost, date not recorded)')
  })
})

describe('a prescription on paper', { timeout: 60_000 }, () => {
  it('has the medicine, the prescriber, the dates and the pharmacy', async () => {
    const pharmacy = {
      name: 'Harbour Pharmacy',
      address: '18 Harbour Street',
      address2: '',
      city: 'Vancouver',
      state: 'BC',
      country: 'Canada',
      postalCode: 'V6C 2T6',
      phone_number: '+1 604 555 0142',
      fax_number: '16045550242',
    }
    const { text } = await draw({ kind: 'prescription', head, prescription: { ...prescription, pharmacy } })
    for (const part of [
      'Demosedan',
      'Kit Lowell',
      '18 Nov 2026',
      '20 Nov 2026',
      'Harbour Pharmacy',
      'Fax +1 604 555 0242',
    ])
      expect(text).toContain(part)
    expect(text).toContain('Vancouver BC V6C 2T6')
    expect(text).toContain('Prescribed')
  })

  it('states that a cancelled prescription must not be dispensed, and which facts are unknown', async () => {
    const bare = { ...prescription, isCancelled: true, medication: null, prescriber: null }
    const { text } = await draw({ kind: 'prescription', head, prescription: bare })
    expect(text).toContain('Cancelled. Do not dispense.')
    expect(text).toContain('No medicine is recorded here.')
    expect(text).toContain('The member has not named a pharmacy.')
  })
})

describe('a referral on paper', { timeout: 60_000 }, () => {
  it('names the referrer, and is titled appropriateness review if the location requires no referral', async () => {
    const { text } = await draw({ kind: 'medical-referral', head, referral })
    for (const part of ['Medical referral', 'Dr. Avery Ashgrove', 'Fax 15555551001', 'Not recorded', 'Completed'])
      expect(text).toContain(part)
    const review = await draw({ kind: 'medical-referral', head, referral: { ...referral, isRequired: false } })
    expect(review.text).toContain('Appropriateness review')
  })

  it('marks a missing referral where one is required', async () => {
    const open = { ...referral, isDone: false, doneAt: null, doneBy: null, referring: null, reason: '' }
    const { text } = await draw({ kind: 'medical-referral', head, referral: open })
    expect(text).toContain('No referring practitioner is recorded.')
    expect(text).toContain('Not completed')
  })
})

describe('a referral package', { timeout: 60_000 }, () => {
  it('has a cover, then appointment, reason and every practitioner', async () => {
    const additional = [{ name: 'Dr. Third', profession: 'Cardiologist', lines: ['Fax 16045550111'] }]
    const { pages } = await draw({ kind: 'referral-page', head, enclosed: { referral, additional, appointment } })
    const [cover = [], inside = []] = pages.map(({ texts }) => texts.map(({ text }) => text))
    expect(pages).toHaveLength(2)
    for (const part of ['Referral package', 'Referred by', 'Dr. Avery Ashgrove', 'Enclosed'])
      expect(cover).toContain(part)
    for (const part of ['Cedar', 'Back pain', 'Additional', 'Dr. Third', 'Medical referral'])
      expect(inside).toContain(part)
  })
})

describe('a consent form', { timeout: 60_000 }, () => {
  it('is the agreement with empty signature lines, and does not show whether the member has signed', async () => {
    const { text, pages } = await draw({ kind: 'consent-form', head, agreement })
    expect(pages).toHaveLength(1)
    for (const part of [
      'Our agreement',
      'Form to sign on paper',
      'It may miss a condition.',
      'Agreement: text version 3',
      'What a scan can and cannot show',
      'Member, signature',
      'Technologist, signature',
    ])
      expect(text).toContain(part)
    expect(text).not.toMatch(/signed electronically|Not signed|Not complete/)
  })
})

describe('study information', { timeout: 60_000 }, () => {
  it('has appointment, machine, each step with its time, practitioners and reason', async () => {
    const { text } = await draw({ kind: 'study-info', head, info })
    expect(text).toMatch(/Booked\nCompleted\n20 Nov 2026 09:00am PST\nReading\nIncomplete/)
    for (const part of ['Cedar', 'Dr. Avery Ashgrove', 'Dr. Third', 'Not recorded', 'Back pain'])
      expect(text).toContain(part)
    expect(text).not.toContain('has been cancelled')
    expect((await draw({ kind: 'study-info', head, info: { ...info, isCancelled: true } })).text).toContain(
      'This appointment has been cancelled.',
    )
  })
})
