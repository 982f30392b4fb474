import type { Locator, Page } from '@playwright/test'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { type FakeIppServer, startFakeIppServer } from '#test/fakes/ipp-server.ts'
import { signIn } from './desk.ts'
import { type Atrium, expect, test } from './fixtures.ts'
import { createKeyboard } from './keyboard.ts'
import { checkAxe, takePicture } from './look-closely.ts'
import { enterOffice, type Office } from './office.ts'
import { logOf, openStudyPage, publishedStudy, sectionOf } from './study-desk.ts'

const aPdf = async (line: string): Promise<Buffer> => {
  const drawn = await PDFDocument.create()
  drawn.addPage().drawText(line, { x: 60, y: 700, font: await drawn.embedFont(StandardFonts.Helvetica) })
  return Buffer.from(await drawn.save())
}

const sentFaxes = async (office: Office): Promise<readonly { readonly to: string; readonly pages: number }[]> =>
  (await office.read('/api/v1/sent-faxes')) as never

const typePanel = (page: Page): Locator => page.getByRole('region', { name: 'Blood Test', exact: true })
const factIn = (panel: Locator, label: string): Locator =>
  panel.locator('dl > div').filter({ has: panel.page().getByText(label, { exact: true }) })

test('a document is uploaded and published, and the report is faxed once and shown as last sent, by keyboard', async ({
  atrium,
}) => {
  test.setTimeout(240_000)
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const { study, who } = await publishedStudy(office)
  const { page } = atrium
  const keys = createKeyboard(page)
  const see = async (state: string): Promise<void> => {
    await takePicture(page, state)
    await checkAxe(page, state)
  }
  await signIn(page, 'hi')

  await test.step('a document is uploaded as a draft; a file that is not a PDF is refused', async () => {
    await atrium.goto(`/admin/study/${study.studyID}/medical-reports`)
    await keys.enterOn(page.getByRole('button', { name: `Upload Blood Test for ${who}` }))
    const form = page.getByRole('form', { name: 'Upload Blood Test' })
    await form.locator('input[type=file]').setInputFiles({
      name: 'results.pdf',
      mimeType: 'application/pdf',
      buffer: await aPdf('Blood test results'),
    })
    await see('release-01-upload')
    await keys.enterOn(form.getByRole('button', { name: `Upload draft: Blood Test of ${who}` }))
    await expect(factIn(typePanel(page), 'Status')).toContainText('Not published')
    await keys.enterOn(page.getByRole('button', { name: /^Upload Brain Health Assessment for/ }))
    const other = page.getByRole('form', { name: 'Upload Brain Health Assessment' })
    await other.locator('input[type=file]').setInputFiles({
      name: 'not-a-pdf.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('plain words'),
    })
    await keys.enterOn(other.getByRole('button', { name: /^Upload draft: Brain Health Assessment/ }))
    await expect(page.getByText(documentMessages.invalidFormat).first()).toBeVisible()
    await see('release-02-refused')
  })

  await test.step('the document is viewed and published', async () => {
    await keys.enterOn(typePanel(page).getByRole('button', { name: /^View / }))
    const shown = page.getByRole('dialog')
    await expect(shown.locator('canvas').first()).toBeVisible()
    await see('release-03-view')
    await keys.press('Escape')
    await keys.enterOn(typePanel(page).getByRole('button', { name: /^Publish/ }))
    await expect(factIn(typePanel(page), 'Status')).toContainText('Published')
    await see('release-04-published')
  })

  const provider = (): Locator => sectionOf(page, 'Provider follow-up')
  const fax = (): Locator =>
    provider()
      .getByRole('button', { name: /^FAX: send the report/ })
      .first()
  let number = ''

  await test.step('the report is faxed: number re-entered, stamped pages previewed, confirmation ticked, sent', async () => {
    await openStudyPage(atrium, study.studyID)
    const before = (await sentFaxes(office)).length
    await keys.enterOn(fax())
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('region', { name: 'Member information' })).toContainText(who.split(',')[0] ?? '')
    await expect(dialog.getByRole('region', { name: 'Preview' }).locator('canvas').first()).toBeVisible()
    const commit = dialog.getByRole('button', { name: /^Fax / })
    await expect(commit).toHaveAccessibleName(new RegExp(`${who.replaceAll('.', '\\.')}`))
    await expect(commit).toHaveAttribute('aria-disabled', 'true')
    const shown = await dialog.getByRole('region', { name: 'Recipient information' }).innerText()
    number = (/\b1[\d\s()-]{10,16}\d/.exec(shown)?.[0] ?? '').replace(/\D/g, '')
    expect(number).toHaveLength(11)
    const again = dialog.getByRole('textbox', { name: 'Re-enter fax number' })
    if ((await again.count()) > 0) {
      await keys.tabTo(again)
      await keys.type(number)
    }
    await keys.tabTo(dialog.getByRole('checkbox', { name: releaseMessages.confirm }))
    await keys.press('Space')
    await see('release-05-fax')
    await expect(commit).not.toHaveAttribute('aria-disabled', 'true')
    await keys.enterOn(commit)
    await expect(dialog).toHaveCount(0)
    await expect.poll(async () => (await sentFaxes(office)).length).toBe(before + 1)
    expect((await sentFaxes(office))[0]).toMatchObject({ to: number })
  })

  await test.step('Last Send and the queue show the fax, the log does not name the member, and the number need not be typed again', async () => {
    await expect(
      provider()
        .getByRole('row')
        .filter({ hasText: /FAX \d\d \w{3} \d{4}/ }),
    ).toHaveCount(1)
    await see('release-06-last-send')
    await keys.press('g')
    await keys.press('q')
    await expect(page.getByRole('heading', { name: 'Queues', level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Done' })).toContainText(who)
    await see('release-07-queue')
    const lines = (await logOf(office, study.studyID)).map(({ content }) => content).join('\n')
    expect(lines).toMatch(/fax/i)
    expect(lines).toMatch(/Blood Test uploaded, version \d+, as a draft/)
    expect(lines).not.toContain(who.split(',')[0])
    await openStudyPage(atrium, study.studyID)
    await keys.enterOn(fax())
    await expect(page.getByRole('textbox', { name: 'Re-enter fax number' })).toHaveCount(0)
    await keys.press('Escape')
  })
})

/** Restarts Atrium with this print server in place of the system's. */
const printThrough = async (atrium: Atrium, server: FakeIppServer): Promise<() => void> => {
  const before = process.env.CUPS_SERVER
  process.env.CUPS_SERVER = `127.0.0.1:${server.port}`
  await atrium.restart()
  return () => {
    if (before === undefined) delete process.env.CUPS_SERVER
    else process.env.CUPS_SERVER = before
  }
}

test('a print job reports that the paper ran out, continues, and prints once despite a kill', async ({ atrium }) => {
  test.setTimeout(240_000)
  const office = await enterOffice(atrium.backOfficeUrl, 'admin')
  const { study, who } = await publishedStudy(office)
  const server = await startFakeIppServer({ printers: [{ name: 'desk', info: 'Front desk' }], default: 'desk' })
  const putBack = await printThrough(atrium, server)
  try {
    const queue = (name: string): Locator => atrium.page.getByRole('region', { name, exact: true })
    await signIn(atrium.page, 'hi')
    await openStudyPage(atrium, study.studyID)
    await sectionOf(atrium.page, 'Report')
      .getByRole('button', { name: `Print physician report: ${who}` })
      .first()
      .click()
    await expect(atrium.page.getByText('Printing physician report').first()).toBeVisible()
    await expect.poll(() => server.jobs.length).toBe(1)
    const [job] = server.jobs
    if (job === undefined) throw new Error('Nothing was printed')
    expect(job.name).toMatch(/^atrium-[a-z0-9]+$/i)
    expect(Buffer.from(job.document.subarray(0, 5)).toString()).toBe('%PDF-')

    await atrium.goto('/admin/queues')
    await expect(queue('In progress')).toContainText('Sent to the printer')
    Object.assign(job, { state: 'stopped', printerReasons: ['media-empty-error'] })
    await expect(atrium.page.getByRole('main')).toContainText('Out of paper')
    await takePicture(atrium.page, 'print-01-paper-out')

    await atrium.kill9()
    await signIn(atrium.page, 'frontdesk')
    await atrium.goto('/admin/queues')
    await expect(atrium.page.getByRole('main')).toContainText('Out of paper')
    Object.assign(job, { state: 'completed', printerReasons: ['none'] })
    await expect(queue('Done')).toContainText('Printed', { timeout: 90_000 })
    expect(server.jobs).toHaveLength(1)
    await checkAxe(atrium.page, 'release')
    await takePicture(atrium.page, 'print-02-done')
  } finally {
    putBack()
    await server.close()
  }
})
