import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { sweepMessages } from '#back-office/messages/message-sweep.ts'
import type { Mail, MailOutcome } from '#back-office/outside/mail/mailer.ts'
import { howMany } from '#test/fixtures/deep.ts'
import type { BookingDesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { createMemoryMailServer, createMessageDesk } from './message-desk.ts'

const day = 86_400
/** More queries than one sweep of one message makes. */
const maxQueries = 60

/** Returns a server that dies before its query of this number, or before or after it first sends a message. */
const createCrashingServer = (desk: BookingDesk, death: number | 'before-send' | 'after-send') => {
  let queries = 0
  let isDead = false
  const die = (): never => {
    isDead = true
    throw new Error('killed')
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1
      if (isDead || queries === death) die()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const post = createMemoryMailServer()
  const send = async (mail: Mail): Promise<MailOutcome> => {
    if (isDead || death === 'before-send') die()
    const outcome = await post.mailer.send(mail)
    if (death === 'after-send') die()
    return outcome
  }
  const context = {
    ...desk.context(null),
    db: desk.database.db.withPlugin(plugin),
    mailer: { ...post.mailer, send },
    clock: () => desk.now,
  }
  return { context, received: post.received, isDead: () => isDead }
}

describeOnEachDatabase('a server killed at every step of a message', ({ newDesk }) => {
  it('loses no message, sends none twice, and lists the uncertain ones', { timeout: 600_000 }, async () => {
    const desk = await newDesk()
    const calm = createMemoryMailServer()
    const at = createMessageDesk(desk, calm)
    const counts = { killed: 0, uncertain: 0, sent: 0 }
    for (let trial = 0; trial < howMany(500); trial += 1) {
      const choice = trial % 10
      const death = choice === 0 ? 'before-send' : choice === 1 ? 'after-send' : 1 + ((trial * 7) % maxQueries)
      const start = new Date(Math.ceil(desk.now / day) * day * 1000 + 5 * day * 1000 + 17 * 3_600_000)
      const { studyID } = await at.book({ utcStart: `${start.toISOString().slice(0, 19)}Z` })
      const mortal = createCrashingServer(desk, death)
      await sweepMessages(mortal.context).catch(() => {})
      if (mortal.isDead()) counts.killed += 1
      desk.now += 3600
      for (let sweep = 0; sweep < 3; sweep += 1) await at.sweep()
      const [confirmation, ...others] = await at.rows(studyID)
      const arrived = [...mortal.received, ...calm.received].filter(
        ({ messageKey }) => messageKey === `message-${confirmation?.message_id}`,
      ).length
      expect(others.map(({ kind }) => kind)).toEqual(['reminder'])
      expect(['sent', 'uncertain']).toContain(confirmation?.state)
      if (confirmation?.state === 'sent') {
        expect([trial, arrived]).toEqual([trial, 1])
        counts.sent += 1
      } else {
        expect(arrived).toBeLessThanOrEqual(1)
        expect((await at.logOf(studyID)).filter((line) => line.includes('may have arrived'))).toHaveLength(1)
        counts.uncertain += 1
      }
      await at.cancel(studyID)
      for (let sweep = 0; sweep < 2; sweep += 1) await at.sweep()
    }
    expect(counts.killed).toBeGreaterThan(howMany(500) / 3)
    expect(counts.uncertain).toBeGreaterThan(0)
    expect(counts.sent).toBeGreaterThan(0)
  })
})
