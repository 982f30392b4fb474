import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountName } from '#test/builders/back-office.ts'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { aTime, createConsultActs } from '#test/contract/consult-clinic.ts'
import { refusalOf } from '#test/contract/money-clinic.ts'

const feedback = {
  prescan: 5,
  checkin: 4,
  mri: 2,
  radiology: null,
  experience: 0,
  recommend: 1,
  feedback: 'Cold room.\nFriendly.',
}

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(
    `the service for feedback and assignment on ${engine.kind}`,
    { timeout: 60_000 },
    () => {
      let office: RunningBackOffice
      let desk: ReturnType<typeof createConsultActs>
      let studyId: string
      beforeAll(async () => {
        office = await runBackOffice(engine)
        desk = createConsultActs(office)
      })
      beforeEach(async () => {
        studyId = await desk.newStudy({ ...aTime(office), status: JSON.stringify({ scanned: true }) })
      })
      afterAll(async () => {
        await office.stop()
        expect(office.errors).toEqual([])
      })

      const lines = async (): Promise<string[]> => {
        const { body } = await desk.ask('readLog', { params: { studyId } })
        return body.map((line: { content: string; by: string }) => `${line.content} (${line.by})`)
      }
      const record = (body: object, who: AccountName = 'frontdesk') =>
        desk.ask('recordFeedback', { params: { studyId }, body: { feedback, ...body } }, who)
      const assign = (to: string | null, from: string | null, who: AccountName = 'hi') =>
        desk.ask('assignStudy', { params: { studyId }, body: { to, from } }, who)
      const reasonOf = async (call: ReturnType<typeof assign>): Promise<string> => {
        const answer = await call
        expect(refusalOf(answer)).toEqual([409, 'act-not-allowed'])
        return answer.body.message
      }
      const radiologists = async () => (await desk.ask('readRadiologists', { params: { studyId } })).body

      it('keeps the time and the author of the feedback when it is corrected, and logs no rating and no text', async () => {
        const first = await record({})
        expect([first.status, first.body.details.feedback]).toEqual([200, feedback])
        expect(first.body.status).toMatchObject({ feedbackReceived: true, feedbackReceivedBy: 'Robin frontdesk' })
        office.advance(60)
        const second = await record({ feedback: { ...feedback, mri: 3 } }, 'np')
        expect(second.body.status).toMatchObject({
          feedbackReceivedBy: 'Robin frontdesk',
          feedbackReceivedTime: first.body.status.feedbackReceivedTime,
        })
        expect((await record({ feedback: { ...feedback, mri: 3 }, version: 0 })).body.version).toBe(second.body.version)
        expect(await lines()).toEqual(['Feedback recorded (Robin frontdesk)', 'Feedback corrected (Robin np)'])
      })

      it.each([
        ['six stars', { ...feedback, mri: 6 }],
        ['half a star', { ...feedback, mri: 2.5 }],
        ['a question that does not exist', { ...feedback, parking: 5 }],
        ['a question left out', { ...feedback, mri: undefined }],
        ['control characters', { ...feedback, feedback: 'a\u0007b' }],
        ['4,001 characters', { ...feedback, feedback: 'x'.repeat(4001) }],
      ])('refuses feedback with %s as invalid', async (_what, wrong) => {
        expect((await record({ feedback: wrong })).status).toBe(400)
        expect(await lines()).toEqual([])
      })

      it('records the feedback of one of two desks that send at the same time, and refuses the other as stale', async () => {
        const { version } = (await desk.ask('readStudy', { params: { studyId } })).body
        const replies = await Promise.all(
          [1, 2].map((mri) => record({ feedback: { ...feedback, mri }, version }, mri === 1 ? 'frontdesk' : 'np')),
        )
        expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
        expect(await lines()).toHaveLength(1)
      })

      it('lists the active radiologists who may work at the location', async () => {
        const [known] = await radiologists()
        expect(known).toEqual({ userID: 'u-radiologist', name: 'Robin radiologist' })
        const user = (changes: object) =>
          office.db.updateTable('user').set(changes).where('user_id', '=', 'u-radiologist').execute()
        await user({ allowed_locations: JSON.stringify([clinic.elsewhere]) })
        expect(await radiologists()).toEqual([])
        expect(await reasonOf(assign('u-radiologist', null))).toBe(
          'This account does not belong to an active radiologist at this location.',
        )
        await user({ allowed_locations: JSON.stringify([clinic.home]), active: 0 })
        expect(await radiologists()).toEqual([])
        await user({ allowed_locations: null, active: 1 })
        expect(await radiologists()).toHaveLength(1)
      })

      it('lets a radiologist take and return a study, and logs who assigned it', async () => {
        expect((await assign('u-radiologist', null, 'radiologist')).body.status).toMatchObject({
          assignedTo: 'Robin radiologist',
          assignedToID: 'u-radiologist',
          assignedToBy: 'Robin radiologist',
        })
        expect((await assign('u-radiologist', null)).status).toBe(200)
        expect(refusalOf(await assign(null, null))).toMatchObject([409, 'stale'])
        expect((await assign(null, 'u-radiologist', 'radiologist')).body.status).toMatchObject({
          assignedTo: null,
          assignedToID: null,
          assignedToTime: null,
          assignedToBy: null,
        })
        expect(await lines()).toEqual([
          'Assigned to Robin radiologist (Robin radiologist)',
          'No longer assigned to Robin radiologist (Robin radiologist)',
        ])
      })

      it('names the earlier radiologist when a study is assigned to another', async () => {
        const status = JSON.stringify({ scanned: true, assignedTo: 'Ines Duarte', assignedToID: 'u-gone' })
        await office.db.updateTable('study').set({ status }).where('study_id', '=', studyId).execute()
        expect(await reasonOf(assign('u-radiologist', 'u-gone', 'radiologist'))).toBe(
          'This study is assigned to Ines Duarte.',
        )
        expect((await assign('u-radiologist', 'u-gone')).status).toBe(200)
        expect(await lines()).toEqual(['Assigned to Robin radiologist, before to Ines Duarte (Robin hi)'])
      })
    },
  )
}
