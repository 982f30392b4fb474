import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { createOpener, screens } from './open-screen.ts'

const open = createOpener(startHarnessPages())

/** The screens with buttons on which staff click all day. */
const clickedScreens = screens.filter(([screen]) =>
  [
    'today',
    'booking',
    'reschedule',
    'payment',
    'invoice',
    'study',
    'finance',
    'worklist',
    'members',
    'queues',
    'administration people',
    'administration catalogue',
  ].includes(screen),
)

/** The number of buttons of a screen that the test clicks. */
const clicked = 8

/**
 * Marks the first buttons of the page that can be pressed with `data-clicked`, the filled ones first, and returns their
 * names. Buttons of the same name count once.
 */
const markButtons = (page: Page): Promise<readonly string[]> =>
  page.evaluate((most) => {
    const shown = [...document.querySelectorAll<HTMLElement>('#main button')].filter((button) =>
      button.checkVisibility({ visibilityProperty: true }),
    )
    const usable = shown.filter((button) => button.ariaDisabled !== 'true' && !button.hasAttribute('disabled'))
    const filled = usable.filter((button) => button.matches('.w-button--primary'))
    const named = new Map<string, HTMLElement>()
    for (const button of [...filled, ...usable]) {
      const name = (button.ariaLabel ?? button.textContent).trim()
      if (name !== '' && !named.has(name)) named.set(name, button)
    }
    const first = [...named].slice(0, most)
    for (const [index, [, button]] of first.entries()) button.dataset['clicked'] = String(index)
    return first.map(([name]) => name)
  }, clicked)

/**
 * Clicks a button, and returns the controls that come under the pointer in the next 300 ms. A control of a menu or of a
 * dialog that the click opened is its own result, except the filled or red button: a second press would confirm.
 */
const clickAndWatch = async (page: Page, index: number): Promise<readonly string[]> => {
  const button = page.locator(`[data-clicked="${index}"]`)
  await button.scrollIntoViewIfNeeded()
  await page.evaluate(() => {
    const nameOf = (element: Element): string =>
      (element.ariaLabel ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)
    const controlAt = (x: number, y: number): Element | null =>
      document.elementFromPoint(x, y)?.closest('button, a[href], input, select, textarea, label, [role=option]') ?? null
    window.underPointer = new Promise((resolve) => {
      const watch = ({ clientX, clientY, timeStamp }: MouseEvent, pressed: Element | null): void => {
        const before = pressed === null ? '' : nameOf(pressed)
        const seen = new Set<string>()
        let frames = 0
        const look = (now: number): void => {
          frames += 1
          const control = controlAt(clientX, clientY)
          const isOther = control !== null && control !== pressed && nameOf(control) !== before
          const isResult =
            control?.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null &&
            control?.matches('.w-button--primary, .w-button--danger') === false
          if (isOther && !isResult) seen.add(nameOf(control))
          // At least ten frames, however slow this computer is.
          if (now - timeStamp > 300 && frames >= 10) resolve([...seen])
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }
      window.addEventListener('click', (event) => watch(event, controlAt(event.clientX, event.clientY)), {
        capture: true,
        once: true,
      })
    })
  })
  await button.click()
  return page.evaluate(() => window.underPointer ?? ['not watched'])
}

declare global {
  interface Window {
    underPointer?: Promise<readonly string[]>
  }
}

describe.each(clickedScreens)('after a click on %s', { timeout: 240_000 }, (_screen, user, path) => {
  it('no other control comes under the pointer for 300 ms', async () => {
    const names = await markButtons(await open(user, path))
    expect(names.length).toBeGreaterThan(0)
    const moved: string[] = []
    for (const [index, name] of names.entries()) {
      const page = await open(user, path)
      expect(await markButtons(page)).toEqual(names)
      const found = await clickAndWatch(page, index)
      moved.push(...found.map((control) => `${name}: ${control}`))
    }
    expect(moved).toEqual([])
  })
})
