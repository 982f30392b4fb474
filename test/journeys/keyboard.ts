import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test'

/** A user with a keyboard and no mouse: every press is counted, and the page gets no other input. */
export type Keyboard = {
  /** Presses a key or a combination, such as `Shift+Tab`. */
  press(key: string): Promise<void>
  /** Types a text; each character is a press. */
  type(text: string): Promise<void>
  /**
   * Presses Tab, or Shift+Tab if the target is earlier, until the focus is on or in the target. Fails after 80
   * presses.
   */
  tabTo(target: Locator): Promise<void>
  /** Enters a board or list, and moves down by arrow to one of its rows. Fails after 80 presses. */
  arrowDownTo(row: Locator): Promise<void>
  /** Moves like {@link tabTo}, then presses Enter. */
  enterOn(target: Locator): Promise<void>
  presses(): number
}

const reachAtMost = 120

type Place = { readonly place: 'here' | 'ahead' | 'behind' | 'gone'; readonly focused: string }

/** Returns the position of an element relative to the focus, in document order, and the name of the focused element. */
const placeOf = (target: ElementHandle<Element>): Promise<Place> =>
  target.evaluate((element): Place => {
    const focus = document.activeElement
    const focused = `${focus?.tagName} ${focus?.getAttribute('aria-label') ?? focus?.textContent?.slice(0, 60)}`
    if (!element.isConnected) return { place: 'gone', focused }
    if (focus === null || focus === document.body) return { place: 'ahead', focused }
    if (element === focus || element.contains(focus)) return { place: 'here', focused }
    const isAhead = (focus.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    return { place: isAhead ? 'ahead' : 'behind', focused }
  })

const find = async (target: Locator): Promise<ElementHandle<Element>> => {
  await expect(target).toBeVisible()
  return (await target.elementHandle()) as ElementHandle<Element>
}

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
      // Finding an element by its name takes longer than a press. The loop therefore repeats the search only when it
      // has reached the element or the element is gone.
      let element = await find(target)
      const passed: string[] = []
      for (let press = 0; press <= reachAtMost; press += 1) {
        const { place, focused } = await placeOf(element)
        if (place === 'here' || place === 'gone') {
          // The page may have reused the element for other content in the meantime.
          element = await find(target)
          if ((await placeOf(element)).place === 'here') return
          continue
        }
        passed.push(focused)
        await keyboard.press(place === 'ahead' ? 'Tab' : 'Shift+Tab')
      }
      throw new Error(`Tab did not reach ${target}; it passed: ${passed.slice(-20).join(', ')}`)
    },
    arrowDownTo: async (row) => {
      await keyboard.tabTo(page.getByRole('table').getByRole('link').first())
      for (let press = 0; press <= reachAtMost; press += 1) {
        if ((await placeOf(await find(row))).place === 'here') return
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
