import type { Locator, Page } from '@playwright/test'
import type { Wait, Wanted, Watched } from './watch-inputs.ts'

/** How long a finger holds a key or a button, and how long it pauses before the next one: a quick typist. */
const holdMs = 40
const pauseMs = 60

/** A result that was waited for, with the input that asked for it. */
type NamedWait = Wait & { readonly step: string; readonly excuse: string | null }

/** A task, as a part of the page's time. */
type TaskSpan = { readonly task: string; readonly from: number; readonly to: number; readonly inputs: number }

/** The tasks that a hand performed, and what the page recorded meanwhile. */
export type Performed = {
  readonly spans: readonly TaskSpan[]
  readonly waits: readonly NamedWait[]
  readonly watched: Watched
}

/** A user with a keyboard and a mouse. Each input can name the result that the user waits for before the next input. */
export type Hand = {
  readonly page: Page
  /** Presses a key or a combination, such as `Control+k`. */
  press(key: string, result?: Wanted): Promise<void>
  /** Types a text, one key after another. The result may be shown before the last key. */
  type(text: string, result?: Wanted): Promise<void>
  click(target: Locator, result?: Wanted): Promise<void>
  /** Performs a task. Its inputs and waits are recorded under its name. */
  perform(task: string, work: () => Promise<void>): Promise<void>
  read(): Promise<Performed>
}

/** Creates a hand for a page that {@link watchInputs} watches. */
export const createHand = (page: Page): Hand => {
  const spans: TaskSpan[] = []
  const waits: NamedWait[] = []
  let task = ''
  const look = (): Promise<{ readonly at: number; readonly inputs: number }> =>
    page.evaluate(() => window.inputWatch?.look() ?? { at: Number.NaN, inputs: 0 })

  const act = async (step: string, result: Wanted | undefined, input: () => Promise<void>): Promise<void> => {
    const isAwaited =
      result !== undefined && (await page.evaluate((wanted) => window.inputWatch?.expect(wanted), result))
    await input()
    if (isAwaited) {
      const wait = await page.evaluate(() =>
        Promise.race([
          window.inputWatch?.arrived,
          new Promise<undefined>((done) => setTimeout(() => done(undefined), 30_000)),
        ]),
      )
      if (wait === undefined) throw new Error(`${task}, ${step}: the page did not show ${JSON.stringify(result)}`)
      waits.push({ ...wait, step: `${task}: ${step}`, excuse: result.excuse ?? null })
    }
    await page.waitForTimeout(pauseMs)
  }
  const press = (key: string): Promise<void> => page.keyboard.press(key, { delay: holdMs })

  return {
    page,
    press: (key, result) => act(`press ${key}`, result, () => press(key)),
    type: async (text, result) => {
      const letters = [...text]
      const last = letters.pop()
      for (const letter of letters) await act('type', undefined, () => press(letter))
      if (last !== undefined) await act(`type ${text}`, result, () => press(last))
    },
    click: (target, result) => act(`click ${target}`, result, () => target.click({ delay: holdMs })),
    perform: async (name, work) => {
      task = name
      const before = await look()
      await work()
      const after = await look()
      spans.push({ task: name, from: before.at, to: after.at, inputs: after.inputs - before.inputs })
    },
    read: async () => {
      const watched = await page.evaluate(() => window.inputWatch?.read())
      if (watched === undefined) throw new Error('The page is not watched')
      return { spans, waits, watched }
    },
  }
}
