import { beforeEach, expect, it } from 'vitest'
import { writeMailText } from '#back-office/repositories/clinic-settings-repository.ts'
import { standardMessageSettings } from '#domain/messages/message-settings.ts'
import type { BookingDesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { createMemoryMailServer, createMessageDesk, createTextbox, type Postbox } from './message-desk.ts'

const start = '2026-12-04T17:00:00Z'
/** The words of the standard English texts that no French one has. */
const english =
  /\b(?:Your|your|appointment|Dear|Please|please|call|clinic|confirmed|the|Reminder|Reply|Questions about)\b/

describeOnEachDatabase('messages to a member who reads French', ({ newDesk }) => {
  let desk: BookingDesk
  let postbox: Postbox
  let textbox: ReturnType<typeof createTextbox>
  let at: ReturnType<typeof createMessageDesk>
  beforeEach(async () => {
    desk = await newDesk()
    postbox = createMemoryMailServer()
    textbox = createTextbox()
    at = createMessageDesk(desk, postbox, textbox)
    const { db } = desk.database
    await db
      .updateTable('member')
      .set({ language: 'fr-CA', phone_number: '604 555 0142' })
      .where('patient_id', '=', 'm-000001')
      .execute()
    const sms = { confirmation: true, move: true, cancellation: true, reminder: true, 'history-request': true }
    const email = Object.fromEntries(Object.keys(standardMessageSettings.email).map((kind) => [kind, true]))
    const settings = { ...standardMessageSettings, smsSender: '+16045550100', sms, email }
    await db
      .insertInto('message_setting')
      .values({ location_id: 'ca-bc-1', document: JSON.stringify(settings), version: 1 })
      .execute()
  })

  it('are in French by email and text, with the appointment’s time and the calendar entry', async () => {
    const booked = await at.book({ utcStart: start })
    await at.sweep()
    await at.move(await at.read(booked.studyID), { utcStart: '2026-12-04T18:00:00Z' })
    await at.sweep()
    await at.cancel(booked.studyID)
    await at.sweep()
    const [confirmation, move, cancellation] = ['est confirmé', 'a changé', 'est annulé'].map((words) =>
      postbox.received.find(({ text }) => text.includes(words)),
    )
    expect(confirmation?.subject).toMatch(/^Votre rendez-vous à /)
    expect(confirmation?.text).toContain('Quand\u00a0: 4 déc. 2026 à 10\u00a0h\u00a000\u00a0HAP')
    expect(move?.text).toContain('Quand\u00a0: 4 déc. 2026 à 11\u00a0h\u00a000\u00a0HAP')
    expect(cancellation?.subject).toMatch(/ est annulé$/)
    const calendar = Buffer.from(confirmation?.attachments[0]?.bytes ?? []).toString()
    expect(calendar).toContain('SUMMARY:Rendez-vous à ')
    expect(calendar).toContain('//FR-CA')
    for (const { subject, text } of postbox.received) expect(`${subject}\n${text}`).not.toMatch(english)
    expect(textbox.received.length).toBeGreaterThan(0)
    for (const { text } of textbox.received) {
      expect(text).not.toMatch(english)
      expect(text).not.toMatch(/\u00a0|\{/)
      expect(text).toContain('Répondez STOP')
    }
  })

  it('use the administrator’s French text, and never the English one', async () => {
    const { db } = desk.database
    const own = { subject: 'Our own', text: 'Our own text for {when}' }
    expect(await writeMailText(db, 'confirmation', { ...own, language: 'en' }, 0)).toBe(true)
    await at.book({ utcStart: start })
    await at.sweep()
    expect(postbox.received.at(-1)?.text).toContain('Votre rendez-vous est confirmé.')
    const french = { subject: 'Le nôtre', text: 'Notre texte pour le {when}', language: 'fr-CA' } as const
    expect(await writeMailText(db, 'confirmation', french, 0)).toBe(true)
    expect(await writeMailText(db, 'confirmation', french, 0)).toBe(false)
    await at.book({ utcStart: '2026-12-05T17:00:00Z' })
    await at.sweep()
    expect(postbox.received.at(-1)?.text).toBe('Notre texte pour le 5 déc. 2026 à 10\u00a0h\u00a000\u00a0HAP')
    expect(await writeMailText(db, 'confirmation', { ...french, subject: 'Encore' }, 1)).toBe(true)
  })
})
