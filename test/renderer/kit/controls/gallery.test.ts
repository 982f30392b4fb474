import { type BrowserContextOptions, expect as expectPage, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controlWords } from '#renderer/kit/controls/control-words.ts'
import { axeOver } from '#test/fixtures/axe-over.ts'
import { someOf } from '#test/fixtures/deep.ts'
import { shareWindow } from '../../harness/shared-window.ts'
import { startWidgetGallery, type WidgetGallery } from './widget-gallery.ts'

let gallery: WidgetGallery
let page: Page
const shared = shareWindow(() => gallery.url)

/** Opens the gallery. With `?only=` it shows one part, because the whole gallery takes three times as long to open. */
async function open(query = '', context: BrowserContextOptions = {}): Promise<Page> {
  page = await shared.open(query, null, {
    context: { reducedMotion: 'no-preference', ...context },
    fixedTime: '2026-11-21T20:00:00Z',
  })
  await page.getByRole('heading', { name: 'Widgets' }).waitFor()
  return page
}

async function findSeriousFaults(): Promise<string[]> {
  const { violations } = await axeOver(page).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}

function readDates(): Promise<Record<string, unknown>> {
  return page.getByTestId('dates').evaluate((output) => JSON.parse(output.textContent ?? '{}'))
}

beforeAll(async () => {
  gallery = await startWidgetGallery()
}, 90_000)

afterAll(async () => {
  await gallery?.stop()
})

describe('widgets', { timeout: 60_000 }, () => {
  describe('accessibility', () => {
    it.each(someOf(['light', 'dark'], 2))('has no serious axe violation in the theme %s', async (theme) => {
      await open(`?theme=${theme}`)
      expect(await findSeriousFaults()).toEqual([])
    })

    it.each(someOf(['light', 'dark'], 2))('has no serious axe violation in overlays in the theme %s', async (theme) => {
      await open(`?theme=${theme}`, { reducedMotion: 'reduce' })
      const openers = [
        'Open dialog',
        'Ask',
        'Load and fail',
        'More',
        'Past errors',
        'Reason',
        'Appointment date',
        'Surgery date',
      ]
      for (const name of [...openers, controlWords.date.month, 'Year of stent']) {
        await page
          .getByRole('button', { name: new RegExp(`${name}\\b`) })
          .first()
          .press('Enter')
        await page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]').first().waitFor()
        expect(await findSeriousFaults(), name).toEqual([])
        await page.keyboard.press('Escape')
        await page
          .locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
          .first()
          .waitFor({ state: 'detached' })
      }
    })

    it('has no serious axe violation with forced colours and more contrast', async () => {
      await open('', { forcedColors: 'active', contrast: 'more' })
      expect(await findSeriousFaults()).toEqual([])
    })

    it('finds the serious violations of a faulty page, also at a second check', async () => {
      await open()
      await page.evaluate(() => {
        document.body.innerHTML = '<main><button></button><p>Pale</p></main>'
        document.documentElement.lang = ''
        document.querySelector('p')?.style.setProperty('color', '#bbb')
        document.body.style.setProperty('background', '#fff')
      })
      for (let looks = 0; looks < 2; looks += 1) {
        const rules = (await findSeriousFaults()).map((fault) => fault.split(':')[0])
        expect(rules.sort()).toEqual(['button-name', 'color-contrast', 'html-has-lang'])
      }
      // The next test must not begin in this faulty document.
      await page.reload()
    })

    it('does not scroll sideways at a width of 1024', async () => {
      await open('', { viewport: { width: 1024, height: 768 } })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024)
    })
  })

  describe('Button', () => {
    it('acts on Enter and on Space', async () => {
      await open('?only=choices')
      await page.getByRole('button', { name: 'Count me' }).press('Enter')
      await page.keyboard.press('Space')
      await expectPage(page.getByTestId('presses')).toHaveText('2')
    })

    it('does nothing while it is pending, disabled, or disabled with a reason', async () => {
      await open('?only=choices')
      for (const name of ['Book now', 'Explained']) {
        const button = page.getByRole('button', { name })
        await button.focus()
        await expectPage(button).toBeFocused()
        await expectPage(button).toHaveAttribute('aria-disabled', 'true')
        await button.press('Enter')
        await button.click({ force: true })
      }
      await expectPage(page.getByRole('button', { name: 'Disabled' })).toBeDisabled()
      await expectPage(page.getByTestId('presses')).toHaveText('0')
    })

    it('shows on hover and on focus why it is disabled, and gives the reason to a screen reader', async () => {
      await open('?only=choices')
      const button = page.getByRole('button', { name: 'Explained' })
      await expectPage(button).toHaveAccessibleDescription('Choose a time first')
      await page.getByRole('button', { name: 'Book now' }).focus()
      for (let tabs = 0; tabs < 2; tabs += 1) await page.keyboard.press('Tab')
      await expectPage(button).toBeFocused()
      await expectPage(page.getByRole('tooltip')).toHaveText('Choose a time first')
      await page.keyboard.press('Escape')
      await expectPage(page.getByRole('tooltip')).toHaveCount(0)
      await page.getByRole('heading', { name: 'Widgets' }).click()
      await button.hover()
      await expectPage(page.getByRole('tooltip')).toHaveText('Choose a time first')
    })

    it('is teal as the primary variant and coral as the secondary one', async () => {
      await open('?only=choices')
      await page.mouse.move(0, 0)
      const primary = page.getByRole('button', { name: 'primary medium' })
      await expectPage(primary).toHaveCSS('background-color', 'rgb(11, 112, 105)')
      await expectPage(primary).toHaveCSS('color', 'rgb(255, 255, 255)')
      const secondary = page.getByRole('button', { name: 'secondary medium' })
      await expectPage(secondary).toHaveCSS('background-color', 'rgb(253, 236, 231)')
      await expectPage(secondary).toHaveCSS('border-color', 'rgb(238, 178, 163)')
      await expectPage(secondary).toHaveCSS('color', 'rgb(160, 52, 29)')
    })

    it('is smaller in the compact half of the gallery, as are rows', async () => {
      await open('?only=measures')
      const height = async (density: string) => {
        const rows = page.getByRole('table', { name: `Members, ${density}` }).getByRole('row')
        return {
          button: (await page.getByRole('button', { name: `Large, ${density}` }).boundingBox())?.height,
          row: (await rows.nth(1).boundingBox())?.height,
        }
      }
      const chosen = await height('as chosen')
      const compact = await height('compact')
      expect({ chosen: chosen.button, compact: compact.button }).toEqual({ chosen: 44, compact: 40 })
      expect(compact.row).toBeLessThan(chosen.row ?? 0)
    })

    it('at the size selectheight, is as high as a select', async () => {
      await open()
      const button = await page.getByRole('button', { name: 'outline selectheight' }).boundingBox()
      const select = await page.getByRole('button', { name: /Reason/ }).boundingBox()
      expect(button?.height).toBe(select?.height)
    })

    it('has the right height at each of the six sizes, and a different look for each variant', async () => {
      await open('?only=choices')
      await page.mouse.move(0, 0)
      const outline = (size: string) => page.getByRole('button', { name: `outline ${size}`, exact: true })
      const sizes = { micro: 24, xsmall: 28, small: 32, medium: 36, selectheight: 36, large: 44 }
      for (const [size, height] of Object.entries(sizes)) {
        expect((await outline(size).boundingBox())?.height, size).toBe(height)
      }
      const looks = await page.getByRole('button', { name: /^[a-z]+ medium$/ }).evaluateAll((buttons) =>
        buttons.map((button) => {
          const { backgroundColor, borderColor, color } = getComputedStyle(button)
          return [backgroundColor, borderColor, color].join(' ')
        }),
      )
      expect(looks).toHaveLength(4)
      expect(new Set(looks).size).toBe(4)
    })
  })

  describe('a group of choices', () => {
    it('moves a radio choice with arrow keys', async () => {
      await open('?only=choices')
      await page.getByRole('radio', { name: 'Correct', exact: true }).focus()
      await page.keyboard.press('ArrowRight')
      await expectPage(page.getByRole('radio', { name: 'Not Correct' })).toBeChecked()
    })

    it('does not move the choice while the group is disabled with a reason', async () => {
      await open('?only=choices')
      await page.getByRole('radio', { name: 'Burnaby' }).click({ force: true })
      await expectPage(page.getByRole('radio', { name: 'Vancouver' })).toBeChecked()
      await expectPage(page.getByRole('radiogroup', { name: 'Location' })).toHaveAccessibleDescription(
        'The location cannot change once a payment was taken.',
      )
    })

    it('toggles a checkbox with Space, unless it is disabled with a reason', async () => {
      await open('?only=choices')
      const box = page.getByRole('checkbox', { name: 'Send a confirmation' })
      await box.press('Space')
      await expectPage(box).not.toBeChecked()
      const explained = page.getByRole('checkbox', { name: 'Invoice available' })
      await explained.press('Space')
      await expectPage(explained).not.toBeChecked()
      await expectPage(explained).toHaveAccessibleDescription('Only finance may change this.')
    })

    it('moves to the next tab with an arrow key, shows that tab, and skips a disabled tab', async () => {
      await open('?only=choices')
      await page.getByRole('tab', { name: 'Week of 13 Dec' }).click()
      await page.keyboard.press('ArrowRight')
      await expectPage(page.getByRole('tab', { name: 'Current Week' })).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expectPage(page.getByRole('tabpanel').first()).toHaveText('The selected week: 1')
    })
  })

  describe('SelectField', () => {
    it('chooses by typing letters and Enter', async () => {
      await open('?only=fields')
      await page.getByRole('button', { name: /Reason/ }).press('Enter')
      await expectPage(page.getByRole('listbox')).toBeVisible()
      await expectPage(page.getByRole('group', { name: 'Medical' })).toBeVisible()
      await page.keyboard.type('pre')
      await page.keyboard.press('Enter')
      await expectPage(page.getByTestId('selects')).toHaveText('pregnancy ca-bc-1')
      await expectPage(page.getByRole('button', { name: /Reason/ })).toBeFocused()
    })

    it('stays closed and unchanged while it is disabled with a reason', async () => {
      await open('?only=fields')
      const button = page.getByRole('button', { name: /Machine/ })
      await button.press('Enter')
      await expectPage(page.getByRole('listbox')).toHaveCount(0)
      await expectPage(button).toHaveAttribute('aria-disabled', 'true')
      await expectPage(button).toHaveAccessibleDescription(/This location has one machine/)
    })
  })

  describe('ComboBox', () => {
    it('finds an option by any part of its label, even if the accent is not typed', async () => {
      await open('?only=fields')
      const input = page.getByRole('combobox', { name: 'Location' })
      await input.fill('real')
      await expectPage(page.getByRole('option')).toHaveCount(1)
      await input.fill('montreal')
      await expectPage(page.getByRole('option')).toHaveCount(1)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expectPage(input).toHaveValue('Montréal')
      await expectPage(page.getByTestId('selects')).toHaveText('null ca-qc-1')
    })

    it('shows that nothing matches and restores the chosen text on Escape', async () => {
      await open('?only=fields')
      const input = page.getByRole('combobox', { name: 'Location' })
      await input.fill('zzz')
      await expectPage(page.getByText(controlWords.nothingFound)).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Tab')
      await expectPage(input).toHaveValue('Vancouver')
    })
  })

  describe('a date field', () => {
    it('shows two months, and chooses a day with the keyboard', async () => {
      await open('?only=fields')
      await page.getByRole('button', { name: /Appointment date/ }).press('Enter')
      await expectPage(page.getByRole('grid')).toHaveCount(2)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expectPage(page.getByRole('dialog')).toHaveCount(0)
      expect(await readDates()).toMatchObject({ day: '2026-12-01' })
    })

    it('refuses a day before the first allowed one', async () => {
      await open('?only=fields')
      await page.getByRole('button', { name: /Appointment date/ }).press('Enter')
      await expectPage(page.getByRole('button', { name: /November 20, 2026/ })).toHaveAttribute('aria-disabled', 'true')
    })

    it('with a year picker, shows one month and offers 100 years', async () => {
      await open('?only=fields')
      await page.getByRole('button', { name: /Surgery date/ }).press('Enter')
      await expectPage(page.getByRole('grid')).toHaveCount(1)
      const years = page.getByRole('combobox', { name: controlWords.date.year })
      await expectPage(years.getByRole('option')).toHaveCount(100)
      await years.selectOption('1998')
      await page.getByRole('combobox', { name: controlWords.date.month }).selectOption('February')
      await page.getByRole('button', { name: /February 14, 1998/ }).press('Enter')
      expect(await readDates()).toMatchObject({ surgery: '1998-02-14' })
    })

    it('accepts a typed date', async () => {
      await open('?only=fields')
      await page.getByRole('spinbutton', { name: /year, Surgery date/ }).focus()
      await page.keyboard.type('20010903')
      expect(await readDates()).toMatchObject({ surgery: '2001-09-03' })
    })

    it('keeps any typed digits of a birth date, and splits a pasted date', async () => {
      await open('?only=fields')
      const group = page.getByRole('group', { name: /^Date of birth\*?$/ })
      await group.getByRole('textbox', { name: controlWords.date.day }).pressSequentially('3x9')
      expect(await readDates()).toMatchObject({ born: { year: '1980', month: '2', day: '39' } })
      await group.getByRole('textbox', { name: controlWords.date.year }).evaluate((input) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', '1975-08-30')
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      })
      await expectPage(group.getByRole('textbox', { name: controlWords.date.month })).toHaveValue('08')
      expect(await readDates()).toMatchObject({ born: { year: '1975', month: '08', day: '30' } })
    })

    it('accepts a birth date typed in one go, and keeps existing digits of the next box', async () => {
      await open('?only=fields')
      const group = page.getByRole('group', { name: /^Date of birth\*?$/ })
      const box = (name: string) => group.getByRole('textbox', { name })
      for (const name of [controlWords.date.year, controlWords.date.month, controlWords.date.day])
        await box(name).fill('')
      await box(controlWords.date.year).focus()
      await page.keyboard.type('19750830')
      expect(await readDates()).toMatchObject({ born: { year: '1975', month: '08', day: '30' } })
      await expectPage(box(controlWords.date.day)).toBeFocused()
      await box(controlWords.date.year).focus()
      await page.keyboard.press('End')
      await page.keyboard.type('1')
      expect(await readDates()).toMatchObject({ born: { year: '19751', month: '08', day: '30' } })
    })

    it('chooses a month of another year', async () => {
      await open('?only=fields')
      await page.getByRole('button', { name: /^Month November 2026/ }).press('Enter')
      await page.getByRole('combobox', { name: controlWords.date.year }).selectOption('2027')
      await page.getByRole('option', { name: 'March' }).press('Enter')
      expect(await readDates()).toMatchObject({ month: '2027-03' })
    })

    it('chooses a year with arrow keys', async () => {
      await open('?only=fields')
      await page.getByRole('button', { name: /^Year of stent/ }).press('Enter')
      await expectPage(page.getByRole('option')).toHaveCount(100)
      await expectPage(page.getByRole('option', { name: '2026' })).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      expect(await readDates()).toMatchObject({ year: '2020' })
    })
  })

  describe('Dialog', () => {
    it('is 760 wide, keeps the focus inside and returns it on Escape', async () => {
      await open('?only=overlays', { reducedMotion: 'reduce' })
      const opener = page.getByRole('button', { name: 'Open dialog' })
      await opener.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Cancel appointment' })
      expect((await page.locator('.w-dialog-frame').boundingBox())?.width).toBe(760)
      for (let tabs = 0; tabs < 6; tabs += 1) {
        await page.keyboard.press('Tab')
        expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
      }
      await page.keyboard.press('Escape')
      await expectPage(dialog).toHaveCount(0)
      await expectPage(opener).toBeFocused()
    })

    it('stays open on a click beside it', async () => {
      await open('?only=overlays')
      await page.getByRole('button', { name: 'Open dialog' }).press('Enter')
      await page.mouse.click(20, 600)
      await expectPage(page.getByRole('dialog')).toBeVisible()
    })

    it('is removed when it closes, even if its running transition is cancelled', async () => {
      await open('?only=overlays')
      await page.getByRole('button', { name: 'Open dialog' }).press('Enter')
      const scrim = page.locator('.w-dialog-scrim')
      await expectPage(scrim).toHaveCSS('opacity', '1')
      await page.evaluate(() => {
        setInterval(() => {
          for (const running of document.getAnimations()) running.cancel()
        }, 1)
      })
      await page.keyboard.press('Escape')
      await expectPage(scrim).toHaveCount(0)
    })

    it('stays open on Escape when it is not dismissable', async () => {
      await open('?only=overlays')
      await page.getByRole('button', { name: 'Open locked dialog' }).press('Enter')
      await page.keyboard.press('Escape')
      await expectPage(page.getByRole('dialog')).toBeVisible()
      await expectPage(page.getByRole('button', { name: controlWords.close })).toHaveCount(0)
      await page.getByRole('button', { name: 'Answer Questions' }).press('Enter')
      await expectPage(page.getByRole('dialog')).toHaveCount(0)
    })

    it('focuses Cancel first, so that Enter alone does not run a dangerous action', async () => {
      await open('?only=overlays')
      await page.getByRole('button', { name: 'Ask' }).press('Enter')
      await expectPage(page.getByRole('button', { name: controlWords.cancel, exact: true })).toBeFocused()
      await page.keyboard.press('Enter')
      await expectPage(page.getByRole('alertdialog')).toHaveCount(0)
      await expectPage(page.getByTestId('done')).toHaveText('')
      await page.getByRole('button', { name: 'Ask' }).press('Enter')
      await page.getByRole('button', { name: 'Cancel scan of Ana Silva, 03 Feb 1980, on Tue 24 Nov' }).press('Enter')
      await expectPage(page.getByTestId('done')).toHaveText('confirmed')
    })

    it('names the person in a line above short buttons, and in the name of the button', async () => {
      await open('?only=overlays', { reducedMotion: 'reduce' })
      await page.getByRole('button', { name: 'Ask' }).press('Enter')
      const who = 'Ana Silva · born 03 Feb 1980 · Tue 24 Nov 2026 09:40am PST'
      const bar = page.getByRole('group', { name: who })
      const confirm = bar.getByRole('button', { name: /^Cancel scan of Ana Silva, 03 Feb 1980/ })
      await expectPage(confirm).toHaveText('Cancel scan')
      const line = bar.getByText(who, { exact: true })
      await expectPage(line).toHaveCSS('font-weight', '600')
      const [above, below] = [await line.boundingBox(), await confirm.boundingBox()]
      expect((below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))).toBe(8)
      // At 200 percent zoom the line wraps and the buttons stay inside.
      await page.setViewportSize({ width: 400, height: 600 })
      expect(await bar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    })

    it('stays open while loading, and can be closed once its text reports a failure', async () => {
      await open('?only=overlays')
      await page.getByRole('button', { name: 'Load', exact: true }).press('Enter')
      await page.keyboard.press('Escape')
      await expectPage(page.getByRole('alertdialog', { name: 'Booking the appointment' })).toBeVisible()
      await expectPage(page.getByRole('alertdialog').getByRole('button')).toHaveCount(0)
      await open('?only=overlays')
      await page.getByRole('button', { name: 'Load and fail' }).press('Enter')
      await expectPage(page.getByRole('button', { name: controlWords.close })).toBeFocused()
      await page.keyboard.press('Escape')
      await expectPage(page.getByRole('alertdialog')).toHaveCount(0)
    })
  })

  describe('Menu', () => {
    it('skips disabled entries and shows why they are disabled', async () => {
      await open('?only=overlays')
      await page.getByRole('button', { name: 'More' }).press('Enter')
      await expectPage(page.getByRole('menuitem', { name: 'Reschedule' })).toHaveText(/The study is cancelled\./)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expectPage(page.getByTestId('done')).toHaveText('cancel')
    })
  })

  describe('Panel', () => {
    it('has its body in the page only when the body is shown or edited', async () => {
      await open('?only=overlays')
      expect(await page.content()).not.toContain('Ana Silva, born 1980-02-03')
      await expectPage(page.getByText('Confidential Information')).toBeVisible()
      await expectPage(
        page.getByText('If you need to see this section, click on the view icon at the top right of this panel.'),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Show Member' }).press('Enter')
      await expectPage(page.getByText('Ana Silva, born 1980-02-03')).toBeVisible()
      await page.getByRole('button', { name: 'Edit Member', exact: true }).press('Enter')
      await expectPage(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Ana Silva')
      await page.getByRole('button', { name: 'Hide Member' }).press('Enter')
      await expectPage(page.getByRole('textbox', { name: 'Full name' })).toHaveCount(0)
      expect(await page.content()).not.toContain('Ana Silva, born 1980-02-03')
    })

    it('collapses on Enter and keeps typed text', async () => {
      await open('?only=fields')
      await page.getByRole('textbox', { name: 'Detail' }).fill('Kept')
      const toggle = page.getByRole('button', { name: 'Text', exact: true })
      await toggle.press('Enter')
      await expectPage(toggle).toHaveAttribute('aria-expanded', 'false')
      await expectPage(page.getByRole('textbox', { name: 'Detail' })).toHaveCount(0)
      await toggle.press('Enter')
      await expectPage(page.getByRole('textbox', { name: 'Detail' })).toHaveValue('Kept')
    })
  })

  describe('TextArea', () => {
    it('keeps text beyond its limit, and shows by how much it is too long', async () => {
      await open('?only=fields')
      const area = page.getByRole('textbox', { name: 'Detail' })
      await expectPage(area).toHaveAttribute('rows', '3')
      await area.fill('Twenty-two characters.')
      await expectPage(area).toHaveValue('Twenty-two characters.')
      await expectPage(area).toHaveAttribute('aria-invalid', 'true')
      await expectPage(area).toHaveAccessibleDescription(new RegExp(controlWords.textArea.tooMany(2)))
      await expectPage(page.getByText('22 / 20')).toBeVisible()
    })
  })

  describe('toasts', () => {
    it('appear at the bottom right, 396 wide, and take 220 ms to appear and disappear', async () => {
      await open('?only=overlays')
      await page.getByRole('button', { name: 'Fail', exact: true }).press('Enter')
      const toast = page.getByRole('alertdialog', { name: /Document Fetch Failed/ })
      await expectPage(toast).toBeVisible()
      expect(await toast.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0.22s, 0.22s')
      await expectPage.poll(async () => (await toast.boundingBox())?.x).toBe(1440 - 16 - 396)
      const box = await toast.boundingBox()
      expect(box?.width).toBe(396)
      // Below the toasts is only the status strip, which is 40 px high.
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(900 - 40)
      expect(await findSeriousFaults()).toEqual([])
    })

    it('of each tone have an icon, a colour and a spoken word of their own', async () => {
      await open('?only=overlays')
      const looks: { icon: string; color: string }[] = []
      for (const [opener, word] of [
        ['Succeed', 'success: '],
        ['Warn', 'warning: '],
        ['Fail', 'error: '],
      ] as const) {
        await page.getByRole('button', { name: opener, exact: true }).press('Enter')
        const toasts = page.getByRole('alertdialog', { name: new RegExp(`^${word}`) })
        looks.push(
          await toasts
            .first()
            .locator('.w-toast__icon')
            .evaluate((icon) => ({
              icon: icon.innerHTML,
              color: getComputedStyle(icon).color,
            })),
        )
      }
      expect(new Set(looks.map(({ icon }) => icon)).size).toBe(3)
      // Green, amber and red.
      expect(looks.map(({ color }) => color)).toEqual(['rgb(28, 124, 63)', 'rgb(178, 107, 0)', 'rgb(187, 32, 32)'])
    })

    it('pause while hovered or focused and close by themselves later', async () => {
      await open()
      await page.clock.install({ time: '2026-11-21T20:00:00Z' })
      await page.reload()
      await page.getByRole('button', { name: 'Succeed' }).click()
      await page.clock.runFor(400)
      const toast = page.getByRole('alertdialog', { name: /Temporary Hold has been updated/ })
      await toast.hover()
      await page.clock.runFor(60_000)
      await expectPage(toast).toBeVisible()
      await page.mouse.move(5, 5)
      await toast.getByRole('button', { name: controlWords.dismiss }).focus()
      await page.clock.runFor(60_000)
      await expectPage(toast).toBeVisible()
      await page.getByRole('button', { name: 'Count me' }).focus()
      await page.clock.runFor(6_000)
      await expectPage(toast).toHaveCount(0)
    })

    it('are reached by F6, act by keyboard, and return the focus', async () => {
      await open('?only=overlays')
      await page.getByRole('button', { name: 'Warn' }).press('Enter')
      await expectPage(page.getByRole('alertdialog', { name: /Similar name/ })).toBeVisible()
      await page.keyboard.press('F6')
      await expectPage(page.locator('.w-toast-region')).toBeFocused()
      await page.getByRole('button', { name: 'Compare' }).press('Enter')
      await expectPage(page.getByTestId('done')).toHaveText('compared')
      await expectPage(page.getByRole('alertdialog')).toHaveCount(0)
      await expectPage(page.getByRole('button', { name: 'Warn' })).toBeFocused()
    })

    it('that report errors stay in the list of past errors until the user clears the list', async () => {
      await open('?only=overlays')
      await page.getByRole('button', { name: 'Fail', exact: true }).press('Enter')
      await page.getByRole('button', { name: controlWords.dismiss }).last().press('Enter')
      await expectPage(page.getByRole('alertdialog')).toHaveCount(0)
      await page.getByRole('button', { name: 'Past errors' }).press('Enter')
      await expectPage(page.getByRole('dialog', { name: 'Past errors' })).toContainText('Document not found')
      await expectPage(page.getByRole('dialog', { name: 'Past errors' })).toContainText('20:00')
      await page.getByRole('button', { name: controlWords.toasts.clear }).press('Enter')
      await expectPage(page.getByRole('dialog', { name: 'Past errors' })).toContainText(controlWords.toasts.noErrors)
    })
  })

  describe('Spinner', () => {
    it('shows nothing for its first 150 ms', async () => {
      await open('?only=notices')
      const style = await page.getByRole('progressbar', { name: 'Loading the study' }).evaluate((element) => {
        const { animationDelay, animationFillMode, animationName } = getComputedStyle(element)
        const [animation] = element.getAnimations()
        animation?.pause()
        if (animation) animation.currentTime = 149
        const before = getComputedStyle(element).opacity
        if (animation) animation.currentTime = 152
        return { animationDelay, animationFillMode, animationName, before, after: getComputedStyle(element).opacity }
      })
      expect(style).toEqual({
        animationDelay: '0.15s',
        animationFillMode: 'both',
        animationName: 'w-spinner-appear',
        before: '0',
        after: '1',
      })
    })
  })
})
