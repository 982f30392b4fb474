import { expect as expectPage } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import type { MessageView } from '#domain/messages/message-view.ts'
import type { Instant } from '#domain/values/instant.ts'
import { messagesPanelWords as words } from '#renderer/study-page/panels/messages-panel-words.ts'
import { startHarnessPages } from '../../harness/harness-pages.ts'
import { failing, openPanels, type PanelPage, press, who } from './panel-pages.ts'

const pages = startHarnessPages()

const message = (changes: Partial<MessageView>): MessageView => ({
  messageID: 'message-0001',
  kind: 'confirmation',
  channel: 'email',
  state: 'sent',
  delivery: null,
  dueAt: '2026-11-20T18:00:00Z' as Instant,
  stateAt: '2026-11-20T18:00:00Z' as Instant,
  appointment: '2026-11-24T16:40:00Z' as Instant,
  recipient: 'a•••@mail.example',
  failure: null,
  attempts: 1,
  by: null,
  decidedBy: null,
  ...changes,
})
const list = [
  message({}),
  message({ messageID: 'message-0002', kind: 'move', state: 'uncertain', failure: 'no-answer' }),
  message({ messageID: 'message-0003', kind: 'feedback', state: 'failed', failure: 'refused', by: 'Robin Frost' }),
  message({ messageID: 'message-0004', kind: 'reminder', state: 'planned', recipient: null, attempts: 0 }),
  message({ messageID: 'message-0005', kind: 'reminder', channel: 'sms', state: 'withdrawn', failure: 'suppressed' }),
  message({ messageID: 'message-0006', kind: 'reminder', channel: 'sms', delivery: 'awaited', recipient: '••• 0142' }),
  message({ messageID: 'message-0007', kind: 'move', channel: 'sms', delivery: 'confirmed', recipient: '••• 0142' }),
  message({
    messageID: 'message-0008',
    channel: 'sms',
    state: 'withdrawn',
    failure: 'opted-out',
    kind: 'cancellation',
  }),
]

describe('the messages of a study', { timeout: 60_000 }, () => {
  let at: PanelPage
  const open = async (): Promise<void> => {
    at = await openPanels(pages, { signedInAs: 'frontdesk' })
  }
  const panel = () => at.panel(words.title)
  const show = (messages: readonly MessageView[]): Promise<void> =>
    at.controls((world, id, given) => {
      world.setMessages(id, given)
      world.emit('booking.studyChanged', { studyID: id } as never)
      world.study.setFlags(id, { urgent: true })
    }, messages)

  it('are shown with state, time and reason; uncertain and failed ones are decided by keyboard', async () => {
    await open()
    await expectPage(panel()).toContainText(words.empty)
    await show(list)
    await expectPage(panel()).toContainText(words.attention(2))
    await expectPage(panel()).toContainText(words.reasons['no-answer'] ?? '')
    await expectPage(panel()).toContainText('Due 20 Nov 2026')
    await expectPage(panel()).toContainText(words.deliveries.awaited)
    await expectPage(panel()).toContainText(words.deliveries.confirmed)
    await panel().scrollIntoViewIfNeeded()
    expect(await at.inspect('messages', panel())).toEqual([])
    if (process.env.SHOTS !== undefined) {
      for (const width of [1024, 1440]) {
        await at.page.setViewportSize({ width, height: 900 })
        await panel().screenshot({ path: `${process.env.SHOTS}/messages-panel-${width}.png` })
      }
    }
    const button = (action: string, kind: string) =>
      panel().getByRole('button', { name: words.action(action, kind, who), exact: true })
    await expectPage(button(words.arrived, words.kinds.feedback)).toHaveCount(0)
    await press(button(words.arrived, words.kinds.move))
    await expectPage(at.toast(words.decided.arrived)).toBeVisible()
    await expectPage(panel()).toContainText(words.attention(1))
    await at.controls(
      (world, _id, reply) => world.failNext('messages.decide', reply as never),
      failing('stale', 'It changed.'),
    )
    await press(button(words.sendAgain, words.kinds.feedback))
    await expectPage(at.toast(words.decisionFailed)).toBeVisible()
    await press(button(words.sendAgain, words.kinds.feedback))
    await expectPage(at.toast(words.decided['send-again'])).toBeVisible()
    await expectPage(panel()).not.toContainText(words.attention(1))
    await press(button(words.optOut, words.kinds.confirmation))
    const question = at.page.getByRole('alertdialog', { name: words.optOutQuestion.title })
    await expectPage(question).toContainText(words.optOutQuestion.text.email)
    expect(await at.inspect('messages-opt-out', question)).toEqual([])
    await press(question.getByRole('button', { name: /^Send no more to / }))
    await expectPage(at.toast(words.decided['opt-out'])).toBeVisible()
    await press(button(words.bounced, words.kinds.confirmation))
    await expectPage(at.toast(words.decided.bounced)).toBeVisible()
    await expectPage(panel()).toContainText(words.reasons.bounced ?? '')
    await press(button(words.optedIn, words.kinds.cancellation))
    await expectPage(at.toast(words.decided['opted-in'])).toBeVisible()
    await press(button(words.dismiss, words.kinds.confirmation))
    await expectPage(at.toast(words.decided.dismiss)).toBeVisible()
  })

  it('can be loaded again after a failure, and cannot be decided offline', async () => {
    await open()
    await show(list)
    await expectPage(panel()).toContainText(words.attention(2))
    await at.controls((world) => world.setConnectivity({ state: 'offline' }))
    await expectPage(panel()).toContainText(words.behind)
    const again = panel().getByRole('button', { name: words.action(words.sendAgain, words.kinds.move, who) })
    await expectPage(again).toHaveAccessibleDescription(words.offline)
  })
})
