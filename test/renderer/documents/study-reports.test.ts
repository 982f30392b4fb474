import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { reportWords } from '#renderer/documents/report-words.ts'
import { viewerWords } from '#renderer/pdf-viewer/viewer-words.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { failing, type Given, openPanels, type PanelPage, press, who } from '../study-page/panels/panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage
const open = async (signedInAs: 'hi' | 'reportqc' | 'frontdesk', given: Given = {}): Promise<void> => {
  at = await openPanels(pages, { signedInAs }, { flags: { scanned: true, read: true }, ...given })
  page = at.page
}
const section = (): Locator => at.panel('Report').getByRole('region', { name: reportWords.title })
const uploadButton = (): Locator => at.button('Report', reportWords.upload.open)
const pdf = { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 x') }
const dialogOf = (name: string): Locator => page.getByRole('dialog', { name })
const questionOf = (name: string): Locator => page.getByRole('alertdialog', { name, exact: true })
/** Waits until the question shows the file: before that it cannot be confirmed. */
const confirmOf = async (question: Locator, name: string | RegExp): Promise<Locator> => {
  await expectPage(question.getByRole('region', { name: viewerWords.page(1, 1) })).toHaveAttribute('aria-busy', 'false')
  return question.getByRole('button', { name })
}
const failNext = (command: string, code: string, message: string) =>
  at.controls((world, _id, given) => world.failNext(given.command, given.reply as never), {
    command,
    reply: failing(code, message),
  })
const choose = async (kind: string): Promise<Locator> => {
  await press(uploadButton())
  const dialog = dialogOf(reportWords.upload.title)
  await dialog.locator('label').filter({ hasText: kind }).click()
  await dialog.locator('input[type=file]').setInputFiles(pdf)
  return dialog
}
const send = (dialog: Locator): Promise<void> =>
  press(dialog.getByRole('button', { name: `${reportWords.upload.submit}: ${who}` }))

describe('the panel for publishing reports', { timeout: 60_000 }, () => {
  it('asks before it publishes, naming member, birth date, kind and version', async () => {
    await open('hi')
    await expectPage(section()).toContainText(reportWords.none)
    const dialog = await choose('Physician report')
    await expectPage(dialog).toContainText('report.pdf')
    expect(await at.inspect('report-upload', dialog)).toEqual([])
    await send(dialog)
    const question = questionOf('Publish the physician report?')
    for (const text of ['Ana Silva', '03 Feb 1980', 'Physician report', 'Version', '2 pages']) {
      await expectPage(question).toContainText(text)
    }
    expect(await at.inspect('report-publish', question)).toEqual([])
    // The upload is kept as a draft until someone publishes it.
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expectPage(section().getByRole('listitem')).toContainText('Physician report, 2 pages')
    expect(await at.inspect('report-draft', at.panel('Report'))).toEqual([])
    await press(section().getByRole('button', { name: reportWords.publish.openOf('Physician report', who) }))
    await press(await confirmOf(question, 'Publish version 1 for Ana Silva'))
    await expectPage(at.toast('Physician report published, version 1').first()).toBeVisible()
    await expectPage(at.panel('Report')).toContainText('Physician report')
    await expectPage(section()).toContainText(reportWords.none)
    await send(await choose('Physician report'))
    await expectPage(question).toContainText(reportWords.publish.correction(1))
    await expectPage(question.getByRole('button', { name: 'Publish version 2 for Ana Silva' })).toBeVisible()
  })

  /** Receives a result for the study from another system. It does not match, because it has another birth date. */
  const receiveMismatch = (): Promise<unknown> =>
    at.controls((world, studyID) => {
      const study = world.clinic.studies.find((one) => one.studyID === studyID)
      const member = world.clinic.members.find(({ patientID }) => patientID === study?.patientID)
      return world.receiveResult({
        ...{ channel: 'hl7', sender: 'RIS NORTH', messageID: 'w-1', studyRef: studyID, kind: 'structured' },
        ...{ status: 'corrected', issuedAt: '2026-11-20T10:00:00Z' as never },
        identity: {
          ...{ patientIDs: [], given: member?.firstname ?? '', family: member?.lastname ?? '' },
          ...{ birthDate: '1960-01-01' as never, partialBirthDate: '', sex: null },
        },
        content: { type: 'text', text: 'No finding.' },
      })
    })

  it('before it publishes, warns that a result waits for this study, and leads to that result', async () => {
    await open('hi')
    await receiveMismatch()
    await send(await choose('Physician report'))
    const question = questionOf('Publish the physician report?')
    await expectPage(question.getByText(reportWords.publish.waiting.title(1))).toBeVisible()
    expect(await at.inspect('report-publish-waiting', question)).toEqual([])
    await press(question.getByRole('link', { name: reportWords.publish.waiting.open }))
    await expectPage(page.getByRole('heading', { name: 'Results', level: 1 })).toBeVisible()
    await expectPage(page.getByRole('heading', { name: /born 01 Jan 1960/ })).toBeVisible()
  })

  it('shows when it could not check whether results wait, and still publishes', async () => {
    await open('hi')
    await failNext('results.ofStudy', 'timed-out', 'No answer.')
    await send(await choose('Physician report'))
    const question = questionOf('Publish the physician report?')
    await expectPage(question).toContainText(reportWords.publish.waiting.failed)
    await press(await confirmOf(question, 'Publish version 1 for Ana Silva'))
    await expectPage(at.toast('Physician report published, version 1').first()).toBeVisible()
  })

  it('keeps the choices after a failed upload, and immediately refuses a file that is not a PDF', async () => {
    await open('reportqc')
    const dialog = await choose('Traditional report')
    await dialog.locator('input[type=file]').setInputFiles({ ...pdf, name: 'a.png', mimeType: 'image/png' })
    await expectPage(dialog.getByRole('alert')).toContainText(releaseMessages.reportNotPdf)
    await failNext('documents.uploadReport', 'pdf-refused', documentMessages.locked)
    await dialog.locator('input[type=file]').setInputFiles(pdf)
    await send(dialog)
    await expectPage(dialog.getByRole('alert')).toContainText(documentMessages.locked)
    await expectPage(dialog).toContainText('report.pdf')
    await send(dialog)
    await expectPage(questionOf('Publish the traditional report?')).toBeVisible()
  })

  it('shows a refused publication in the question, with the new number of the next version', async () => {
    await open('hi')
    await send(await choose('Physician report'))
    const question = questionOf('Publish the physician report?')
    await at.controls((world, id) =>
      world.study.setDetails(id, { readingPublished: [{ reportType: 'structured', version: 1 }] }),
    )
    await failNext('documents.publishReport', 'stale', 'The report that you are publishing would be version 2.')
    await press(await confirmOf(question, /^Publish version/))
    await expectPage(question.getByRole('alert')).toContainText(
      'The report that you are publishing would be version 2.',
    )
    await press(await confirmOf(question, 'Publish version 2 for Ana Silva'))
    await expectPage(at.toast('Physician report published, version 2').first()).toBeVisible()
  })

  it('shows the file in the question, and publishes only a file that was shown', async () => {
    await open('hi')
    await failNext('documents.readReport', 'timed-out', 'No answer came.')
    await send(await choose('Physician report'))
    const question = questionOf('Publish the physician report?')
    const confirm = question.getByRole('button', { name: 'Publish version 1 for Ana Silva' })
    await expectPage(question).toContainText(reportWords.publish.fileFailed)
    await expectPage(confirm).toHaveAccessibleDescription(reportWords.publish.notShown)
    await press(question.getByRole('button', { name: 'Try again' }))
    await confirmOf(question, 'Publish version 1 for Ana Silva')
    await expectPage(confirm).not.toHaveAccessibleDescription(reportWords.publish.notShown)
    expect(await at.inspect('report-publish-file', question)).toEqual([])
    await press(confirm)
    await expectPage(at.toast('Physician report published, version 1').first()).toBeVisible()
  })

  it('discards an upload after a question', async () => {
    await open('hi')
    await send(await choose('Physician report'))
    await questionOf('Publish the physician report?').getByRole('button', { name: 'Cancel' }).click()
    await press(section().getByRole('button', { name: reportWords.discard.openOf('Physician report', who) }))
    await press(questionOf(reportWords.discard.title).getByRole('button', { name: 'Discard the physician report' }))
    await expectPage(section()).toContainText(reportWords.none)
  })

  it('shows a failed load with a way to try again, and why nothing can be uploaded', async () => {
    await open('hi', { flags: { read: false } })
    await expectPage(uploadButton()).toHaveAccessibleDescription('The images have not been read.')
    await at.controls((world) => world.setConnectivity({ state: 'offline' }))
    await expectPage(uploadButton()).toHaveAccessibleDescription('The images have not been read.')
    await at.controls((world) => world.setConnectivity({ state: 'online' }))
    await open('hi')
    await at.controls((world) => world.setConnectivity({ state: 'offline' }))
    await expectPage(uploadButton()).toHaveAccessibleDescription('Changing the study needs a connection.')
    await at.controls((world) => world.setConnectivity({ state: 'online' }))
    await at.go('/user/profile')
    await expectPage(section()).toHaveCount(0)
    await failNext('documents.listReports', 'unexpected', 'It broke.')
    await at.go(`/study/${at.studyID}/study-details`)
    await expectPage(section().getByRole('alert')).toContainText(reportWords.failedTitle)
    await press(section().getByRole('button', { name: reportWords.tryAgain }))
    await expectPage(section()).toContainText(reportWords.none)
  })

  it('is not shown to people who may not publish', async () => {
    await open('frontdesk')
    await expectPage(at.panel('Report')).toBeVisible()
    await expectPage(section()).toHaveCount(0)
  })
})
