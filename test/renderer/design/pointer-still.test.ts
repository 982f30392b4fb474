import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { FakeUser } from '../fake-bridge.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { createOpener } from './open-screen.ts'

const open = createOpener(startHarnessPages())

const screens: readonly (readonly [string, FakeUser, string])[] = [
  ['today', 'frontdesk', '/admin/frontdesk'],
  ['booking', 'frontdesk', '/admin/booking?memberID=m-000001'],
  ['reschedule', 'frontdesk', '/admin/booking/study/STUDY'],
  ['payment', 'frontdesk', '/admin/study/STUDY/payment'],
  ['study', 'admin', '/admin/study/STUDY'],
  ['finance', 'admin', '/admin/finance'],
  ['worklist', 'hi', '/admin/worklists'],
  ['results', 'hi', '/admin/results'],
  ['members', 'admin', '/admin/members?memberID=m-000001'],
  ['queues', 'frontdesk', '/admin/queues'],
  ['people', 'admin', '/admin/administration/people'],
  ['catalogue', 'admin', '/admin/administration/catalogue'],
]

/** The buttons of a screen that the test clicks, each name once. */
const clicked = 8

/** Returns the first buttons of the page in its order that can be pressed, with the filled ones first. */
const findButtons = (page: Page): Promise<readonly string[]> =>
  page.evaluate((most) => {
    const shown = [...document.querySelectorAll<HTMLElement>('#main button')].filter((button) =>
      button.checkVisibility({ visibilityProperty: true }),
    )
    const usable = shown.filter((button) => button.ariaDisabled !== 'true' && !button.hasAttribute('disabled'))
    const filled = usable.filter((button) => button.matches('.w-button--primary'))
    const names = [...filled, ...usable].map((button) => button.ariaLabel ?? button.textContent.trim())
    return [...new Set(names.filter((name) => name !== ''))].slice(0, most)
  }, clicked)

/**
 * Clicks a button, and returns the controls that come under the pointer in the next 300 ms. A control of a menu or of a
 * dialog that the click opened is its own result, except the filled or red button: a second press would confirm.
 */
const clickAndWatch = async (page: Page, name: string): Promise<readonly string[]> => {
  const button = page.locator('#main').getByRole('button', { name, exact: true }).first()
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

describe.each(screens)('after a click on %s', { timeout: 240_000 }, (_screen, user, path) => {
  it('no other control comes under the pointer for 300 ms', async () => {
    const names = await findButtons(await open(user, path))
    expect(names.length).toBeGreaterThan(0)
    const moved: string[] = []
    for (const name of names) {
      const found = await clickAndWatch(await open(user, path), name)
      moved.push(...found.map((control) => `${name}: ${control}`))
    }
    expect(moved).toEqual([])
  })
})
