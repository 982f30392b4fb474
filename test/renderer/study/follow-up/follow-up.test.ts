import { expect as expectPage } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { studyMessages } from '#domain/study/study-messages.ts'
import { followUpWords } from '#renderer/study/follow-up/follow-up-words.ts'
import { panelWords } from '#renderer/study/panel-words.ts'
import { type Controls, visitStudy } from '../../crm/sale-pages.ts'
import { startHarnessPages } from '../../harness/harness-pages.ts'

const pages = startHarnessPages()
const open = (before?: (controls: Controls, studyID: string) => unknown) =>
  visitStudy(pages, (studyID) => `/patient/study/${studyID}/followup`, { signedInAs: 'np' }, before)

describe('the follow-up of a study', { timeout: 60_000 }, () => {
  it('opens in its own window, from a link', async () => {
    const { page, studyID } = await visitStudy(pages, (id) => `/admin/study/${id}`)
    const link = page.getByRole('link', { name: /^Consultation and 6-12 month follow-up/ })
    await expectPage(link).toHaveAttribute('href', `/patient/study/${studyID}/followup`)
    await expectPage(link).toHaveAttribute('target', '_blank')
    await expectPage(link).toHaveAttribute('rel', /noopener/)
  })

  it('shows the member, the dates, and the progress of consult, report and research', async () => {
    const { page, inspect, tell } = await open((controls, studyID) =>
      controls.study.setFlags(studyID, { scanned: true, scannedTime: '2026-05-24T05:00:00Z', researchFollowUp: true }),
    )
    await expectPage(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible()
    await expectPage(page.getByText('03 Feb 1980').first()).toBeVisible()
    const dates = page.getByRole('region', { name: followUpWords.dates.title })
    await expectPage(dates.getByText(followUpWords.dates.scanned)).toBeVisible()
    const progress = page.getByRole('region', { name: followUpWords.progress.title })
    for (const label of [
      'Consult requested',
      followUpWords.progress.consultTime,
      followUpWords.progress.report,
      followUpWords.progress.released,
      followUpWords.progress.researchFollowUp,
    ]) {
      await expectPage(progress.getByText(label, { exact: true })).toBeVisible()
    }
    await expectPage(progress.getByText(followUpWords.progress.notAvailable)).toBeVisible()
    await tell((controls, studyID) =>
      controls.study.setDetails(studyID, {
        readingPublished: [
          { reportType: 'structured', version: 1 },
          { reportType: 'structured', version: 3 },
        ],
      }),
    )
    await expectPage(progress.getByText('Available, version 3')).toBeVisible()
    await expectPage(page.getByText(followUpWords.notes.emptyTitle)).toBeVisible()
    expect(await inspect('follow-up')).toEqual([])
  })

  it('adds a note, keeps its text after a failure, and stores a note on the workstation while offline', async () => {
    const { page, inspect, tell } = await open()
    const field = page.getByRole('textbox', { name: panelWords.note.label })
    const add = page.getByRole('button', { name: 'Add note: Ana Silva, 03 Feb 1980' })
    const notes = page.getByRole('list', { name: 'Follow-up notes' })
    await expectPage(add).toHaveAccessibleDescription(panelWords.note.empty)
    await field.fill('Asked to be called in June.')
    await tell((controls) =>
      controls.failNext('study.addNote', { ok: false, failure: { code: 'unexpected', message: 'It broke.' } }),
    )
    await add.click()
    await expectPage(page.getByText(studyMessages.logFailed)).toBeVisible()
    await expectPage(field).toHaveValue('Asked to be called in June.')
    await add.click()
    await expectPage(notes.getByText('Asked to be called in June.')).toBeVisible()
    await expectPage(field).toHaveValue('')

    await tell((controls) => controls.setConnectivity({ state: 'offline' }))
    await field.fill('Will write instead.')
    const path = await page.evaluate(() => window.location.pathname)
    await page.evaluate(() => history.pushState(null, '', '/user/profile'))
    await expectPage(field).toHaveCount(0)
    await page.evaluate((to) => history.pushState(null, '', to), path)
    await expectPage(field).toHaveValue('Will write instead.')
    await add.click()
    await expectPage(notes.getByText('Waiting to be sent')).toBeVisible()
    expect(await inspect('follow-up-offline')).toEqual([])
  })

  it('shows that the page is not up to date after a failed read, and offers a retry', async () => {
    const { page, tell } = await open()
    await page.getByRole('region', { name: followUpWords.dates.title }).waitFor()
    await tell((controls, studyID) => {
      controls.failNext('study.read', { ok: false, failure: { code: 'timed-out', message: 'No answer came.' } })
      controls.emit('booking.studyChanged', { studyID } as never)
    })
    const banner = page.getByText(/^Not up to date: data as of/)
    await expectPage(banner).toBeVisible()
    await page.getByRole('button', { name: studyMessages.tryAgain }).click()
    await expectPage(banner).toHaveCount(0)
  })

  it('shows that the location of a study is not allowed, and that a study does not exist', async () => {
    const { page, tell } = await open((controls) =>
      controls.failNext('study.read', { ok: false, failure: { code: 'location-forbidden', message: 'No.' } }),
    )
    await expectPage(page.getByText(studyMessages.locationForbidden)).toBeVisible()
    await tell(() => history.pushState(null, '', '/patient/study/s-999999/followup'))
    await expectPage(page.getByText(panelWords.noSuchStudy)).toBeVisible()
  })
})
