import { cancellationReasons } from '#domain/booking/cancellation.ts'
import { chooseOption } from '../desk.ts'
import {
  type Act,
  anyOf,
  CannotDo,
  type Here,
  lookUntil,
  patienceMs,
  press,
  put,
  sheetNow,
  someWords,
  studyIDOf,
} from './acting.ts'

const dialogOf = ({ page }: Here) =>
  page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ visible: true }).last()
const isOpen =
  (title: RegExp) =>
  ({ look }: Here): boolean =>
    look.dialog !== null && title.test(look.dialog)
const isNewMember = (here: Here): boolean => here.look.sheets['member-new'] !== undefined
const cancelSheet = ({ look }: Here): string => `cancel:${studyIDOf(look.path)}`
const known =
  /^(Create a member|Cancel |Search|Keyboard|Check in|Some (answers|changes)|This member has not|Atrium is about)/i

const values: Readonly<Record<string, readonly string[]>> = {
  'First name': ['Orlaith', 'Zoë', '<b>Ana</b>'],
  'Last name': ['Vexhollow', "O'Brien; DROP TABLE", 'Silva'],
  Year: ['1981', '1975'],
  Month: ['4', '11'],
  Day: ['9', '17'],
  'Phone number': ['604 555 0142', '+1 312 555 0199'],
  Street: ['12 Harbour Road'],
  City: ['Vancouver'],
  'State or province': ['BC'],
  'Postal code': ['V5K 0A1'],
}

const fillOne = async (here: Here, field: string): Promise<string> => {
  const { page, random } = here
  const into = (value: string) => ({ sheet: 'member-new', field, value })
  if (field === 'Biological sex') {
    const name = random.pick(['Female', 'Male'])
    return put(here, into(name), () =>
      page.getByRole('radio', { name, exact: true }).check({ force: true, timeout: 3_000 }),
    )
  }
  if (field === 'Country') {
    const name = random.pick(['Canada', 'United States', 'Australia'])
    return put(here, into(name), () => chooseOption(page.getByRole('button', { name: /Country/ }), name))
  }
  const box = page.getByRole('textbox', { name: field, exact: true })
  if ((await box.count()) !== 1) throw new CannotDo(`${field} is not a text field`)
  const value =
    field === 'Email'
      ? `monkey.${random.whole(1, 99_999)}@example.org`
      : random.pick(values[field] ?? [someWords(here)])
  return put(here, into(value), () => box.fill(value, { timeout: 3_000 }))
}

/** The acts in dialogs over a page. */
export const dialogActs: readonly Act[] = [
  {
    name: 'fill in the new member',
    weight: 12,
    fits: isNewMember,
    run: async (here) => {
      const fields = Object.keys(sheetNow(here, 'member-new'))
      const isAll = here.random.chance(0.15)
      const wanted = isAll ? fields : [here.random.pick(fields)]
      const done: string[] = []
      for (const field of wanted) done.push(await fillOne(here, field))
      return isAll ? 'all fields' : done.join(', ')
    },
  },
  {
    name: 'create the new member',
    weight: 3,
    fits: isNewMember,
    run: async (here) => {
      const { page, walker } = here
      await press(page.getByRole('button', { name: /^Create member/ }))
      const after = await lookUntil(page, ({ sheets }) => sheets['member-new'] === undefined, 3_000)
      if (after.sheets['member-new'] !== undefined) return 'not created'
      walker.typed.forget('member-new')
      const settled = await lookUntil(page, ({ sheets }) => (sheets.booking?.Member ?? 'x') !== '', patienceMs)
      if (settled.sheets.booking !== undefined) walker.typed.take('booking', settled.sheets.booking)
      return 'created'
    },
  },
  {
    name: 'close the form of the new member',
    weight: 4,
    fits: isNewMember,
    run: async (here) => {
      if (here.random.chance(0.5)) await here.page.keyboard.press('Escape')
      else await press(dialogOf(here).getByRole('button', { name: 'Close', exact: true }).last())
      return 'closed'
    },
  },
  {
    name: 'clear the form of the new member',
    weight: 0.4,
    fits: isNewMember,
    run: async (here) => {
      await press(here.page.getByRole('button', { name: /^Clear form/ }))
      here.walker.typed.forget('member-new')
      return 'cleared'
    },
  },
  {
    name: 'why it is cancelled',
    weight: 10,
    fits: isOpen(/^Cancel /),
    run: async (here) => {
      const sheet = cancelSheet(here)
      if (here.random.chance(0.5)) {
        const value = someWords(here)
        const box = dialogOf(here).getByRole('textbox', { name: /^Detail/ })
        return put(here, { sheet, field: 'Detail', value }, () => box.fill(value, { timeout: 3_000 }))
      }
      await press(dialogOf(here).getByRole('button', { name: /Cancellation reason/ }))
      const option = await anyOf(here, here.page.getByRole('listbox').getByRole('option'))
      const text = ((await option.textContent()) ?? '').trim()
      // The text of an option can continue with an explanation of the reason.
      const value = cancellationReasons.find(({ label }) => text.startsWith(label))?.label ?? text
      return put(here, { sheet, field: 'Cancellation reason', value }, () => option.click({ timeout: 3_000 }))
    },
  },
  {
    name: 'cancel the appointment',
    weight: 2.5,
    fits: isOpen(/^Cancel /),
    run: async (here) => {
      const study = studyIDOf(here.look.path)
      // A cancelled study accepts no answers or notes, so the walk does not cancel a study with unsaved ones.
      const all = [here.walker, ...here.others].flatMap(({ typed }) => typed.sheets())
      if (all.some((sheet) => sheet === `safety:${study}` || sheet === `note:${study}`))
        throw new CannotDo('it is in use')
      await press(dialogOf(here).getByRole('button', { name: /^Cancel the appointment/ }))
      const after = await lookUntil(here.page, ({ dialog }) => dialog === null, 3_000)
      if (after.dialog !== null) return 'not cancelled'
      here.walker.typed.forget(cancelSheet(here))
      return 'cancelled'
    },
  },
  {
    name: 'keep the appointment',
    weight: 4,
    fits: isOpen(/^Cancel /),
    run: async (here) => {
      if (here.random.chance(0.5)) await here.page.keyboard.press('Escape')
      else
        await press(
          dialogOf(here)
            .getByRole('button', { name: /^(Keep|Close)/ })
            .last(),
        )
      return 'kept'
    },
  },
  {
    name: 'check in, or not',
    weight: 12,
    fits: isOpen(/^Check in/),
    run: async (here) => {
      const dialog = dialogOf(here)
      const ticks = dialog.getByRole('checkbox')
      if (here.random.chance(0.7))
        for (const tick of await ticks.all()) await tick.check({ force: true, timeout: 3_000 })
      const confirm = dialog.getByRole('button', { name: /^Check in / })
      if (here.random.chance(0.7) && (await confirm.count()) > 0 && (await confirm.isEnabled())) {
        await press(confirm)
        await lookUntil(here.page, ({ dialog: title }) => title === null, 3_000)
        return 'confirmed'
      }
      await here.page.keyboard.press('Escape')
      return 'not now'
    },
  },
  {
    name: 'what becomes of the answers',
    weight: 20,
    fits: isOpen(/^Some (answers|changes)/),
    run: async (here) => {
      const name = here.random.pick(['Keep editing', 'Keep draft', 'Keep draft', 'Discard changes'])
      await press(dialogOf(here).getByRole('button', { name: new RegExp(`^${name}(: |$)`) }))
      const after = await lookUntil(here.page, ({ dialog }) => dialog === null)
      if (after.dialog === null && name === 'Discard changes')
        here.walker.typed.forget(`safety:${studyIDOf(here.look.path)}`)
      return after.dialog === null ? name : `${name}: refused`
    },
  },
  {
    name: 'the questions after a booking',
    weight: 20,
    fits: isOpen(/^This member has not/),
    run: async (here) => {
      const button = await anyOf(here, dialogOf(here).getByRole('button', { name: /^(Later|Answer|Start)/ }))
      const name = (await button.textContent()) ?? ''
      await press(button)
      await lookUntil(here.page, ({ dialog }) => dialog === null)
      return name
    },
  },
  {
    name: 'close the window',
    weight: 20,
    fits: isOpen(/^(Search|Keyboard|Atrium is about)/),
    run: async ({ page }) => {
      await page.keyboard.press('Escape')
      return 'closed'
    },
  },
  {
    name: 'answer a window',
    weight: 12,
    fits: (here) => here.look.dialog !== null && !known.test(here.look.dialog) && !isNewMember(here),
    run: async (here) => {
      const dialog = dialogOf(here)
      for (const tick of await dialog.getByRole('checkbox').all()) {
        if (here.random.chance(0.6) && (await tick.isEnabled())) await tick.check({ force: true, timeout: 3_000 })
      }
      for (const box of await dialog.getByRole('textbox').all()) {
        if (here.random.chance(0.6) && (await box.isEditable())) await box.fill(someWords(here), { timeout: 3_000 })
      }
      const button = await anyOf(here, dialog.getByRole('button'))
      const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? ''
      if (/print|send|fax|delete|upload|discard|take it off|download/i.test(name) || (await button.isDisabled())) {
        await here.page.keyboard.press('Escape')
        return `${here.look.dialog}: Escape`
      }
      await press(button)
      return `${here.look.dialog}: ${name}`
    },
  },
  {
    name: 'close the list',
    weight: 30,
    fits: ({ look }) => look.hasList && look.dialog === null,
    run: async ({ page }) => {
      await page.keyboard.press('Escape')
      return 'closed'
    },
  },
]
