import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { BenchModule, BenchRow } from './bench-types.ts'
import { median } from './figures.ts'
import { measureEngine } from './questionnaire/engine-speed.ts'
import { type FormRun, measureForm } from './questionnaire/measure-form.ts'
import { allFields, askedWith } from './questionnaire/work.ts'
import { servePages } from './serve-pages.ts'

const rounds = 11
const frameMs = 1000 / 60
const floor = 'floor-page.ts'
const pages: Readonly<Record<string, string>> = {
  [floor]: 'plain DOM',
  'safety-form-page.tsx': 'Atrium',
  'react-hook-form-page.tsx': 'react-hook-form by hand',
  'rjsf-page.tsx': 'RJSF',
  'survey-js-page.tsx': 'SurveyJS',
}

const figures = [
  { key: 'mountMs', name: 'mount to painted', unit: 'ms' },
  { key: 'mountCpu', name: 'mount CPU', unit: 'ms' },
  { key: 'remountCpu', name: 'mount again CPU', unit: 'ms' },
  { key: 'firstToggleCpu', name: 'first toggle CPU', unit: 'ms' },
  { key: 'toggleCpu', name: 'toggle CPU', unit: 'ms' },
  { key: 'closeCpu', name: 'close and clear CPU', unit: 'ms' },
  { key: 'keyCpu', name: 'key CPU', unit: 'ms' },
  { key: 'elements', name: 'elements', unit: 'count' },
  { key: 'halfOpenElements', name: 'elements, half open', unit: 'count' },
  { key: 'heapMiB', name: 'heap', unit: 'MiB' },
] as const

const engineRows = (): readonly BenchRow[] => {
  const speed = measureEngine()
  const row = (label: string, value: number): BenchRow[] => [
    { name: `engine, ${label}`, value, unit: 'per second' },
    { name: `engine, ${label}, one`, value: 1000 / value / frameMs, unit: 'frames' },
  ]
  return [
    ...row('whole form', speed.form),
    ...row('whole form and notices', speed.formAndNotices),
    ...row('one answer', speed.answer),
    ...row('one answer, SurveyJS', speed.surveyAnswer),
  ]
}

/**
 * The safety questionnaire: drawing it, opening and closing follow-ups, typing text. The floor of these figures is the
 * plain DOM page.
 */
export const name: BenchModule['name'] = `Questionnaire of ${allFields.length} fields, ${askedWith({}).length} at the start`

export const run: BenchModule['run'] = async () => {
  const names = Object.keys(pages)
  const served = await servePages(join(import.meta.dirname, 'questionnaire'), names)
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--disable-background-timer-throttling', '--disable-renderer-backgrounding'],
  })
  try {
    const runs = new Map<string, FormRun[]>(names.map((page) => [page, []]))
    for (let round = 0; round < rounds; round += 1) {
      // Each round starts with another page, so that no page is always measured first.
      for (let place = 0; place < names.length; place += 1) {
        const page = names[(round + place) % names.length] ?? floor
        runs.get(page)?.push(await measureForm(browser, served.url(page)))
      }
    }
    const medianOf = (page: string, key: keyof FormRun): number => median((runs.get(page) ?? []).map((one) => one[key]))
    const rows: BenchRow[] = []
    for (const { key, name: figure, unit } of figures) {
      const floorValue = medianOf(floor, key)
      for (const page of names) {
        const value = medianOf(page, key)
        rows.push({ name: `${figure}, ${pages[page]}`, value, unit, floor: floorValue, ratio: value / floorValue })
      }
    }
    for (const page of names)
      rows.push({ name: `scripts, gzipped, ${pages[page]}`, value: served.scriptKiB(page), unit: 'KiB' })
    rows.push(...engineRows())
    return {
      rows,
      notes: [
        'Aims against plain DOM: mount <= 1.5, toggle <= 1.3, key <= 1.1; one evaluation by the engine under 0.02 frames.',
        'LHC-Forms is left out: it needs exact releases of Angular, which cannot be installed beside the other packages.',
      ],
    }
  } finally {
    await browser.close()
    await served.stop()
  }
}
