import {
  type Act,
  anyOf,
  CannotDo,
  type Here,
  isAt,
  lookUntil,
  press,
  put,
  someWords,
  studyBookingPath,
  studyIDOf,
  studyPath,
} from './acting.ts'

const isBoard = (here: Here): boolean => isAt(here, /^\/admin\/frontdesk$/)

/** The acts on the study's page, the page of its booking, and the board. */
export const studyActs: readonly Act[] = [
  {
    name: 'write a note',
    weight: 4,
    fits: (here) => isAt(here, studyPath) && here.look.sheets[`note:${studyIDOf(here.look.path)}`] !== undefined,
    run: async (here) => {
      const sheet = `note:${studyIDOf(here.look.path)}`
      const value = someWords(here)
      const box = here.page.getByRole('textbox', { name: 'New note' })
      return put(here, { sheet, field: 'New note', value }, () => box.fill(value, { timeout: 3_000 }))
    },
  },
  {
    name: 'add the note',
    weight: 2,
    fits: (here) => isAt(here, studyPath) && here.walker.typed.of(`note:${studyIDOf(here.look.path)}`) !== undefined,
    run: async (here) => {
      const sheet = `note:${studyIDOf(here.look.path)}`
      await press(here.page.getByRole('button', { name: /^Add note/ }))
      const after = await lookUntil(here.page, ({ sheets }) => sheets[sheet]?.['New note'] === '')
      if (after.sheets[sheet]?.['New note'] !== '') return 'not added'
      here.walker.typed.forget(sheet)
      return 'added, or kept here until the connection is back'
    },
  },
  {
    name: 'ask to cancel the appointment',
    weight: 3,
    fits: (here) => isAt(here, studyBookingPath),
    run: async (here) => {
      await press(here.page.getByRole('button', { name: /^Cancel appointment$/i }))
      await lookUntil(here.page, ({ dialog }) => dialog !== null)
      return 'asked'
    },
  },
  {
    name: 'move the appointment',
    weight: 4,
    fits: (here) => isAt(here, studyBookingPath),
    run: async (here) => {
      await press(here.page.getByRole('main').getByRole('button', { name: /^((Ask|Try) again: )?(Move|Reschedule) /i }))
      await lookUntil(here.page, ({ dialog }) => dialog !== null, 1_500)
      return 'pressed'
    },
  },
  {
    name: 'choose the sedative of the study',
    weight: 1,
    fits: (here) => isAt(here, studyBookingPath),
    run: async (here) => {
      const group = here.page.getByRole('main').getByRole('radiogroup', { name: 'Sedative' })
      if ((await group.count()) === 0) throw new CannotDo('no sedative')
      const radio = await anyOf(here, group.getByRole('radio'))
      await radio.click({ force: true, timeout: 3_000 })
      return 'chosen'
    },
  },
  {
    name: 'check a member in from the board',
    weight: 10,
    fits: isBoard,
    run: async (here) => {
      const button = await anyOf(here, here.page.getByRole('table').getByRole('button', { name: /^Check in / }))
      const name = (await button.getAttribute('aria-label')) ?? ''
      await press(button)
      await lookUntil(here.page, ({ dialog }) => dialog !== null, 2_000)
      return name
    },
  },
  {
    name: 'do what is next on the board',
    weight: 5,
    fits: isBoard,
    run: async (here) => {
      const button = await anyOf(here, here.page.getByRole('table').getByRole('button', { name: /: / }))
      const name = (await button.getAttribute('aria-label')) ?? ''
      await press(button)
      return name
    },
  },
  {
    name: 'keys of the board',
    weight: 9,
    fits: (here) => isBoard(here) && !here.look.isTyping,
    run: async (here) => {
      if (here.random.chance(0.5)) {
        const row = await anyOf(here, here.page.getByRole('table').getByRole('rowheader').getByRole('link'))
        await row.focus()
      }
      const key = here.random.pick(['n', 'n', 'u', 'ArrowDown', 'ArrowUp', 'Enter'])
      await here.page.keyboard.press(key)
      return key
    },
  },
]
