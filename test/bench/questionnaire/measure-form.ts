import type { Browser, Page } from '@playwright/test'
import type { Answers } from '#domain/safety/question.ts'
import { createPageClock, drawn } from '../page-clock.ts'
import {
  type Action,
  allFields,
  answersAfter,
  askedWith,
  closing,
  countedKeys,
  halfOpening,
  opening,
  typedField,
  uncountedKeys,
} from './work.ts'

/** One run of one page. CPU values are milliseconds of the main thread, measured by the browser's own thread clock. */
export type FormRun = {
  /** Wall-clock time from requesting the form until its first question is painted. */
  readonly mountMs: number
  readonly mountCpu: number
  readonly remountCpu: number
  readonly firstToggleCpu: number
  readonly toggleCpu: number
  readonly closeCpu: number
  readonly keyCpu: number
  readonly elements: number
  readonly halfOpenElements: number
  readonly heapMiB: number
}

/**
 * How often the follow-ups are opened and closed again. An earlier cycle is measured separately, because the browser
 * compiles the code during that cycle.
 */
const cycles = 3

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const countElements = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll('#root *').length)

/** Draws the form; returns the milliseconds until its first question is painted. */
const drawForm = (page: Page): Promise<number> =>
  page.evaluate(async (field) => {
    const frame = (): Promise<unknown> => new Promise(requestAnimationFrame)
    const start = performance.now()
    globalThis.formPage?.mount()
    do await frame()
    while (globalThis.formPage?.question(field) === null)
    // A message that is posted during a frame arrives after the browser has painted that frame.
    await new Promise<void>((done) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done()
      port2.postMessage(null)
    })
    return performance.now() - start
  }, allFields[0] ?? '')

/** Scrolls to the target of an action and moves the mouse there; returns the function that does the action. */
const aimAt = async (page: Page, action: Action): Promise<() => Promise<void>> => {
  const at = await page.evaluate((one) => {
    const form = globalThis.formPage
    const found = one.kind === 'choose' ? form?.option(one.field, one.value) : form?.text(one.field)
    if (found === null || found === undefined) throw new Error(`${one.field} has no element to answer it`)
    found.scrollIntoView({ block: 'center', behavior: 'instant' })
    const box = found.getBoundingClientRect()
    // Near the left edge: a label may be as wide as the page, and its checkbox or radio button is left of the text.
    return { x: box.left + Math.min(box.width / 2, 12), y: box.top + box.height / 2 }
  }, action)
  await page.mouse.move(at.x, at.y)
  await drawn(page)
  return () => page.mouse.click(at.x, at.y)
}

/** Throws unless the page asks the same questions as the engine and has the same answers. */
const checkForm = async (page: Page, expected: Answers, says?: string): Promise<void> => {
  const found = await page.evaluate((fields) => {
    const form = globalThis.formPage
    return {
      asked: fields.filter((field) => form?.question(field) !== null),
      answers: form?.answers() ?? {},
      text: document.getElementById('root')?.textContent ?? '',
    }
  }, allFields)
  const inOrder = (answers: Answers): string =>
    JSON.stringify(
      Object.entries(answers)
        .map(([field, value]) => [field, typeof value === 'string' ? value : [...value].sort()])
        .sort(),
    )
  const asked = askedWith(expected)
  if (found.asked.join() !== asked.join())
    throw new Error(`${page.url()} asks ${found.asked.join()} instead of ${asked.join()}`)
  if (inOrder(found.answers) !== inOrder(expected))
    throw new Error(`${page.url()} has ${inOrder(found.answers)} instead of ${inOrder(expected)}`)
  if (says !== undefined && !found.text.includes(says)) throw new Error(`${page.url()} does not show: ${says}`)
}

/**
 * Opens a page and does the whole work once. Rejects if the page's questions or answers differ from the engine's
 * after any step.
 */
export const measureForm = async (browser: Browser, url: string): Promise<FormRun> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' })
  try {
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    const clock = await createPageClock(page)
    await page.goto(url)
    // Playwright's own waiting is not used, because it leaves code in the page that runs in every later frame.
    if (!(await page.evaluate(() => globalThis.formPage !== undefined))) throw new Error(`${url} did not start`)
    // In the app, the fonts are loaded before the form is opened.
    await page.evaluate(() => Promise.allSettled([...document.fonts].map((face) => face.load())).then(() => undefined))
    await drawn(page)

    let mountMs = 0
    const mount = async (): Promise<void> => {
      mountMs = await drawForm(page)
    }
    const mountCpu = await clock.cpuMs(mount)
    const firstMountMs = mountMs
    const elements = await countElements(page)
    let answers: Answers = {}
    await checkForm(page, answers)
    await page.evaluate(() => globalThis.formPage?.unmount())
    await drawn(page)
    const remountCpu = await clock.cpuMs(mount)
    await checkForm(page, answers)

    const act = async (action: Action): Promise<number> => {
      const work = await aimAt(page, action)
      const cpu = await clock.cpuMs(work)
      answers = answersAfter(answers, action)
      await checkForm(page, answers, action.kind === 'choose' ? action.says : undefined)
      return cpu
    }
    const toggles: number[] = []
    const closes: number[] = []
    let firstToggleCpu = 0
    for (let cycle = 0; cycle <= cycles; cycle += 1) {
      const opened: number[] = []
      for (const action of opening) opened.push(await act(action))
      const closed = await act(closing)
      if (cycle === 0) firstToggleCpu = opened[0] ?? Number.NaN
      else {
        toggles.push(...opened)
        closes.push(closed)
      }
    }

    for (const action of halfOpening) await act(action)
    const halfOpenElements = await countElements(page)
    await (await aimAt(page, { kind: 'type', field: typedField, text: '' }))()
    const keys: number[] = []
    for (const [index, key] of [...`${uncountedKeys}${countedKeys}`].entries()) {
      const cpu = await clock.cpuMs(() => page.keyboard.press(key))
      if (index >= uncountedKeys.length) keys.push(cpu)
    }
    answers = answersAfter(answers, { kind: 'type', field: typedField, text: `${uncountedKeys}${countedKeys}` })
    await checkForm(page, answers)

    const heapMiB = await clock.heapMiB()
    if (problems.length > 0) throw new Error(`${url}: ${problems.join('; ')}`)
    return {
      mountMs: firstMountMs,
      mountCpu,
      remountCpu,
      firstToggleCpu,
      toggleCpu: mean(toggles),
      closeCpu: mean(closes),
      keyCpu: mean(keys),
      elements,
      halfOpenElements,
      heapMiB,
    }
  } finally {
    await context.close()
  }
}
