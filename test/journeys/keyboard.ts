import { expect, type Locator, type Page } from '@playwright/test'

/** A user with a keyboard and no mouse: every press is counted, and the page gets no other input. */
export type Keyboard = {
  /** Presses a key or a combination, such as `Shift+Tab`. */
  press(key: string): Promise<void>
  /** Types a text; each character is a press. */
  type(text: string): Promise<void>
  /** Presses Tab, or Shift+Tab for an earlier target, until the focus is on it or in it. Fails after 80 presses. */
  tabTo(target: Locator): Promise<void>
  /** Enters a board or list, and moves down by arrow to one of its rows. Fails after 80 presses. */
  arrowDownTo(row: Locator): Promise<void>
  /** Moves like {@link tabTo}, then presses Enter. */
  enterOn(target: Locator): Promise<void>
  presses(): number
}

const reachAtMost = 80

const where = (target: Locator): Promise<'here' | 'ahead' | 'behind'> =>
  target.evaluate((element) => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return 'ahead'
    if (element === focused || element.contains(focused)) return 'here'
    const isAhead = (focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    return isAhead ? 'ahead' : 'behind'
  })

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement
    return `${focused?.tagName} ${focused?.getAttribute('aria-label') ?? focused?.textContent?.slice(0, 60)}`
  })

export const createKeyboard = (page: Page): Keyboard => {
  let presses = 0
  const keyboard: Keyboard = {
    press: async (key) => {
      presses += 1
      await page.keyboard.press(key)
    },
    type: async (text) => {
      presses += [...text].length
      await page.keyboard.type(text)
    },
    tabTo: async (target) => {
      await expect(target).toBeVisible()
      const passed: string[] = []
      for (let press = 0; press <= reachAtMost; press += 1) {
        const place = await where(target)
        if (place === 'here') return
        await keyboard.press(place === 'ahead' ? 'Tab' : 'Shift+Tab')
        passed.push(await focusedName(page))
      }
      throw new Error(`Tab did not reach ${target}; it passed: ${passed.slice(-20).join(', ')}`)
    },
    arrowDownTo: async (row) => {
      await keyboard.tabTo(page.getByRole('table').getByRole('link').first())
      for (let press = 0; press <= reachAtMost; press += 1) {
        if ((await where(row)) === 'here') return
        await keyboard.press('ArrowDown')
      }
      throw new Error(`The arrow keys did not reach ${row}`)
    },
    enterOn: async (target) => {
      await keyboard.tabTo(target)
      await keyboard.press('Enter')
    },
    presses: () => presses,
  }
  return keyboard
}
