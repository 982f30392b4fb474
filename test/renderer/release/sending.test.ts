import { expect as expectPage, type Locator, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import type { Delivery } from '#domain/release/delivery.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { aroundStudyMs } from '#renderer/kit/throttle.ts'
import { practitionerContactWords } from '#renderer/people/practitioner-contact-words.ts'
import { releaseWords } from '#renderer/release/inside/release-words.ts'
import { sendWords } from '#renderer/release/inside/send-words.ts'
import { fakePassword } from '../fake-clinic.ts'
import { type StartOptions, startHarnessPages } from '../harness/harness-pages.ts'
import { failing, type Given, openPanels, type PanelPage } from '../study-page/panels/panel-pages.ts'

const pages = startHarnessPages()
let page: Page
let at: PanelPage

const practitioners = {
  primary: { practitionerID: 'pr-1', locationID: 'pl-1-1' },
  referring: { practitionerID: 'pr-2', locationID: 'pl-2-1' },
  additional: [{ practitionerID: 'pr-1', locationID: 'pl-1-1' }],
}
const readingPublished = [{ reportType: 'structured' as const, version: 1 }]
const flags = { checkin: true, scanned: true, read: true, published: true }
const who = 'Ana Silva, 03 Feb 1980'
const title = 'Physician report, version 1'

const open = async (start: StartOptions, given: Given = {}): Promise<void> => {
  at = await openPanels(pages, start, { flags, details: { practitioners, readingPublished }, ...given })
  page = at.page
}
const panel = (): Locator => at.panel('Provider follow-up')
const matrix = (): Locator => at.panel(releaseWords.matrix.title)
const row = (name: string): Locator => panel().getByRole('row').filter({ hasText: name })
const channelButton = (channel: string, name: string): Locator =>
  row(name).getByRole('button', { name: new RegExp(`^${channel}:`) })
const dialog = (): Locator => page.getByRole('dialog')
const toast = (words: string): Locator => page.getByRole('alertdialog').filter({ hasText: words })
const tick = (): Locator => dialog().getByRole('checkbox', { name: releaseMessages.confirm })
const commit = (): Locator => dialog().getByRole('button', { name: /^(Fax|Email|Write) / })
/** Presses a key instead of clicking: the drawn box hides a checkbox of size zero, and toasts may cover buttons. */
const toggle = (box: Locator): Promise<void> => box.press('Space')
const press = (control: Locator): Promise<void> => control.press('Enter')
/** Waits until the preview is shown and the document may be sent, and then sends it. */
const send = async (): Promise<void> => {
  await expectPage(commit()).not.toHaveAttribute('aria-disabled', 'true')
  await press(commit())
}
/** Checks that a control is disabled and shows why. */
const expectReason = async (control: Locator, reason: string | RegExp): Promise<void> => {
  await expectPage(control).toHaveAttribute('aria-disabled', 'true')
  await expectPage(control).toHaveAccessibleDescription(reason)
}
const failNext = (command: string, code: string, message: string) =>
  at.controls((world, _id, given) => world.failNext(given.command, given.reply as never), {
    command,
    reply: failing(code, message),
  })
const unlock = async (): Promise<void> => {
  await page.getByLabel('Password', { exact: true }).fill(fakePassword)
  await page.keyboard.press('Enter')
}
/** Waits longer than the throttle between two reads of one study. */
const wait = (): Promise<void> => page.clock.fastForward(aroundStudyMs)
/** Makes all email addresses of the directory invalid or valid. Works only after a test has replaced `release.read`. */
const setBadMail = async (isBad: boolean): Promise<void> => {
  await page.evaluate((given) => document.documentElement.toggleAttribute('data-bad-mail', given), isBad)
  await at.controls((world, id) => world.emit('booking.studyChanged', { studyID: id as never }))
  await wait()
}
const setBirthDate = async (given: string): Promise<void> => {
  await at.controls((world, id, dob) => {
    const study = world.clinic.studies.find(({ studyID }) => studyID === id)
    const member = world.clinic.members.find(({ patientID }) => patientID === study?.patientID)
    if (member !== undefined) Object.assign(member, { dob })
    world.emit('booking.studyChanged', { studyID: id as never })
  }, given)
  await wait()
}
/** Changes the latest delivery as a carrier's result would, and emits the event for the study. */
const deliver = async (change: Partial<Delivery>): Promise<void> => {
  await at.controls((world, id, given) => {
    const { deliveries } = world.release
    const latest = deliveries.pop()
    if (latest !== undefined) deliveries.push({ ...latest, ...given })
    world.emit('booking.studyChanged', { studyID: id as never })
  }, change)
  await wait()
}
const sends = (): Promise<{ readonly [field: string]: unknown }[]> =>
  page.evaluate(
    () =>
      (window.fakeControls?.calls ?? [])
        .filter(({ command }) => command === 'release.send')
        .map(({ input }) => input) as { [field: string]: unknown }[],
  )

describe('sending a report', { timeout: 120_000 }, () => {
  it('faxes by keyboard what was previewed and confirmed, and shows the result', async () => {
    await open({ signedInAs: 'frontdesk', environment: 'PRODUCTION' })
    await expectPage(row('Amara Osei')).toContainText('Primary, Additional')
    await expectPage(row('Amara Osei')).toContainText(releaseWords.lastSend.none)
    await expectPage(channelButton('FAX', 'Amara Osei')).toHaveAccessibleName(
      `FAX: send the report of ${who} to Dr. Amara Osei`,
    )
    await failNext('release.preview', 'timed-out', 'Nothing came.')
    await press(channelButton('FAX', 'Amara Osei'))
    await expectReason(commit(), /^The preview could not be shown/)
    await press(dialog().getByRole('button', { name: 'Try again' }))
    for (const words of [
      'Ana Silva',
      '03 Feb 1980',
      sendWords.member.sexes.female,
      at.studyID,
      'Harbour Family Practice',
      '+1 604 555 0210',
    ]) {
      await expectPage(dialog()).toContainText(words)
    }
    await expectPage(dialog().getByRole('radio')).toHaveCount(0)
    await expectPage(dialog().getByRole('checkbox', { name: sendWords.options.encrypt })).toHaveCount(0)
    await expectPage(dialog().getByRole('region', { name: sendWords.preview }).locator('canvas').first()).toBeVisible()
    expect(await at.inspect('release-fax', dialog())).toEqual([])

    await expectReason(commit(), sendWords.reasons.retypeFax)
    const again = dialog().getByRole('textbox', { name: sendWords.recipient.retypeFax })
    await again.fill('+1 604 555-0201')
    await expectPage(dialog()).toContainText(releaseMessages.retypedDiffers)
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: sendWords.leave.title })
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    await press(question.getByRole('button', { name: sendWords.leave.stay }))
    await again.fill('+1 604 555-0210')
    await expectReason(commit(), `Tick “${releaseMessages.confirm}” first.`)
    await toggle(tick())
    await expectPage(commit()).toHaveAccessibleName(`Fax ${title} of ${who} to Dr. Amara Osei, +1 604 555 0210`)
    await expectPage(commit()).not.toHaveAttribute('aria-disabled', 'true')
    await toggle(dialog().getByRole('checkbox', { name: sendWords.options.hide }))
    await expectPage(tick()).not.toBeChecked()

    await toggle(tick())
    await failNext('release.send', 'stale', releaseMessages.addressChanged)
    await send()
    await expectPage(dialog().getByRole('alert')).toContainText(releaseMessages.faxFailed)
    await expectPage(dialog().getByRole('alert')).toContainText(releaseMessages.addressChanged)
    await expectPage(tick()).not.toBeChecked()
    await expectPage(again).toHaveValue('+1 604 555-0210')
    await setBirthDate('1981-02-03')
    await expectPage(dialog()).toContainText(releaseMessages.detailsChanged)
    await expectPage(commit()).toHaveAccessibleName(/of Ana Silva, 03 Feb 1981 to/)
    await toggle(tick())
    await expectPage(dialog()).not.toContainText(releaseMessages.detailsChanged)
    await at.controls(
      (world, _id, reply) => world.loseNext('release.send', reply as never),
      failing('timed-out', 'Nothing came.'),
    )
    await send()
    await expectPage(dialog().getByRole('alert')).toContainText(releaseMessages.checkLogs)
    await expectPage(again).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('F9')
    await unlock()
    await expectPage(dialog().getByRole('alert')).toContainText('The document may have been sent')
    // The send whose reply was lost succeeded, so its number counts as used. The member's birth date is corrected
    // before the send is repeated.
    await at.controls((world) => world.release.usedAddresses.set('16045550210', '2026-11-23T15:00:00Z' as never))
    await setBirthDate('1980-02-03')
    await expectPage(again).toHaveCount(0)
    await expectPage(dialog().getByRole('region', { name: sendWords.member.title })).toContainText('03 Feb 1980')
    await page.keyboard.press('Escape')
    const lostQuestion = page.getByRole('alertdialog', { name: sendWords.leave.titleLocked })
    await expectPage(lostQuestion).toContainText('The document may be on its way to Dr. Amara Osei')
    await expectPage(lostQuestion).not.toContainText('Nothing has been sent')
    await press(lostQuestion.getByRole('button', { name: sendWords.leave.confirmLocked }))
    await press(channelButton('FAX', 'Amara Osei'))
    await expectPage(commit()).toHaveAccessibleName(/of Ana Silva, 03 Feb 1981 to/)
    await send()
    await expectPage(dialog()).toHaveCount(0)
    const [refused, lost, repeated] = await sends()
    expect(repeated).toEqual(lost)
    expect(await sends()).toHaveLength(3)
    expect(refused?.idempotencyKey).not.toBe(lost?.idempotencyKey)
    expect(lost).toMatchObject({
      channel: 'fax',
      mode: 'automated',
      item: null,
      title,
      address: '16045550210',
      retyped: '16045550210',
      memberDetails: { firstname: 'Ana', lastname: 'Silva', dob: '1981-02-03', sex: 'female' },
      shouldEncryptPdf: false,
      shouldHideHIContent: false,
      isConfirmed: true,
      target: null,
    })

    await expectPage(row('Amara Osei')).toContainText(/FAX 23 Nov 2026 08:\d\dam P[DS]T, waiting to be sent/)
    await expectPage(row('Amara Osei')).toContainText(`${title}, to +1 604 555 0210, by Frankie Desker`)
    const waiting = toast('Fax to Dr. Amara Osei')
    await expectPage(waiting.getByRole('timer')).toHaveText(/^Sending starts in (10|[1-9]) s$/)
    await press(waiting.getByRole('button', { name: 'Undo' }))
    await expectPage(toast('Undone: nothing was sent')).toBeVisible()
    await expectPage(waiting.getByRole('timer')).toHaveCount(0)
    expect(await at.countCalls('jobs.cancel')).toBe(1)
    await deliver({ state: 'uncertain' })
    await expectPage(row('Amara Osei')).toContainText(releaseMessages.uncertain)
    await expectPage(row('Amara Osei').getByRole('link', { name: /^Show in queue: FAX/ })).toHaveAttribute(
      'href',
      '/admin/queues',
    )
    await press(channelButton('EMAIL', 'Amara Osei'))
    const before = dialog()
      .getByRole('status')
      .filter({ hasText: sendWords.beingSent('Dr. Amara Osei') })
    await expectPage(before).toContainText(
      /FAX 23 Nov 2026 .*, result unknown.*, by Frankie Desker, to \+1 604 555 0210/,
    )
    await toggle(tick())
    await expectPage(tick()).toBeChecked()
    await deliver({ state: 'handed-over' })
    await expectPage(dialog()).toContainText(sendWords.sentBefore('Dr. Amara Osei'))
    await expectPage(tick()).not.toBeChecked()
    await press(dialog().getByRole('button', { name: sendWords.close }).last())
    await expectPage(dialog()).toHaveCount(0)
    await deliver({ state: 'failed', reason: 'The line was busy.' })
    await expectPage(row('Amara Osei')).toContainText('failed')
    await expectPage(row('Amara Osei')).toContainText('The line was busy.')
    await expectPage(row('Bruno Lindqvist')).toContainText(releaseWords.lastSend.none)
    expect(await at.inspect('release-sent', panel())).toEqual([])
    const table = matrix().getByRole('table', { name: releaseWords.matrix.caption })
    await expectPage(table.getByRole('columnheader')).toHaveText(['Document', 'Last Send'])
    await expectPage(table.getByRole('row', { name: new RegExp(title) })).toContainText('The line was busy.')
    await expectPage(table.getByRole('row', { name: new RegExp(title) })).toContainText(
      'to Dr. Amara Osei, to +1 604 555 0210',
    )
    await deliver({ state: 'delivered', reason: null, title: 'Physician report, version 0', practitionerID: 'pr-1' })
    await expectPage(table.getByRole('row', { name: new RegExp(title) })).toContainText(
      'Sent as Physician report, version 0',
    )
    expect(await at.inspect('release-matrix', matrix())).toEqual([])
    await deliver({ practitionerID: 'pr-4', recipientName: 'Dr. Dev Ramanathan' })
    await expectPage(matrix()).toContainText('to Dr. Dev Ramanathan, to +1 604 555 0210, by Frankie Desker')
    await deliver({ state: 'failed', reason: 'The line was busy.' })
    const besides = matrix().getByRole('listitem').filter({ hasText: 'Dr. Dev Ramanathan' })
    await expectPage(besides).toContainText('The line was busy.')
    await expectPage(besides.getByRole('link', { name: /^Show in queue: FAX/ })).toBeVisible()

    await at.controls((world, id) => world.study.setFlags(id, { published: false }))
    await wait()
    await expectReason(channelButton('FAX', 'Amara Osei'), releaseMessages.notPublished)
    await at.controls((world, id) => world.study.setFlags(id, { published: true }))
    await wait()
    await at.controls((world) => world.setConnectivity({ state: 'offline' }))
    await expectReason(channelButton('USB', 'Amara Osei'), 'Sending documents needs a connection.')
  })

  it('emails a manually selected document, shows the password once, and writes to the connected drive', async () => {
    await open({ signedInAs: 'hi' })
    await at.controls((world) => {
      world.release.usedAddresses.set('osei@practice.example', '2026-10-01T17:00:00Z' as never)
      world.release.targets.length = 0
    })
    // Gives one practitioner a number that cannot be faxed to, and prepares `setBadMail`.
    await page.evaluate((problem) => {
      const { release } = (window as unknown as { readonly fakeBridge: Bridge }).fakeBridge
      const own = release.read
      release.read = async (input) => {
        const reply = await own(input)
        const recipients = reply.ok ? reply.value.recipients : []
        const addresses = recipients.find(({ practitioner }) => practitioner.id === 'pr-2')?.addresses
        const fax = addresses?.find(({ channel }) => channel === 'fax')
        if (fax !== undefined) Object.assign(fax, { address: '604555', problem })
        if (document.documentElement.dataset.badMail !== undefined) {
          for (const address of recipients.flatMap((one) => one.addresses)) {
            if (address.channel === 'email') Object.assign(address, { problem })
          }
        }
        return reply
      }
    }, releaseMessages.faxNumberNotValid)
    await at.controls((world, id) => world.emit('booking.studyChanged', { studyID: id as never }))
    await wait()
    await expectReason(channelButton('FAX', 'Bruno Lindqvist'), releaseMessages.faxNumberNotValid)
    await expectPage(row('Bruno Lindqvist')).toContainText(releaseMessages.faxNumberNotValid)
    await press(
      row('Bruno Lindqvist').getByRole('button', { name: `${releaseMessages.updateDirectory}: Dr. Bruno Lindqvist` }),
    )
    await expectPage(page.getByRole('dialog', { name: practitionerContactWords.title })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectPage(dialog()).toHaveCount(0)

    await press(channelButton('EMAIL', 'Amara Osei'))
    await expectPage(dialog()).toContainText('01 Oct 2026 10:00am P')
    await expectPage(dialog().getByRole('textbox', { name: /^Re-enter/ })).toHaveCount(0)
    await expectPage(dialog().getByRole('checkbox', { name: sendWords.options.encrypt })).toBeChecked()
    await dialog().getByRole('radio', { name: 'Automated Selection' }).press('ArrowRight')
    await expectReason(commit(), sendWords.reasons.noItem)
    await press(dialog().getByRole('button', { name: /Document/ }))
    await press(page.getByRole('option', { name: 'Member agreement and consent' }))
    await setBadMail(true)
    await press(dialog().getByRole('button', { name: releaseMessages.updateDirectory }))
    const contact = page.getByRole('dialog', { name: practitionerContactWords.title })
    await expectPage(contact).toBeVisible()
    await setBadMail(false)
    await page.keyboard.press('Escape')
    await expectPage(contact).toHaveCount(0)
    await expectPage(dialog()).toContainText('Member agreement and consent')
    await toggle(tick())
    expect(await at.inspect('release-manual', dialog())).toEqual([])
    await expectPage(commit()).toHaveAccessibleName(
      `Email Member agreement and consent of ${who} to Dr. Amara Osei, osei@practice.example`,
    )
    await send()
    const told = page.getByRole('dialog', { name: sendWords.password.title })
    await expectPage(told).toContainText(sendWords.password.tell.email('Dr. Amara Osei'))
    await expectPage(told).toContainText('K7PX-4M2Q-9TRD')
    // The password stays on the screen after an extra key press and after a lock.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expectPage(told.getByRole('button', { name: sendWords.close })).toHaveCount(0)
    await expectPage(told.getByRole('button', { name: sendWords.password.copy })).toBeFocused()
    await page.keyboard.press('F9')
    await unlock()
    await expectPage(told).toContainText('K7PX-4M2Q-9TRD')
    await expectPage(told.getByRole('button', { name: sendWords.password.copy })).toBeFocused()
    await press(told.getByRole('button', { name: sendWords.password.copy }))
    await expectPage(told.getByRole('status').last()).toHaveText(/Copied|Could not copy/)
    expect(await at.inspect('release-password', told)).toEqual([])
    await press(told.getByRole('button', { name: sendWords.password.done }))
    await expectPage(told).toHaveCount(0)
    await expectPage(row('Amara Osei')).toContainText(releaseWords.lastSend.locked)
    expect((await sends()).at(-1)).toMatchObject({
      mode: 'manual',
      item: { kind: 'paper', paper: 'consent' },
      shouldEncryptPdf: true,
      shouldHideHIContent: true,
      retyped: null,
    })

    await press(channelButton('USB', 'Bruno Lindqvist'))
    await expectPage(dialog()).toContainText(sendWords.target.noStick)
    expect(await at.inspect('release-usb', dialog())).toEqual([])
    await at.controls((world) => world.release.targets.push({ path: '/media/stick', label: 'Stick', freeBytes: 8e9 }))
    await press(dialog().getByRole('button', { name: sendWords.target.refresh }))
    await expectPage(dialog().getByRole('button', { name: sendWords.target.refresh })).toBeFocused()
    await toggle(tick())
    await expectReason(commit(), sendWords.reasons.noTarget)
    await toggle(dialog().getByRole('radio', { name: /^Stick/ }))
    await expectPage(dialog()).toContainText('8.0 GB free')
    await expectPage(tick()).not.toBeChecked()
    await toggle(tick())
    await at.controls((world) => void world.release.targets.splice(0, 1, { path: '/b', label: 'B', freeBytes: null }))
    await press(dialog().getByRole('button', { name: sendWords.target.refresh }))
    await expectReason(commit(), sendWords.reasons.targetGone)
    await at.controls((world) => void world.release.targets.splice(0, 1))
    await press(dialog().getByRole('button', { name: sendWords.target.refresh }))
    await expectPage(dialog()).toContainText(sendWords.target.noStick)
    await expectReason(commit(), sendWords.reasons.targetGone)
    await at.controls((world) => world.release.targets.push({ path: '/media/stick', label: 'Stick', freeBytes: 8e9 }))
    await press(dialog().getByRole('button', { name: sendWords.target.refresh }))
    await expectPage(tick()).not.toBeChecked()
    await toggle(dialog().getByRole('radio', { name: /^Stick/ }))
    await send()
    await expectPage(row('Bruno Lindqvist')).toContainText(/USB .*waiting to be written/)
    expect((await sends()).at(-1)).toMatchObject({ channel: 'usb', address: '', target: '/media/stick' })
  })

  it('shows what to do if no practitioner is named or the data cannot be read, and fits a narrow window', async () => {
    await open(
      { signedInAs: 'frontdesk' },
      { details: { practitioners: { primary: null, referring: null, additional: [] }, readingPublished } },
    )
    await expectPage(panel()).toContainText(releaseWords.noPractitioner)
    await expectPage(panel().getByRole('button', { name: `Change practitioners: ${who}` })).toBeVisible()
    await expectPage(matrix()).toContainText(releaseWords.noPractitioner)
    await press(matrix().getByRole('button', { name: releaseWords.matrix.goToProvider }))
    await expectPage(page.locator('#study-provider-follow-up')).toBeFocused()
    expect(await at.countCalls('release.read')).toBe(1)
    await failNext('release.read', 'timed-out', 'Nothing came.')
    await at.controls((world, id, given) => world.study.setDetails(id, given), { practitioners })
    await wait()
    const stale = matrix().getByRole('alert')
    await expectPage(stale).toContainText(releaseWords.problem.outOfDate)
    await press(stale.getByRole('button', { name: releaseWords.tryAgain }))
    await expectPage(stale).toHaveCount(0)
    for (const width of [880, 1024]) {
      await page.setViewportSize({ width, height: 768 })
      expect(await page.locator('.stu__content').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectPage(at.panel('Shares')).toContainText(documentMessages.nothingShared)
    await expectPage(matrix().getByRole('link', { name: `Medical Reports of ${who}` })).toHaveAttribute(
      'href',
      `/admin/study/${at.studyID}/medical-reports`,
    )
  })
})
