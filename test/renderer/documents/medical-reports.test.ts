import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { documentWords } from '#renderer/documents/document-words.ts'
import { printingWords } from '#renderer/printing/printing-words.ts'
import { type Controls, type StudyVisit, visitStudy } from '../crm/sale-pages.ts'
import { startHarnessPages } from '../harness/harness-pages.ts'
import { makePdf } from '../pdf-viewer/made-files.ts'

const pages = startHarnessPages()
const who = 'Ana Silva, 03 Feb 1980'

/** Adds three versions of a body composition report, of which one is published, and a published blood test. */
const someDocuments = (controls: Controls, studyID: string): void => {
  const document = { studyId: studyID, patientId: 'm-000001', fileType: 'application/pdf', pages: 3, byteSize: 48_200 }
  const composition = { ...document, typeId: 'dt-body-composition', name: 'Body composition', createdBy: 'Noor Haddad' }
  const at = (day: number): never => `2026-11-${day}T18:00:00Z` as never
  const untouched = { status: 'DRAFT' as const, statusAt: null, statusBy: null }
  const published = { status: 'PUBLISHED' as const, statusAt: at(20), statusBy: 'Noor Haddad' }
  controls.documents.kept.push(
    { ...composition, ...published, uuid: 'c-1', version: 1, createdAt: at(19) },
    { ...composition, ...untouched, uuid: 'c-2', version: 2, createdAt: at(20) },
    { ...composition, ...untouched, uuid: 'c-3', version: 3, createdAt: at(21) },
    {
      ...document,
      ...published,
      typeId: 'dt-blood-test',
      name: 'Blood results',
      createdBy: null,
      uuid: 'b-1',
      version: 1,
      createdAt: at(18),
    },
  )
}

const open = (signedInAs: 'hi' | 'frontdesk' | 'sales' = 'hi', before = someDocuments): Promise<StudyVisit> =>
  visitStudy(
    pages,
    (id) => `/admin/study/${id}/medical-reports`,
    // One test uses the dark theme, where axe can find faults that the light theme does not have.
    { signedInAs, context: { colorScheme: signedInAs === 'sales' ? 'dark' : 'light' } },
    before,
  )
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toast = (page: Page, words: string) => page.locator('.w-toast').filter({ hasText: words }).first()
const pdf = async (name = 'scan.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(await makePdf({ pages: 1 }), 'base64'),
})

describe('Medical Reports', { timeout: 90_000 }, () => {
  it('lists documents by type, and publishes, unpublishes and deletes them with the member named', async () => {
    const { page, inspect, tell, calls } = await open()
    await expectPage(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible()
    await expectPage(page.getByRole('link', { name: 'Report follow-up' })).toBeVisible()
    const composition = panel(page, 'Body Composition')
    for (const words of [
      'Body composition',
      '3',
      documentWords.status.neverPublished,
      '21 Nov 2026 11:00am PDT by Noor Haddad',
      '3 pages, 48.2 kB',
    ]) {
      await expectPage(composition.getByText(words, { exact: true })).toBeVisible()
    }
    await expectPage(composition.getByText(documentWords.status.draft, { exact: true }).first()).toBeVisible()
    await expectPage(panel(page, 'Brain Health Assessment').getByText(documentWords.panel.empty)).toBeVisible()
    await expectPage(panel(page, 'Blood Test').getByText('18 Nov 2026 11:00am PDT', { exact: true })).toBeVisible()

    await composition.getByText('2 older versions, 1 published').click()
    const older = composition.getByRole('list', { name: 'Older versions of Body Composition' })
    await expectPage(older.getByRole('listitem')).toHaveCount(2)
    expect(await inspect('medical-reports')).toEqual([])
    await older
      .getByRole('button', { name: `Unpublish Body composition, version 1, of ${who}: only staff can then see it` })
      .click()
    await expectPage(toast(page, 'Body composition unpublished')).toContainText(who)
    await expectPage(composition.getByText('2 older versions', { exact: true })).toBeVisible()

    const publish = page.getByRole('button', {
      name: `Publish Body composition, version 3, of ${who}: it can then be sent to others`,
    })
    await tell((controls) =>
      controls.failNext('documents.setStatus', { ok: false, failure: { code: 'unexpected', message: 'It broke.' } }),
    )
    await publish.click()
    await expectPage(toast(page, documentMessages.statusFailed)).toContainText(documentMessages.operationFailed)
    await publish.click()
    await expectPage(composition.getByText(documentWords.status.published, { exact: true })).toBeVisible()
    expect(await calls('documents.setStatus')).toHaveLength(3)

    await composition.getByRole('button', { name: `Delete all versions of Body Composition of ${who}` }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Body Composition?' })
    await expectPage(dialog).toContainText(documentWords.delete.text(3, 1))
    expect(await inspect('medical-reports-delete')).toEqual([])
    const confirm = dialog.getByRole('button', { name: `Delete Body Composition of ${who}` })
    await tell((controls) =>
      controls.failNext('documents.remove', {
        ok: false,
        failure: { code: 'insufficient-permissions', message: 'No.' },
      }),
    )
    await confirm.click()
    await expectPage(dialog.getByRole('alert')).toContainText(documentMessages.insufficientPermissions)
    await expectPage(toast(page, documentMessages.deletionFailed)).toContainText(who)
    // Another workstation uploads a version while the dialog is open, and the dialog then counts it.
    await tell((controls) => {
      const newest = controls.documents.kept.find(({ uuid }) => uuid === 'c-3')
      if (newest === undefined) return
      controls.documents.kept.push({ ...newest, uuid: 'c-4', version: 4, createdAt: '2026-11-22T18:00:00Z' as never })
    })
    await confirm.click()
    await expectPage(dialog.getByRole('alert')).toContainText(documentMessages.newerVersion)
    await expectPage(dialog).toContainText('This deletes all 4 versions')
    await confirm.click()
    await expectPage(dialog).toHaveCount(0)
    await expectPage(composition.getByText(documentWords.panel.empty)).toBeVisible()
  })

  it('shows a document in a dialog with the title of the shown version, and prints and downloads it', async () => {
    const { page, inspect, tell, calls } = await open('frontdesk')
    await page.evaluate(
      (base64) => {
        window.fakeControls?.documents.files.set('b-1', { contentType: 'application/pdf', base64 })
      },
      await makePdf({ pages: 2 }),
    )
    const view = page.getByRole('button', { name: `View Blood results of ${who}` })
    await view.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Blood results, version 1' })
    await expectPage(dialog).toContainText('Ana Silva, 03 Feb 1980, study')
    await expectPage(dialog.getByRole('region', { name: 'Page 1 of 2' })).toContainText('Made up, page 1')
    expect(await inspect('medical-reports-viewer')).toEqual([])
    await page.keyboard.press('Escape')
    await expectPage(dialog).toHaveCount(0)
    await expectPage(view).toBeFocused()
    await tell((controls) =>
      controls.failNext('documents.read', { ok: false, failure: { code: 'not-found', message: 'None.' } }),
    )
    await view.click()
    const failed = page.getByRole('dialog', { name: 'Blood Test' })
    await expectPage(failed.getByRole('alert')).toContainText(documentMessages.fetchFailed)
    await expectPage(failed.getByRole('alert')).toContainText(documentMessages.notFound)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expectPage(dialog.getByRole('region', { name: 'Page 2 of 2' })).toBeAttached()
    // Another workstation uploads a new version. The heading above the pages still names the version that is shown.
    await tell((controls, studyID) => {
      const { kept } = controls.documents
      const first = kept.find(({ uuid }) => uuid === 'b-1')
      if (first !== undefined)
        kept.push({ ...first, uuid: 'b-2', version: 2, createdAt: '2026-11-22T18:00:00Z' as never })
      controls.emit('booking.studyChanged', { studyID } as never)
    })
    await expectPage(page.getByText('1 older version, 1 published')).toBeAttached()
    await expectPage(dialog).toBeVisible()
    const print = dialog.getByRole('button', { name: `Print Blood results, version 1: ${who}` })
    await tell((controls) =>
      controls.failNext('printing.print', { ok: false, failure: { code: 'timed-out', message: 'No answer.' } }),
    )
    await print.click()
    await expectPage(toast(page, printingWords.failed('Blood results, version 1'))).toContainText(who)
    await print.click()
    await expectPage(toast(page, 'Printing Blood results, version 1')).toBeVisible()
    const [lost, printed] = (await calls('printing.print')) as { item: unknown; idempotencyKey: string }[]
    expect(lost?.item).toMatchObject({ kind: 'study', item: { kind: 'document', uuid: 'b-1' } })
    expect(printed).toEqual(lost)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: `Download Blood results, version 1: ${who}` }).click()
    await download
    await expectPage(toast(page, 'Blood results, version 1 downloaded')).toContainText(who)
  })

  it('uploads a draft with progress, keeps file and name after a failure, and reports a missing log line', async () => {
    const { page, inspect, tell, calls } = await open('frontdesk')
    const brain = panel(page, 'Brain Health Assessment')
    await brain.getByRole('button', { name: `Upload Brain Health Assessment for ${who}` }).click()
    const form = page.getByRole('form', { name: 'Upload Brain Health Assessment' })
    const name = form.getByRole('textbox', { name: 'Name' })
    const send = form.getByRole('button', { name: `Upload draft: Brain Health Assessment of ${who}` })
    await expectPage(name).toHaveValue('Brain Health Assessment')
    await expectPage(send).toHaveAccessibleDescription(documentWords.upload.noFile)
    const input = form.locator('input[type=file]')
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
    await expectPage(form.getByRole('alert')).toContainText(documentMessages.invalidFormat)
    await input.setInputFiles(await pdf())
    await expectPage(form.getByText(/^scan\.pdf, /)).toBeVisible()
    await name.fill('Blood results')
    // A file of 60 MB is refused because of its size. The file that was chosen before stays selected.
    await page.evaluate(() => {
      const given = new DataTransfer()
      given.items.add(new File([new Uint8Array(60 * 1024 * 1024)], 'large.pdf', { type: 'application/pdf' }))
      const dropped = new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true })
      document.querySelector('form[aria-label="Upload Brain Health Assessment"]')?.dispatchEvent(dropped)
    })
    await expectPage(form.getByRole('alert')).toContainText(
      `${documentMessages.tooLarge} The selected file is still scan.pdf.`,
    )
    expect(await inspect('medical-reports-upload')).toEqual([])

    await send.click()
    await expectPage(form.getByRole('alert')).toContainText(documentMessages.nameUsed)
    await expectPage(toast(page, documentMessages.uploadFailed)).toBeVisible()
    await expectPage(form.getByText(/^scan\.pdf, /)).toBeVisible()
    await name.fill('Brain health')
    await tell((controls) => {
      controls.documents.loseNextLog()
      controls.failNext('documents.upload', { ok: false, failure: { code: 'timed-out', message: 'No answer.' } })
    })
    await send.click()
    await expectPage(form.getByRole('alert')).toContainText('Your file and its name are kept.')
    // The study changes in the meantime: the list is read again and the form does not change.
    await tell((controls, studyID) => controls.emit('booking.studyChanged', { studyID } as never))
    await expectPage(name).toHaveValue('Brain health')
    await send.click()
    await expectPage(toast(page, documentMessages.uploadedWithoutLog)).toBeVisible()
    await expectPage(form).toHaveCount(0)
    await expectPage(brain.getByRole('button', { name: /^Upload / })).toBeFocused()
    await expectPage(brain.getByText(documentWords.status.draft, { exact: true })).toBeVisible()
    const keys = (await calls('documents.upload')).map((input) => (input as { idempotencyKey: string }).idempotencyKey)
    expect(keys).toHaveLength(3)
    // After a lost answer the same key is used, so the document exists once.
    expect(keys[2]).toBe(keys[1])
    expect(keys[1]).not.toBe(keys[0])

    // This upload never ends, so that its progress stays on the screen.
    await page.evaluate(() => {
      const { fakeBridge, fakeControls } = window as unknown as {
        fakeBridge: { documents: Record<string, unknown> }
        fakeControls: Controls
      }
      fakeBridge.documents.upload = ({ idempotencyKey }: { idempotencyKey: string }) => {
        fakeControls.emit('documents.uploadProgress', { idempotencyKey, sentBytes: 1_048_576, totalBytes: 4_194_304 })
        return new Promise(() => {})
      }
    })
    await panel(page, 'Blood Test')
      .getByRole('button', { name: /^Upload / })
      .click()
    const blood = page.getByRole('form', { name: 'Upload Blood Test' })
    await blood.locator('input[type=file]').setInputFiles(await pdf())
    await blood.getByRole('button', { name: /^Upload draft/ }).click()
    await expectPage(blood.getByText('1.0 MB of 4.2 MB')).toBeVisible()
    await expectPage(blood.getByRole('progressbar', { name: 'Uploading Blood Test' })).toHaveAttribute(
      'value',
      '1048576',
    )
    await expectPage(blood.getByRole('button', { name: documentWords.upload.cancel })).toHaveAccessibleDescription(
      documentWords.upload.isRunning,
    )
  })

  it('keeps file and name while locked or on another page, and repeats an upload cut off by the lock', async () => {
    const { page, studyID, tell, calls } = await open('frontdesk')
    await panel(page, 'Brain Health Assessment')
      .getByRole('button', { name: /^Upload / })
      .click()
    const form = page.getByRole('form', { name: 'Upload Brain Health Assessment' })
    const name = form.getByRole('textbox', { name: 'Name' })
    await form.locator('input[type=file]').setInputFiles(await pdf())
    await name.fill('Brain health')
    const lock = () =>
      tell(async (controls) => {
        const user = controls.clinic.users.find(({ email }) => email.startsWith('frontdesk@'))
        if (user !== undefined) controls.setSession({ kind: 'locked', user })
      })
    const unlock = () =>
      tell(async (controls) => {
        const user = controls.clinic.users.find(({ email }) => email.startsWith('frontdesk@'))
        if (user !== undefined) controls.setSession({ kind: 'signed-in', user, idleLockMinutes: 10 })
      })
    const isKept = async (): Promise<void> => {
      await expectPage(name).toHaveValue('Brain health')
      await expectPage(form.getByText(/^scan\.pdf, /)).toBeVisible()
    }
    await lock()
    await expectPage(form).toHaveCount(0)
    await unlock()
    await isKept()
    // The draft with the name is saved before the lock or, if the lock came first, after the unlock.
    await expect
      .poll(async () => (await calls('drafts.save')).at(-1), { timeout: 10_000 })
      .toMatchObject({
        draftID: `study-documents:${studyID}`,
        content: { names: { 'dt-brain-health': 'Brain health' } },
      })
    await page.getByRole('link', { name: 'Sharing' }).click()
    await expectPage(toast(page, documentWords.screen.fileWaiting)).toContainText(who)
    await page.getByRole('button', { name: documentWords.screen.backToFile }).click()
    await isKept()

    // The window is locked while the upload continues in main.
    await page.evaluate(() => {
      const given = window as unknown as {
        fakeBridge: { documents: Record<string, unknown> }
        endUpload: () => void
      }
      const { documents } = given.fakeBridge
      const real = documents.upload
      documents.upload = (input: unknown) =>
        new Promise((answer) => {
          given.endUpload = () => {
            documents.upload = real
            Object.assign(given, { cutOff: input })
            answer({ ok: false, failure: { code: 'answer-withheld', message: 'Locked.' } })
          }
        })
    })
    await form.getByRole('button', { name: /^Upload draft/ }).click()
    await expectPage(form.getByRole('progressbar', { name: /^Uploading/ })).toBeVisible()
    await lock()
    await page.evaluate(() => (window as unknown as { endUpload: () => void }).endUpload())
    await unlock()
    await expectPage(toast(page, 'Brain health uploaded as a draft')).toContainText(who)
    await expectPage(form).toHaveCount(0)
    const cutOff = await page.evaluate(() => (window as unknown as { cutOff: unknown }).cutOff)
    expect(await calls('documents.upload')).toEqual([cutOff])
  })

  it('hides controls that a role never has, and shows what does not work offline', async () => {
    const { page, inspect, tell } = await open('sales')
    const publish = page.getByRole('button', { name: /^Unpublish Blood results/ })
    const remove = page.getByRole('button', { name: /^Delete all versions of Blood Test/ })
    await expectPage(page.getByRole('button', { name: /^View Blood results/ })).toBeVisible()
    for (const button of [publish, remove, page.getByRole('button', { name: /^Upload Blood Test/ })]) {
      await expectPage(button).toHaveCount(0)
    }
    await page.evaluate(() => {
      const given = new DataTransfer()
      given.items.add(new File(['%PDF-1.7'], 'scan.pdf', { type: 'application/pdf' }))
      const dropped = new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true })
      document.querySelector('.mr__type')?.dispatchEvent(dropped)
    })
    await expectPage(toast(page, documentMessages.uploadFailed)).toContainText(
      `${who}. ${documentMessages.insufficientPermissions}`,
    )
    await tell((controls) => controls.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(/^Offline: data as of 23 Nov 2026/)).toBeVisible()
    await expectPage(page.getByRole('button', { name: /^View Blood results/ })).toHaveAccessibleDescription(
      'Opening or changing a document needs a connection.',
    )
    expect(await inspect('medical-reports-offline')).toEqual([])
  })

  it('offers to read the documents again after a failure, whether or not an earlier list is shown', async () => {
    const { page, tell } = await open('hi', (controls) =>
      controls.failNext('documents.list', {
        ok: false,
        failure: { code: 'unexpected', message: 'Fetching Document Types Failed' },
      }),
    )
    await expectPage(page.getByText(documentMessages.typesFailed)).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectPage(panel(page, 'Blood Test').getByText(documentWords.panel.empty)).toBeVisible()
    await tell((controls, studyID) => {
      controls.failNext('documents.list', { ok: false, failure: { code: 'timed-out', message: 'No answer.' } })
      controls.emit('booking.studyChanged', { studyID } as never)
    })
    const banner = page.getByText(/^Fetching Documents Failed: data as of/)
    await expectPage(banner).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectPage(banner).toHaveCount(0)
    await tell(() => history.pushState(null, '', '/admin/study/s-999999/medical-reports'))
    await expectPage(page.getByText(documentWords.screen.noStudy)).toBeVisible()
  })
})
