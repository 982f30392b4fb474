import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepSentMail } from '#back-office/repositories/sent-mail-repository.ts'
import { clinic, findEngines } from '../../builders/back-office.ts'
import { createScriptedWorkshop, openReleaseDesk, type ReleaseDesk } from '../release/release-desk.ts'

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`a demo's lists of sent faxes and mail on ${engine.kind}`, () => {
    let desk: ReleaseDesk
    beforeEach(async () => {
      // Only a demo keeps sent mail. The database already has users, so `demo` adds no demo data.
      desk = await openReleaseDesk(engine, { pdf: createScriptedWorkshop(), environment: 'DEMO', demo: true })
    })
    afterEach(async () => {
      await desk.office.stop()
      expect(desk.office.errors).toEqual([])
    })

    it('hide a fax from staff who may work only at some locations, unless a delivery at one of them used its number', async () => {
      const [here, there] = [await desk.newStudy(), await desk.newStudy({}, { location_id: clinic.elsewhere })]
      await (await desk.begin(there)).send()
      const list = async (who: 'oneLocation' | 'frontdesk') =>
        (await desk.office.call('readSentFaxes', {}, { token: await desk.office.signIn(who) })).body
      expect(await list('frontdesk')).toHaveLength(1)
      expect(await list('oneLocation')).toEqual([])
      await (await desk.begin(here)).send()
      expect((await list('oneLocation')).length).toBeGreaterThan(0)
    })

    it('hide mail from staff who may work only at some locations, unless they can find all its recipients', async () => {
      const { db } = desk.office
      const mail = (mailID: string, to: string[]) => ({
        ...{ mailID, to, at: desk.office.now(), requestKey: mailID, from: 'desk@clinic.example' },
        ...{ subject: 'Your invoice', text: 'Dear member', attachments: [] },
      })
      await keepSentMail(db, mail('mail-1', ['ana.silva@mail.example']))
      await keepSentMail(db, mail('mail-2', ['zoe_oneill@mail.example']))
      await keepSentMail(db, mail('mail-3', ['ana.silva@mail.example', 'zoe_oneill@mail.example']))
      await keepSentMail(db, mail('mail-4', ['mia@practice.example']))
      const list = async (who: 'oneLocation' | 'frontdesk') => {
        const answer = await desk.office.call('readSentMail', {}, { token: await desk.office.signIn(who) })
        return answer.body.map?.(({ mailID }: { mailID: string }) => mailID).sort() ?? answer
      }
      expect(await list('frontdesk')).toEqual(['mail-1', 'mail-2', 'mail-3', 'mail-4'])
      expect(await list('oneLocation')).toEqual(['mail-1'])
    })
  })
}
