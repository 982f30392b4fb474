import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { placeStudyPanels } from '#domain/study/study-panels.ts'
import { saleWords } from '#renderer/crm/sale-words.ts'
import { releaseWords } from '#renderer/release/inside/release-words.ts'
import { sendWords } from '#renderer/release/inside/send-words.ts'
import { reportPanelWords } from '#renderer/study-page/panels/report-panel-words.ts'
import { studyPageWords } from '#renderer/study-page/study-page-words.ts'
import { type StartOptions, startHarnessPages, takePictures } from '../harness/harness-pages.ts'
import { type Given, openPanels, type PanelPage, press } from './panels/panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage

const practitioners = {
  primary: { practitionerID: 'pr-1', locationID: 'pl-1-1' },
  referring: { practitionerID: 'pr-2', locationID: 'pl-2-1' },
  additional: [],
}
const published: Given = {
  flags: { checkin: true, scanned: true, read: true, published: true, reportQADone: true },
  details: { practitioners, readingPublished: [{ reportType: 'structured', version: 1 }] },
}

const open = async (start: StartOptions, given: Given = {}): Promise<void> => {
  at = await openPanels(pages, start, { ...given, isFolded: true })
  page = at.page
}
const toggle = (title: string): Locator => at.panel(title).locator('.w-panel__toggle').first()
const body = (title: string): Locator => at.panel(title).locator('.w-panel__body').first()
const index = (): Locator => page.getByRole('navigation', { name: studyPageWords.index.title })
/** Returns the sections in the order of the document, and whether each is open. */
const shown = (): Promise<readonly { readonly panel: string; readonly isOpen: boolean }[]> =>
  page.locator('.stu__content > .stu__section').evaluateAll((sections) =>
    sections.map((section) => ({
      panel: section.id.replace('study-', ''),
      isOpen: section.querySelector('.w-panel__body')?.getAttribute('hidden') === null,
    })),
  )
const scrolled = (): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.stu__content, .w-dialog__body')].reduce((sum, box) => sum + box.scrollTop, 0),
  )

describe('the panels of the study’s page', { timeout: 90_000 }, () => {
  it('begin with those of the role, hide the content of each folded panel, and fit 1024 pixels', async () => {
    for (const role of ['frontdesk', 'hi', 'radiologist', 'np'] as const) {
      await open({ signedInAs: role }, published)
      const expected = placeStudyPanels([role])
      await expectPage(at.panel('Safety questions').locator('.w-panel__body').first()).toBeAttached()
      await expectPage.poll(shown, { message: role }).toEqual(expected)
      await expectPage(index().getByRole('link')).toHaveText(
        expected.map(({ panel }) => studyPageWords.sections[panel]),
      )
      for (const folded of await page.locator('.w-panel__body[hidden]').all()) await expectPage(folded).toBeHidden()
      await takePictures(page, `panels-${role}`)
      await page.setViewportSize({ width: 1024, height: 768 })
      for (const box of ['.stu__content', '.stuh', '.stu']) {
        expect(await page.locator(box).evaluate((each) => each.scrollWidth - each.clientWidth), `${role} ${box}`).toBe(
          0,
        )
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      const head = await page.locator('.stuh').boundingBox()
      expect(head?.height ?? 999, role).toBeLessThan(96)
    }
  })

  it('stay open or folded as the user left them, on every study and after the page was left', async () => {
    await open({ signedInAs: 'frontdesk' })
    await press(toggle('Radiology'))
    await expectPage(body('Radiology')).toBeVisible()
    await press(toggle('Checkin'))
    await expectPage(body('Checkin')).toBeHidden()
    await at.go('/user/profile')
    await at.panel('Activity log').waitFor({ state: 'detached' })
    const other = await at.controls(
      (world, id) =>
        world.clinic.studies.find(({ studyID, locationID }) => studyID !== id && locationID === 'ca-bc-1')?.studyID,
    )
    await at.go(`/admin/study/${other}`)
    await expectPage(body('Radiology')).toBeVisible()
    await expectPage(body('Checkin')).toBeHidden()
    await expectPage(body('Payment status')).toBeVisible()
  })

  it('open from the menu, by a link and by an undo, but J moves past a folded panel without opening it', async () => {
    await open({ signedInAs: 'frontdesk' })
    await index().getByRole('link', { name: 'Sales' }).click()
    await expectPage(body('Sales')).toBeVisible()
    await expectPage(page.locator('#study-sales')).toBeFocused()
    await page.keyboard.press('j')
    await expectPage(toggle('Reminder')).toBeFocused()
    await expectPage(body('Reminder')).toBeHidden()
    await page.keyboard.press('Enter')
    await expectPage(body('Reminder')).toBeVisible()

    await at.go(`/admin/study/${at.studyID}#study-radiology`)
    await expectPage(page.locator('#study-radiology')).toBeFocused()
    await expectPage(body('Radiology')).toBeVisible()
    await press(at.button('Radiology', reportPanelWords.radiology.urgent))
    await expectPage(at.toast('urgent')).toBeVisible()
    await press(toggle('Radiology'))
    await expectPage(body('Radiology')).toBeHidden()
    await press(at.toast('urgent').getByRole('button', { name: 'Undo' }))
    await expectPage(body('Radiology')).toBeVisible()
  })

  it('open by themselves if they have a problem or an unfinished change', async () => {
    await open({ signedInAs: 'hi' })
    await expectPage(body('Checkin')).toBeHidden()
    await press(toggle('Radiology'))
    await press(at.button('Radiology', reportPanelWords.reason.edit))
    await page.getByRole('textbox', { name: reportPanelWords.reason.title, exact: true }).fill('Headaches.')
    await page.clock.runFor(1000)
    await press(toggle('Radiology'))
    await expectPage(body('Radiology')).toBeHidden()
    await at.go('/user/profile')
    await at.panel('Activity log').waitFor({ state: 'detached' })
    await at.controls((world, id) => {
      world.study.waitForColleague(id, 'Nell Prescott', null)
      world.study.refuseWaiting({ code: 'act-not-allowed', message: 'This appointment has been cancelled.' })
    })
    await at.go(`/admin/study/${at.studyID}`)
    await expectPage(at.panel('Radiology').getByRole('textbox')).toHaveValue('Headaches.')
    await expectPage(at.panel('Checkin').getByRole('alert')).toBeVisible()
  })

  it('open by themselves for the sale of another study and for a failed send to a removed practitioner', async () => {
    await open({ signedInAs: 'frontdesk' })
    const matrix = releaseWords.matrix.title
    await expectPage(body(matrix)).toBeHidden()
    await expectPage(body(saleWords.title)).toBeHidden()
    await at.go('/user/profile')
    await at.panel('Activity log').waitFor({ state: 'detached' })
    await at.controls((world, id) => {
      world.study.change(id, { opportunityID: 'OPP1' })
      world.study.setOpportunity(id, {
        opportunityID: 'OPP1',
        salesperson: null,
        referringMember: null,
        crmUrl: null,
        opportunity: {
          opportunityID: 'OPP1',
          personID: 'P1',
          Study_ID__c: 's-another',
          Scan_Type__c: 'Whole Body',
          StageName: 'Qualified',
          LeadSource: 'Event',
          Type: 'New',
          Campaign__c: null,
          OwnerId: 'O1',
          CreatedDate: '2026-11-01T00:00:00Z',
        },
      })
      world.release.deliveries.push({
        deliveryID: 'delivery-1',
        studyID: id,
        channel: 'fax',
        mode: 'automated',
        item: { kind: 'paper', paper: 'physician-report' },
        title: 'Physician report, version 1',
        practitionerID: 'pr-9',
        practiceLocationID: null,
        recipientName: 'Dr. Amara Osei',
        address: '16045550101',
        isEncrypted: false,
        state: 'failed',
        reason: 'No answer.',
        pages: 3,
        by: 'Frankie Desker',
        at: '2026-11-21T22:14:00Z',
        handedOverAt: null,
        deliveredAt: null,
      } as never)
    })
    await at.go(`/admin/study/${at.studyID}`)
    await expectPage(body(saleWords.title)).toBeVisible()
    await expectPage(body(matrix)).toBeVisible()
  })

  it('have no controls that the role never has', async () => {
    const { radiology, history, patient, report } = reportPanelWords
    const never: readonly (readonly [role: 'frontdesk' | 'np', panel: string, words: string])[] = [
      ['frontdesk', 'Radiology', radiology.readAct.undoLabel],
      ['frontdesk', 'Radiology', radiology.qaAct.undoLabel],
      ['frontdesk', 'Medical History', history.reviewedAct.label],
      ['frontdesk', 'Patient follow-up', patient.releaseAct.label],
      ['frontdesk', 'Report', report.downloadPhysician],
      ['np', 'Radiology', radiology.transcribedAct.label],
      ['np', 'Patient follow-up', patient.releaseAct.label],
    ]
    for (const role of ['frontdesk', 'np'] as const) {
      at = await openPanels(pages, { signedInAs: role, environment: 'PRODUCTION' }, published)
      for (const [, panel, words] of never.filter(([whose]) => whose === role)) {
        await expectPage(at.panel(panel)).toBeVisible()
        await expectPage(at.button(panel, words), `${role}: ${words}`).toHaveCount(0)
      }
    }
  })
})

describe('a report for a known fax number', { timeout: 90_000 }, () => {
  it('is faxed with three clicks and no scroll, with page, tick and button in view together', async () => {
    await open({ signedInAs: 'hi' }, published)
    await at.controls((world, id) => {
      world.release.usedAddresses.set('16045550210', '2026-10-01T17:00:00Z' as never)
      world.emit('booking.studyChanged', { studyID: id as never })
    })
    await page.clock.fastForward(10_000)
    let clicks = 0
    const click = async (control: Locator): Promise<void> => {
      await expectPage(control).toBeInViewport({ ratio: 1 })
      const box = await control.boundingBox()
      if (box === null) throw new Error('Nothing to click')
      clicks += 1
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    }
    const row = at.panel('Provider follow-up').getByRole('row').filter({ hasText: 'Amara Osei' })
    await click(row.getByRole('button', { name: /^FAX:/ }))
    const dialog = page.getByRole('dialog', { name: sendWords.title.fax })
    const tick = dialog.locator('label').filter({ hasText: releaseMessages.confirm })
    const send = dialog.getByRole('button', { name: /^Fax Physician report, version 1 of Ana Silva/ })
    const paper = dialog.locator('canvas').first()
    await expectPage(paper).toBeVisible()
    for (const part of [paper, tick, send]) await expectPage(part).toBeInViewport()
    await expectPage(send).toHaveText('Fax Physician report, version 1')
    await expectPage(
      dialog.getByText(/^Ana Silva · born 03 Feb 1980 · study .* · to Dr. Amara Osei, \+1 604 555 0210$/),
    ).toBeVisible()
    expect(await at.inspect('fax-three-clicks', dialog)).toEqual([])
    await click(tick)
    await expectPage(send).not.toHaveAttribute('aria-disabled', 'true')
    await click(send)
    await expectPage(dialog).toHaveCount(0)
    expect(await at.countCalls('release.send')).toBe(1)
    expect(clicks).toBe(3)
    expect(await scrolled()).toBe(0)
  })
})
