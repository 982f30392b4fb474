import { expect as expectPage, type Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { MessageView } from '#domain/messages/message-view.ts'
import type { Instant } from '#domain/values/instant.ts'
import { messageWords } from '#renderer/messages/message-words.ts'
import { openMessagesWords as words } from '#renderer/messages/open-messages-words.ts'
import { placeWords } from '#renderer/place-words.ts'
import { messagesPanelWords } from '#renderer/study-page/panels/messages-panel-words.ts'
import { axeOver } from '#test/fixtures/axe-over.ts'
import { type StartOptions, startHarnessPages, takePictures } from '../harness/harness-pages.ts'

const pages = startHarnessPages()

const message = (changes: Partial<MessageView>): MessageView => ({
  messageID: 'message-0001',
  kind: 'confirmation',
  channel: 'email',
  state: 'failed',
  delivery: null,
  dueAt: '2026-11-20T18:00:00Z' as Instant,
  stateAt: '2026-11-20T18:00:00Z' as Instant,
  appointment: null,
  recipient: 'a•••@mail.example',
  failure: 'refused',
  attempts: 1,
  by: null,
  decidedBy: null,
  ...changes,
})
const three = [
  message({}),
  message({
    messageID: 'message-0002',
    kind: 'reminder',
    channel: 'sms',
    failure: 'number-landline',
    stateAt: '2026-11-21T18:00:00Z' as Instant,
    appointment: '2026-11-30T18:00:00Z' as Instant,
  }),
  message({
    messageID: 'message-0003',
    kind: 'invoice',
    state: 'uncertain',
    failure: 'no-answer',
    stateAt: '2026-11-22T18:00:00Z' as Instant,
  }),
]

/** Opens the list; each message belongs to another study of Vancouver. */
const open = async (messages: readonly MessageView[], start: StartOptions = { signedInAs: 'frontdesk' }) => {
  const context = { timezoneId: 'America/Los_Angeles', ...start.context }
  const page = await pages.open('/user/profile', { ...start, context }, '2026-11-23T15:00:00Z')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.evaluate((given) => {
    const controls = window.fakeControls
    const studies = controls?.clinic.studies.filter(({ locationID }) => locationID === 'ca-bc-1') ?? []
    for (const [index, one] of given.entries()) controls?.setMessages(studies[index]?.studyID ?? '', [one])
    controls?.emit('booking.studyChanged', { studyID: studies[0]?.studyID } as never)
  }, messages)
  await page.evaluate(() => history.pushState(null, '', '/admin/messages'))
  return page
}
const rows = (page: Page) => page.getByRole('table').locator('tbody tr')
const links = (page: Page) => page.getByRole('table').getByRole('link')
const place = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: placeWords.messages })

describe('the messages that wait for a decision', { timeout: 60_000 }, () => {
  it('are listed with member, state and reason, counted in the rail, and filtered by state', async () => {
    const page = await open(three)
    await expectPage(rows(page)).toHaveCount(3)
    await expectPage(rows(page).nth(0)).toContainText(messageWords.kinds.confirmation)
    await expectPage(rows(page).nth(0)).toContainText(messageWords.reasons.refused ?? '')
    await expectPage(rows(page).nth(1)).toContainText(messageWords.channels.sms)
    await expectPage(rows(page).nth(1)).toContainText('30 Nov 2026')
    await expectPage(rows(page).nth(2)).toContainText(messageWords.states.uncertain)
    await expectPage(page.getByRole('status').filter({ hasText: 'messages need' })).toHaveText(words.summary(3))
    const { violations } = await axeOver(page).include('main').analyze()
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
    await takePictures(page, 'open-messages')
    await page.getByRole('radio', { name: words.filters.states.uncertain }).press('Space')
    await expectPage(rows(page)).toHaveCount(1)
    await page.getByRole('radio', { name: words.filters.states.failed }).press('Space')
    await expectPage(rows(page)).toHaveCount(2)
  })

  it('lead to the messages of the study by keyboard, and back to the list without the decided one', async () => {
    const page = await open(three)
    await expectPage(rows(page)).toHaveCount(3)
    await expectPage(place(page)).toContainText('3 to decide')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await expectPage(links(page).nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expectPage(page).toHaveURL(/from=messages#study-messages$/)
    const panel = page.getByRole('region', { name: messagesPanelWords.title, exact: true })
    await expectPage(panel).toBeInViewport()
    await panel.getByRole('button', { name: messagesPanelWords.dismiss }).press('Enter')
    await expectPage(panel).toContainText(messageWords.reasons.dismissed ?? '')
    await page.getByRole('link', { name: words.back }).press('Enter')
    await expectPage(rows(page)).toHaveCount(2)
  })

  it('are replaced by a notice if there are none, or if a new filter cannot be read offline', async () => {
    const empty = await open([])
    await expectPage(empty.getByText(words.empty)).toBeVisible()
    await empty.getByRole('radio', { name: words.filters.states.failed }).press('Space')
    await empty.getByRole('button', { name: words.filters.clear }).press('Enter')
    await expectPage(empty.getByText(words.empty)).toBeVisible()
    const page = await open(three)
    await expectPage(rows(page)).toHaveCount(3)
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'offline' }))
    await expectPage(page.getByText(words.staleText)).toBeVisible()
    await page.getByRole('radio', { name: words.filters.states.failed }).press('Space')
    await expectPage(page.getByText(words.offline)).toBeVisible()
    await page.evaluate(() => window.fakeControls?.setConnectivity({ state: 'online' } as never))
    await expectPage(rows(page)).toHaveCount(2)
  })

  it('are not shown to radiologists', async () => {
    const page = await open(three, { signedInAs: 'radiologist' })
    await expectPage(place(page)).toHaveCount(0)
    await expectPage(page.getByRole('table')).toHaveCount(0)
  })
})
