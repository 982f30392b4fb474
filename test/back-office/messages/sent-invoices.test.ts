import { beforeEach, expect, it } from 'vitest'
import { pressMessage } from '#back-office/messages/press.ts'
import { recordDecision } from '#back-office/messages/study-messages.ts'
import { findStudy } from '#back-office/repositories/studies-repository.ts'
import { type BookingDesk, frontdesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { createMemoryMailServer, createMessageDesk, type Postbox } from './message-desk.ts'

const invoice = {
  subject: 'Your invoice BC1-1',
  text: 'Attached.',
  fileName: 'BC1-1.pdf',
  contentType: 'application/pdf',
  bytes: Buffer.from('%PDF-1.7 invoice'),
}

describeOnEachDatabase('an invoice in the queue of messages', ({ newDesk }) => {
  let desk: BookingDesk
  let postbox: Postbox
  let at: ReturnType<typeof createMessageDesk>
  let studyId: string
  beforeEach(async () => {
    desk = await newDesk()
    postbox = createMemoryMailServer()
    at = createMessageDesk(desk, postbox)
    studyId = (await at.book({ utcStart: '2026-12-04T17:00:00Z' })).studyID
    await at.sweep()
  })
  const press = async (idempotencyKey: string) => {
    const study = await findStudy(desk.database.db, studyId)
    if (study === undefined) throw new Error('The study is gone.')
    const context = { ...desk.context(frontdesk), mailer: postbox.mailer, idempotencyKey }
    return await pressMessage(study, 'invoice', context, invoice)
  }
  const row = async () => (await at.rows(studyId)).find(({ kind }) => kind === 'invoice')
  const contents = () => desk.database.db.selectFrom('message_content').select('message_id').execute()
  const decide = async (decision: 'send-again' | 'dismiss' | 'bounced') => {
    const { message_id: messageId = '', attempts = 0 } = (await row()) ?? {}
    await recordDecision({ studyId, messageId } as never, { decision, attempts }, desk.context(frontdesk))
  }
  const received = () =>
    postbox.received
      .filter(({ subject }) => subject === invoice.subject)
      .map(({ attachments }) => Buffer.from(attachments[0]?.bytes ?? []).toString())

  it('is sent once with the stored document, which is then removed', async () => {
    expect(await press('key-1')).toEqual({ kind: 'sent' })
    expect(await press('key-1')).toEqual({ kind: 'sent' })
    expect(received()).toEqual(['%PDF-1.7 invoice'])
    expect(await contents()).toEqual([])
  })

  it('is uncertain after a lost answer, and is resent with the same document if staff decide so', async () => {
    postbox.answers.push({ ok: false, code: 'ETIMEDOUT', hasLeft: true })
    expect(await press('key-1')).toMatchObject({ kind: 'failed', outcome: { hasLeft: true } })
    expect(await press('key-1')).toEqual({ kind: 'uncertain' })
    await at.sweep()
    expect(received()).toHaveLength(1)
    expect(await contents()).toHaveLength(1)
    await decide('send-again')
    await at.sweep()
    expect(received()).toEqual(['%PDF-1.7 invoice', '%PDF-1.7 invoice'])
    expect(await row()).toMatchObject({ state: 'sent' })
    expect(await contents()).toEqual([])
  })

  it('keeps its document after a refusal until staff dismiss it', async () => {
    postbox.answers.push({ ok: false, code: 'EENVELOPE', isRefused: true })
    expect(await press('key-1')).toMatchObject({ kind: 'failed' })
    expect(await contents()).toHaveLength(1)
    await decide('dismiss')
    expect(await contents()).toEqual([])
    expect(received()).toEqual([])
  })

  it('cannot be resent from the queue after a bounce, because its document was removed', async () => {
    await press('key-1')
    await decide('bounced')
    await decide('send-again')
    await at.sweep()
    expect(await row()).toMatchObject({ state: 'withdrawn', failure: 'document-gone' })
    expect(received()).toHaveLength(1)
  })
})
