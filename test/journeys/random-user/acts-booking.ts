import type { Locator } from '@playwright/test'
import { chooseOption, freeSlots, memberSide, summary } from '../desk.ts'
import {
  type Act,
  anyOf,
  bookingPath,
  CannotDo,
  type Here,
  isAt,
  lookUntil,
  patienceMs,
  press,
  put,
  sheetNow,
  someWords,
  studyBookingPath,
} from './acting.ts'
import { misspelled } from './acts-places.ts'

const isBooking = (here: Here): boolean => isAt(here, bookingPath) && here.look.sheets.booking !== undefined
const hasSlots = (here: Here): boolean => isAt(here, bookingPath) || isAt(here, studyBookingPath)
const hasMember = (here: Here): boolean => (sheetNow(here, 'booking').Member ?? '') !== ''
/** Prefix of the sheets that store the answers of members who were replaced on the form. */
const aside = 'set aside'
const asideOf = (member: string): string => `${aside} ${member}`

/** Records the current member's answers as set aside: the form should no longer show them or the member. */
export const setAside = ({ walker: { typed } }: Here): void => {
  const answers = typed.of('booking-answers')
  const member = typed.of('booking')?.Member
  if (answers !== undefined && member !== undefined) typed.take(asideOf(member), answers)
  typed.forget('booking-answers')
  typed.forgetField('booking', 'Member')
}

/** Records that the form should show a member's set-aside answers again, because that member is chosen again. */
const restoreAside = ({ walker: { typed } }: Here, member: string): void => {
  const answers = typed.of(asideOf(member))
  if (answers === undefined || typed.of('booking-answers') !== undefined) return
  typed.take('booking-answers', answers)
  typed.forget(asideOf(member))
}

export const forgetBooking = ({ walker: { typed } }: Pick<Here, 'walker'>): void => {
  const kept = typed.sheets().filter((sheet) => sheet.startsWith(aside))
  for (const sheet of ['booking', 'booking-answers', ...kept]) typed.forget(sheet)
}

const chooseRadio = async (here: Here, group: Locator): Promise<string> => {
  const radios = group.getByRole('radio')
  const at = here.random.whole(0, Math.max(0, (await radios.count()) - 1))
  const radio = radios.nth(at)
  if (await radio.isDisabled()) throw new CannotDo('the button is disabled')
  const labels = await group.locator('label').allTextContents()
  const value = labels.map((label) => label.replace(/\s+/g, ' ').trim())[at] ?? ''
  const name = await group.evaluate((element) => {
    const label = document.getElementById(element.getAttribute('aria-labelledby')?.split(' ')[0] ?? '')
    return (element.getAttribute('aria-label') ?? label?.textContent ?? '').replace(/\*$/, '').trim()
  })
  if (name in sheetNow(here, 'booking')) {
    return put(here, { sheet: 'booking', field: name, value }, () => radio.check({ force: true, timeout: 3_000 }))
  }
  throw new CannotDo('the group is not a field of the booking')
}

/** The acts on the booking page: choosing the member, filling in the form, choosing a time, and booking. */
export const bookingActs: readonly Act[] = [
  {
    name: 'find and choose a member',
    weight: 26,
    fits: (here) => isBooking(here) && !hasMember(here),
    run: async (here) => {
      const { page, random, world } = here
      const box = memberSide(page).getByRole('searchbox')
      const text = misspelled(here, random.pick(world.names()))
      await box.fill(text)
      await page.waitForTimeout(300)
      const found = memberSide(page)
        .getByRole('list', { name: /members found/i })
        .getByRole('button')
      await found
        .first()
        .waitFor({ timeout: 2_500 })
        .catch(() => null)
      if ((await found.count()) === 0) {
        // The misspelled name had no result, so the user searches for the last name of another random member.
        await box.fill(random.pick(world.names()).split(' ').at(-1) ?? '', { timeout: 3_000 })
        await found
          .first()
          .waitFor({ timeout: 2_500 })
          .catch(() => null)
      }
      if ((await found.count()) === 0) return `${text}: no member found`
      await press(await anyOf(here, found, 3))
      const after = await lookUntil(page, ({ sheets }) => (sheets.booking?.Member ?? '') !== '')
      const member = after.sheets.booking?.Member ?? ''
      restoreAside(here, member)
      if (after.sheets.booking !== undefined) here.walker.typed.take('booking', after.sheets.booking)
      return `${text}: ${member}`
    },
  },
  {
    name: 'someone else',
    weight: 1.5,
    fits: (here) => isBooking(here) && hasMember(here),
    run: async (here) => {
      await press(memberSide(here.page).getByRole('button', { name: /^(Someone else|Change member)/ }))
      await lookUntil(here.page, ({ sheets }) => sheets.booking?.Member === '')
      setAside(here)
      return 'the member is removed from the form'
    },
  },
  {
    name: 'open the form for a new member',
    weight: 4,
    fits: (here) => isBooking(here) && !hasMember(here),
    run: async (here) => {
      await press(memberSide(here.page).getByRole('button', { name: /^Create a/ }))
      await lookUntil(here.page, ({ dialog }) => dialog !== null)
      return 'open'
    },
  },
  {
    name: 'type in the summary',
    weight: 6,
    fits: isBooking,
    run: async (here) => {
      for (const field of Object.keys(sheetNow(here, 'booking'))) {
        const box = summary(here.page).getByRole('textbox', { name: field, exact: true })
        if ((await box.count()) !== 1 || (await box.isDisabled())) continue
        if (field !== 'Referrer' && here.random.chance(0.3)) continue
        const value = someWords(here)
        return put(here, { sheet: 'booking', field, value }, () => box.fill(value, { timeout: 3_000 }))
      }
      throw new CannotDo('no text field to type in')
    },
  },
  {
    name: 'choose in the summary',
    weight: 6,
    fits: isBooking,
    run: async (here) => chooseRadio(here, await anyOf(here, summary(here.page).getByRole('radiogroup'))),
  },
  {
    name: 'tick in the summary',
    weight: 4,
    fits: isBooking,
    run: async (here) => {
      // Ticks are not recorded: a tick applies only to the notices shown when it was made and disappears with them.
      const tick = summary(here.page).getByRole('checkbox', { name: /^(?!Temporary hold)/ })
      if ((await tick.count()) === 0) throw new CannotDo('no checkbox to tick')
      await tick.first().click({ force: true, timeout: 3_000 })
      return 'ticked or not'
    },
  },
  {
    name: 'choose the referral',
    weight: 2,
    fits: isBooking,
    run: async (here) => {
      const button = summary(here.page).getByRole('button', { name: /Referral$/ })
      if ((await button.count()) !== 1 || (await button.isDisabled())) throw new CannotDo('no referral to choose')
      const value = here.random.pick(['Provider', 'Physician', 'Self', 'Partner'])
      return put(here, { sheet: 'booking', field: 'Referral', value }, () => chooseOption(button, value))
    },
  },
  {
    name: 'choose another scan type',
    weight: 0.6,
    fits: isBooking,
    run: async (here) => {
      await press(summary(here.page).getByRole('button', { name: /Scan type$/ }))
      const option = await anyOf(here, here.page.getByRole('listbox').getByRole('option'))
      const name = ((await option.textContent()) ?? '').slice(0, 40)
      await press(option)
      return name
    },
  },
  {
    name: 'show another week',
    weight: 3,
    fits: hasSlots,
    run: async (here) => {
      const tab = await anyOf(here, here.page.getByRole('tablist', { name: 'Weeks' }).getByRole('tab'))
      const name = (await tab.getAttribute('aria-label')) ?? ''
      await press(tab)
      return name
    },
  },
  {
    name: 'choose a slot',
    weight: 18,
    fits: hasSlots,
    run: async (here) => {
      const { random } = here
      if ((await here.page.getByRole('timer').count()) > 0 && random.chance(0.8))
        throw new CannotDo('a slot is already held')
      if ((await freeSlots(here.page).count()) === 0) {
        // The week might be over or full; a user then goes on to a later week.
        await press(await anyOf(here, here.page.getByRole('tab', { name: /^Week of / }), 4))
        await freeSlots(here.page)
          .first()
          .waitFor({ timeout: 3_000 })
          .catch(() => null)
      }
      const slot = await anyOf(here, freeSlots(here.page), 40)
      const name = (await slot.getAttribute('aria-label')) ?? ''
      if (here.random.chance(0.5)) await slot.click({ timeout: 3_000 })
      else {
        await slot.focus()
        await here.page.keyboard.press('Enter')
      }
      return name.slice(0, 40)
    },
  },
  {
    name: 'give the slot back',
    weight: 1,
    fits: hasSlots,
    run: async (here) => {
      await press(here.page.getByRole('button', { name: /^(Give it back|Release)/ }))
      return 'given back'
    },
  },
  {
    name: 'a manual time',
    weight: 2,
    fits: hasSlots,
    run: async (here) => {
      const { page, random } = here
      const hold = page.getByRole('button', { name: /^Hold this time/ })
      if ((await hold.count()) === 0) await press(page.getByRole('button', { name: /^Add a Manual Time/i }))
      await hold.waitFor({ timeout: 3_000 })
      if (random.chance(0.7)) {
        const day = new Date(Date.now() + random.whole(1, 20) * 86_400_000).toISOString().slice(0, 10)
        await page.getByRole('spinbutton').first().focus()
        await page.keyboard.type(`${day.replaceAll('-', '')}`, { delay: 5 })
      }
      const time = page.getByRole('combobox', { name: /^Time/ })
      if (random.chance(0.7) && (await time.isEnabled())) {
        await time.fill(`${String(random.whole(7, 11)).padStart(2, '0')}:${random.pick(['00', '25', '40'])}am`)
        await page
          .getByRole('option')
          .first()
          .click({ timeout: 1_500 })
          .catch(() => page.keyboard.press('Escape'))
      }
      const machine = page.getByRole('button', { name: /Machine$/ })
      if (random.chance(0.7)) {
        await press(machine)
        await press(
          await anyOf(
            here,
            page.getByRole('listbox').getByRole('option').and(page.locator(':not([aria-disabled=true])')),
          ),
        )
      }
      if (random.chance(0.7)) await press(hold)
      return 'typed'
    },
  },
  {
    name: 'book',
    weight: 60,
    fits: (here) => isBooking(here) && here.look.commits.length > 0,
    run: async (here) => {
      const { page, walker, world } = here
      world.unsettled.add(walker.name)
      const button = summary(page).getByRole('button', { name: /^((Ask|Try) again: )?(book|hold for 48)/i })
      await press(button)
      const after = await lookUntil(
        page,
        ({ dialog, sheets }) => dialog !== null || sheets.booking === undefined,
        patienceMs,
      )
      if (
        after.dialog === null &&
        after.sheets.booking !== undefined &&
        (await button.isEnabled().catch(() => false))
      ) {
        world.unsettled.delete(walker.name)
        return 'not booked'
      }
      return after.dialog ?? 'booked'
    },
  },
  {
    name: 'book another',
    weight: 6,
    fits: (here) => isAt(here, bookingPath) && here.look.sheets.booking === undefined,
    run: async (here) => {
      await press(here.page.getByRole('button', { name: /^(Book another|New booking)/ }))
      return 'an empty form'
    },
  },
  {
    name: 'discard the draft',
    weight: 0.5,
    fits: isBooking,
    run: async (here) => {
      await press(here.page.getByRole('main').getByRole('button', { name: /^(Discard|Leave it to Atrium)/ }))
      forgetBooking(here)
      return 'discarded'
    },
  },
]
