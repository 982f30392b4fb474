import type { AskedQuestion } from '#domain/safety/question.ts'
import { askedQuestions } from '#domain/safety/questionnaire-engine.ts'
import { safetyQuestionnaire } from '#domain/safety/safety-questionnaire.ts'
import { questionAt } from '../safety-desk.ts'
import {
  type Act,
  anyOf,
  bookingPath,
  CannotDo,
  type Here,
  isAt,
  lookUntil,
  press,
  put,
  someWords,
  studyIDOf,
  studyPath,
} from './acting.ts'

const questions = new Map<string, AskedQuestion>(
  askedQuestions(safetyQuestionnaire).map((question) => [question.field, question]),
)

/**
 * Returns the name of the sheet of questions on the page; undefined if the page has no questions or another desk has
 * typed answers.
 */
const openSheet = (here: Here): string | undefined => {
  const sheet = isAt(here, bookingPath) ? 'booking-answers' : `safety:${studyIDOf(here.look.path)}`
  const isOthers = sheet !== 'booking-answers' && here.others.some(({ typed }) => typed.of(sheet) !== undefined)
  return here.look.dialog === null && here.look.sheets[sheet] !== undefined && !isOthers ? sheet : undefined
}

/** Returns the usual answer to a question. */
const usual = (question: AskedQuestion): string | undefined =>
  question.type === 'radio'
    ? (question.options.find(({ value }) => value === 'no') ?? question.options.at(-1))?.label
    : undefined

const give = async (here: Here, sheet: string, field: string, isUsual: boolean): Promise<string> => {
  const { page, random } = here
  const question = questions.get(field)
  const place = questionAt(page, field)
  if (question === undefined) throw new CannotDo(`${field} is unknown`)
  if (await place.locator('input, textarea').first().isDisabled()) throw new CannotDo('the questions are closed')
  switch (question.type) {
    case 'radio': {
      const value = (isUsual ? usual(question) : undefined) ?? random.pick(question.options).label
      return put(here, { sheet, field, value }, () =>
        place.getByRole('radio', { name: value, exact: true }).check({ timeout: 3_000 }),
      )
    }
    case 'choice': {
      const { label } = random.pick(question.options)
      const before = (here.look.sheets[sheet]?.[field] ?? '').split('|').filter((each) => each !== '')
      const after = question.options
        .map((option) => option.label)
        .filter((each) => (each === label ? !before.includes(each) : before.includes(each)))
      return put(here, { sheet, field, value: after.join('|') }, () =>
        place.getByRole('checkbox', { name: label, exact: true }).click({ timeout: 3_000 }),
      )
    }
    case 'datepicker': {
      const value = `${random.whole(2005, 2025)}-0${random.whole(1, 9)}-${random.whole(10, 28)}`
      return put(here, { sheet, field, value }, async () => {
        for (const [at, name] of ['Year', 'Month', 'Day'].entries()) {
          await place.getByRole('textbox', { name, exact: true }).fill(value.split('-')[at] ?? '', { timeout: 3_000 })
        }
      })
    }
    default: {
      const value = someWords(here)
      return put(here, { sheet, field, value }, () => place.getByRole('textbox').fill(value, { timeout: 3_000 }))
    }
  }
}

const fieldsOf = (here: Here, sheet: string, isOpen: boolean): readonly string[] => {
  const all = Object.entries(here.look.sheets[sheet] ?? {})
  const wanted = isOpen ? all.filter(([, value]) => value === '') : all
  return wanted.map(([field]) => field)
}

/** The acts on the safety questions: answering by mouse and keys, saving, leaving. */
export const safetyActs: readonly Act[] = [
  {
    name: 'open the questions of the booking',
    weight: 5,
    fits: (here) =>
      isAt(here, bookingPath) &&
      here.look.sheets.booking !== undefined &&
      here.look.sheets['booking-answers'] === undefined,
    run: async (here) => {
      if (here.random.chance(0.5)) await here.page.keyboard.press('Alt+q')
      else await press(here.page.getByRole('main').getByRole('button', { name: /^Safety questions/, expanded: false }))
      await lookUntil(here.page, ({ sheets }) => sheets['booking-answers'] !== undefined)
      return 'open'
    },
  },
  {
    name: 'open the questions of the study',
    weight: 30,
    fits: (here) => isAt(here, studyPath) && openSheet(here) === undefined,
    run: async (here) => {
      const button = here.page
        .getByRole('main')
        .getByRole('button', { name: /^(Answer Questions|Change answers|Continue answering)/i })
      await press(await anyOf(here, button))
      const sheet = `safety:${studyIDOf(here.look.path)}`
      await lookUntil(here.page, ({ sheets }) => sheets[sheet] !== undefined)
      return 'open'
    },
  },
  {
    name: 'answer by mouse',
    weight: 32,
    fits: (here) => openSheet(here) !== undefined,
    run: async (here) => {
      const sheet = openSheet(here) ?? ''
      const open = fieldsOf(here, sheet, true)
      const fields = open.length > 0 && here.random.chance(0.8) ? open : fieldsOf(here, sheet, false)
      return give(here, sheet, here.random.pick(fields), here.random.chance(0.6))
    },
  },
  {
    name: 'answer by keys',
    weight: 20,
    fits: (here) => openSheet(here) !== undefined,
    run: async (here) => {
      const sheet = openSheet(here) ?? ''
      const field = here.random.pick(fieldsOf(here, sheet, false))
      const question = questions.get(field)
      if (question?.type !== 'radio') throw new CannotDo('the question takes no letter')
      const at = here.random.chance(0.6)
        ? question.options.findIndex(({ label }) => label === usual(question))
        : here.random.whole(0, question.options.length - 1)
      const radio = questionAt(here.page, field).getByRole('radio').nth(at)
      if (await radio.isDisabled()) throw new CannotDo('the questions are closed')
      const key = (await radio.locator('xpath=ancestor::label').getAttribute('data-key')) ?? String(at + 1)
      const value = question.options[at]?.label ?? ''
      return `${key}, ${await put(here, { sheet, field, value }, async () => {
        await questionAt(here.page, field).getByRole('radio').first().focus()
        await here.page.keyboard.press(key.toLowerCase())
      })}`
    },
  },
  {
    name: 'answer every open question as most people do',
    weight: 5,
    fits: (here) => openSheet(here) !== undefined,
    run: async (here) => {
      const sheet = openSheet(here) ?? ''
      let given = 0
      let now = here
      for (; given < 24; given += 1) {
        const [field] = fieldsOf(now, sheet, true).filter((each) => questions.get(each)?.required !== false)
        if (field === undefined) break
        await give(now, sheet, field, true)
        now = { ...here, look: await lookUntil(here.page, ({ sheets }) => sheets[sheet] !== undefined) }
      }
      return `${sheet}: ${given} answers`
    },
  },
  {
    name: 'save the answers',
    weight: 14,
    fits: (here) => openSheet(here)?.startsWith('safety:') === true,
    run: async (here) => {
      const { page, walker } = here
      const sheet = openSheet(here) ?? ''
      const button = page.getByRole('button', { name: /^Save safety answers/ })
      if ((await button.count()) === 0 || (await button.isDisabled())) throw new CannotDo('nothing to save')
      if (here.random.chance(0.5)) await press(button)
      else await page.keyboard.press('Control+Enter')
      const news = page.getByText(/Missing some required|not yet sent|Saving failed/)
      await button
        .or(news)
        .first()
        .waitFor({ timeout: 1_000 })
        .catch(() => null)
      for (let times = 0; times < 60; times += 1) {
        if ((await button.count()) === 0) {
          walker.typed.forget(sheet)
          return `${sheet}: accepted`
        }
        if ((await news.count()) > 0) return `${sheet}: refused or not sent`
        await page.waitForTimeout(100)
      }
      return `${sheet}: no end seen`
    },
  },
  {
    name: 'cancel answering',
    weight: 2,
    fits: (here) => openSheet(here)?.startsWith('safety:') === true,
    run: async (here) => {
      const sheet = openSheet(here) ?? ''
      await press(await anyOf(here, here.page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true })))
      const after = await lookUntil(here.page, ({ dialog, sheets }) => dialog !== null || sheets[sheet] === undefined)
      // The form closed without asking about changes, so it had no unsaved answers.
      if (after.dialog === null && after.sheets[sheet] === undefined) here.walker.typed.forget(sheet)
      return after.dialog ?? 'closed without a question'
    },
  },
  {
    name: 'discard the draft of the answers',
    weight: 0.6,
    fits: (here) => isAt(here, studyPath),
    run: async (here) => {
      const { page, walker, random } = here
      await press(page.getByRole('main').getByRole('button', { name: /^Discard/ }))
      const question = page.getByRole('alertdialog')
      const isMeant = random.chance(0.7)
      await press(question.getByRole('button', { name: isMeant ? /^Discard unsaved answers for/ : 'Cancel' }))
      const after = await lookUntil(page, ({ dialog }) => dialog === null)
      if (after.dialog !== null) {
        // Other desks share the answers, so discarding them requires the back office, which cannot be reached.
        await press(question.getByRole('button', { name: 'Cancel' }))
        return 'could not be discarded'
      }
      if (isMeant) walker.typed.forget(`safety:${studyIDOf(here.look.path)}`)
      return isMeant ? 'discarded' : 'not now'
    },
  },
]
