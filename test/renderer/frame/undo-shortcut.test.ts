import { expect as expectPage } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { panelWords } from '#renderer/study/panel-words.ts'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { visitPanelWords } from '#renderer/study-page/panels/visit-panel-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { openPanels, press } from '../study-page/panels/panel-pages.ts'

const pages = startHarnessPages()
const { radiology } = reportPanelWords

/** Opens a study's page with a button that marks the study as urgent, and one that marks it as sensitive. */
const open = async () => {
  const at = await openPanels(pages, { signedInAs: 'frontdesk' })
  const urgent = at.button('Radiology', radiology.urgent)
  const sensitive = at.button('Radiology', radiology.sensitive)
  await press(urgent)
  await expectPage(urgent).toHaveAttribute('aria-pressed', 'true')
  return { at, page: at.page, urgent, sensitive }
}

describe('Ctrl+Z', { timeout: 60_000 }, () => {
  it('presses Undo of the newest notice, then of the one before it, and then does nothing', async () => {
    const { at, page, urgent, sensitive } = await open()
    await press(sensitive)
    await expectPage(sensitive).toHaveAttribute('aria-pressed', 'true')
    const button = at.toast(radiology.marked(radiology.sensitive)).getByRole('button', { name: 'Undo' })
    await expectPage(button).toHaveAttribute('aria-keyshortcuts', 'Control+Z Meta+Z')
    await page.keyboard.press('Control+z')
    await expectPage(sensitive).toHaveAttribute('aria-pressed', 'false')
    await expectPage(urgent).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Control+z')
    await expectPage(urgent).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('Control+z')
    expect(await at.countCalls('study.mark')).toBe(4)
  })

  it('undoes what was typed in a text field, and no mark of the study', async () => {
    const { at, page, urgent } = await open()
    const note = page.getByRole('textbox', { name: panelWords.note.label })
    await note.focus()
    await page.keyboard.type('ab')
    await expectPage(note).toHaveValue('ab')
    await page.keyboard.press('Control+z')
    await expectPage(note).not.toHaveValue('ab')
    await expectPage(urgent).toHaveAttribute('aria-pressed', 'true')
    expect(await at.countCalls('study.mark')).toBe(1)
  })

  it('does nothing behind a dialog, and works again when the dialog is closed', async () => {
    const { at, page, urgent } = await open()
    await press(at.button('Checkin', visitPanelWords.checkIn.act.label))
    const dialog = page.getByRole('alertdialog', { name: 'Check in' })
    await expectPage(dialog).toBeVisible()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Escape')
    await expectPage(dialog).toHaveCount(0)
    expect(await at.countCalls('study.mark')).toBe(1)
    await page.keyboard.press('Control+z')
    await expectPage(urgent).toHaveAttribute('aria-pressed', 'false')
  })
})
