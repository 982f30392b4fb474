import { type Act, anyOf, CannotDo, type Here, lookUntil, press } from './acting.ts'

const isFree = ({ look }: Here): boolean => look.door === 'none' && look.dialog === null && !look.hasList
const letters = ['t', 'b', 'm', 'q', 's'] as const
const places = /^(Today|Booking|Members|Queues?|Finance|Settings)$/

/** Returns a name as a user in a hurry may type it: often with a mistake. */
export const misspelled = ({ random }: Here, name: string): string => {
  const at = random.whole(1, Math.max(1, name.length - 2))
  switch (random.pick(['as it is', 'as it is', 'dropped', 'doubled', 'swapped', 'last word'] as const)) {
    case 'dropped':
      return name.slice(0, at) + name.slice(at + 1)
    case 'doubled':
      return name.slice(0, at) + name.charAt(at) + name.slice(at)
    case 'swapped':
      return name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2)
    case 'last word':
      return name.split(' ').at(-1) ?? name
    case 'as it is':
      return name
  }
}

/** Forms with input that are not on the screen. */
const hiddenSheets = ({ walker, look }: Here): readonly string[] =>
  walker.typed.sheets().filter((sheet) => look.sheets[sheet] === undefined && !sheet.startsWith('set aside'))

/** The acts of navigating, closing and searching. */
export const placeActs: readonly Act[] = [
  {
    name: 'go by the rail',
    weight: 3,
    fits: isFree,
    run: async (here) => {
      const link = await anyOf(here, here.page.getByRole('navigation').getByRole('link', { name: places }))
      const name = (await link.textContent()) ?? ''
      await press(link)
      return name
    },
  },
  {
    name: 'go by keys',
    weight: 3,
    fits: (here) => isFree(here) && !here.look.isTyping,
    run: async (here) => {
      const letter = here.random.chance(0.4) ? 'b' : here.random.pick(letters)
      await here.page.keyboard.press('g')
      await here.page.keyboard.press(letter)
      return `G ${letter.toUpperCase()}`
    },
  },
  {
    name: 'search everywhere',
    weight: 3,
    fits: isFree,
    run: async (here) => {
      const { page, random, world } = here
      await page.keyboard.press('Control+k')
      const box = page.getByRole('dialog').getByRole('combobox')
      await box.waitFor({ timeout: 4_000 })
      const name = misspelled(here, random.pick(world.names()))
      const text = random.pick([name, name, random.pick(world.studyIDs()), 'Go to', 'New'])
      await box.fill(text)
      const found = page.getByRole('dialog').getByRole('option')
      await found
        .first()
        .waitFor({ timeout: 4_000 })
        .catch(() => null)
      if ((await found.count()) === 0) {
        await page.keyboard.press('Escape')
        return `${text}: nothing found`
      }
      // Does not choose Lock or Log out: other acts do that.
      await page.waitForTimeout(250)
      const chosen = (await found.first().textContent()) ?? ''
      if (/^(Lock|Log out)/.test(chosen)) await page.keyboard.press('Escape')
      else await page.keyboard.press('Enter')
      await lookUntil(page, ({ dialog }) => dialog === null)
      return `${text}: ${chosen.slice(0, 40)}`
    },
  },
  {
    name: 'follow a link',
    weight: 2,
    fits: isFree,
    run: async (here) => {
      const link = await anyOf(here, here.page.getByRole('main').locator('a[href^="/"]:not([target])'))
      const name = ((await link.getAttribute('aria-label')) ?? (await link.textContent()) ?? '').slice(0, 60)
      if (/follow.?up|invoice|log out/i.test(name)) throw new CannotDo('the link leaves these pages')
      await press(link)
      return name
    },
  },
  {
    name: 'go on to another page of the same study',
    weight: 14,
    fits: (here) =>
      isFree(here) && /\/study\/|^\/admin\/booking$/.test(here.look.path) && here.look.sheets.booking === undefined,
    run: async (here) => {
      const way = /^(Answer|Look at|Move or cancel|Open (the )?(study|booking)|Go on|Continue|Review|Start)/i
      const link = await anyOf(here, here.page.getByRole('main').getByRole('link', { name: way }))
      const name = ((await link.getAttribute('aria-label')) ?? (await link.textContent()) ?? '').slice(0, 60)
      await press(link)
      return name
    },
  },
  {
    name: 'come back to what was typed',
    weight: 6,
    fits: (here) => isFree(here) && hiddenSheets(here).length > 0,
    run: async (here) => {
      const { page, random } = here
      const sheet = random.pick(hiddenSheets(here))
      const study = sheet.split(':')[1]
      if (study === undefined) {
        await press(page.getByRole('navigation').getByRole('link', { name: 'Booking', exact: true }))
        if (sheet !== 'member-new') return sheet
        const create = page.getByRole('main').getByRole('button', { name: /^Create a/ })
        await create.waitFor({ timeout: 2_500 }).catch(() => null)
        await press(create)
        return sheet
      }
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(study, { timeout: 4_000 })
      const found = page.getByRole('dialog').getByRole('option', { name: study })
      await found
        .first()
        .waitFor({ timeout: 4_000 })
        .catch(() => null)
      if ((await found.count()) === 0) {
        await page.keyboard.press('Escape')
        throw new CannotDo(`${study} is not found`)
      }
      await press(found)
      await lookUntil(page, ({ dialog }) => dialog === null)
      return sheet
    },
  },
  {
    name: 'back',
    weight: 2,
    fits: ({ look }) => look.door === 'none',
    run: async ({ page }) => {
      await page.goBack({ timeout: 4_000 }).catch(() => null)
      if (page.url() === 'about:blank') await page.goForward()
      return new URL(page.url()).pathname
    },
  },
  {
    name: 'forward',
    weight: 1,
    fits: ({ look }) => look.door === 'none',
    run: async ({ page }) => {
      await page.goForward({ timeout: 4_000 }).catch(() => null)
      return new URL(page.url()).pathname
    },
  },
  {
    name: 'Escape',
    weight: 1.2,
    fits: ({ look }) => look.door === 'none',
    run: async ({ page }) => {
      await page.keyboard.press('Escape')
      return 'pressed'
    },
  },
  {
    name: 'Tab a few times',
    weight: 1,
    fits: ({ look }) => look.door === 'none',
    run: async ({ page, random }) => {
      const times = random.whole(1, 6)
      for (let time = 0; time < times; time += 1) await page.keyboard.press(random.chance(0.8) ? 'Tab' : 'Shift+Tab')
      return `${times} times`
    },
  },
  {
    name: 'work at another location',
    weight: 1,
    fits: isFree,
    run: async (here) => {
      const { name } = here.random.pick(here.world.places)
      const box = here.page.getByRole('banner').getByRole('combobox', { name: 'Location' })
      if ((await box.count()) === 0) throw new CannotDo('no locations')
      if ((await box.inputValue()) === name) return `at ${name} already`
      if (!(await box.isEnabled())) throw new CannotDo('the location cannot be changed here')
      await box.fill(name, { timeout: 4_000 })
      const option = here.page.getByRole('option', { name: new RegExp(`^${name}`) })
      await option
        .first()
        .waitFor({ timeout: 4_000 })
        .catch(() => null)
      await press(option)
      return name
    },
  },
  {
    name: 'search a member on the Members page',
    weight: 8,
    fits: (here) => isFree(here) && /^\/admin\/members$/.test(here.look.path),
    run: async (here) => {
      const box = here.page.getByRole('main').getByRole('searchbox')
      if ((await box.count()) === 0) throw new CannotDo('no search')
      const text = misspelled(here, here.random.pick(here.world.names()))
      await box.first().fill(text)
      await here.page.waitForTimeout(400)
      const found = here.page.getByRole('main').getByRole('listitem').getByRole('link')
      if ((await found.count()) === 0) return `${text}: nothing found`
      await press(await anyOf(here, found, 3))
      return `${text}: the member opened`
    },
  },
  {
    name: 'pause or resume a queue',
    weight: 8,
    fits: (here) => isFree(here) && /^\/admin\/queues$/.test(here.look.path),
    run: async (here) => {
      const button = await anyOf(
        here,
        here.page.getByRole('main').getByRole('button', { name: /^(Pause|Let|Resume)\b/i }),
      )
      const name = (await button.textContent()) ?? ''
      await press(button)
      return name
    },
  },
]
