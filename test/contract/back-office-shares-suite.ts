import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backOfficeRoutes } from '#contract/back-office.ts'
import {
  type AccountName,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
} from '../builders/back-office.ts'

/** The contract of a study's shares, on every back office (booking spec §2 Sharing, §7). */
export const describeShares = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(`shares on ${engine.kind}`, { timeout: 180_000 }, () => {
    const studyId = clinic.homeStudy
    let office: RunningBackOffice
    let keys = 0
    beforeAll(async () => {
      office = await runBackOffice(engine)
      const share = (study_id: string, platform_id: string, shared_at: number) => ({ study_id, platform_id, shared_at })
      await office.db
        .insertInto('share')
        .values([
          share(studyId, clinic.otherMember, office.now() - 60),
          share(studyId, 'm-gone', office.now()),
          share(clinic.elsewhereStudy, clinic.member, office.now()),
        ])
        .execute()
    })
    afterAll(async () => {
      expect(office.errors).toEqual([])
      await office.stop()
    })

    const read = async (who: AccountName = 'frontdesk', id: string = studyId) =>
      office.call('readShares', { params: { studyId: id } }, { token: await office.signIn(who) })
    const revoke = async (platformId: string, key?: string, id: string = studyId, who: AccountName = 'frontdesk') => {
      keys += 1
      const input = { params: { studyId: id }, body: { platformId } }
      return office.call('removeShare', input, { token: await office.signIn(who), key: key ?? `share-${keys}` })
    }
    const lines = () =>
      office.db
        .selectFrom('study_log')
        .select(['category', 'content', 'by_user'])
        .where('study_id', '=', studyId)
        .where('category', '=', 'Sharing')
        .execute()
    const changed = async (): Promise<number> =>
      (await office.db.selectFrom('change').select('sequence').where('kind', '=', 'around-study').execute()).length

    it('are listed newest first, including receivers unknown to the clinics', async () => {
      const { status, body } = await read('np')
      expect(status).toBe(200)
      expect(backOfficeRoutes.readShares.answer.parse(body)).toEqual(body)
      expect(body).toEqual([
        { platformId: 'm-gone', date: '2026-11-21T17:00:00Z' },
        { platformId: clinic.otherMember, date: '2026-11-21T16:59:00Z' },
      ])
      const names = await office.call(
        'readMembers',
        { query: { user_id: body.map((share: { platformId: string }) => share.platformId).join(',') } },
        { token: await office.signIn('np') },
      )
      expect(names.body).toMatchObject([{ atriumID: clinic.otherMember, firstname: 'Zoë' }])
    })

    it('are refused to staff of other locations, and to members', async () => {
      const elsewhere = await read('oneLocation', clinic.elsewhereStudy)
      expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'location-forbidden'])
      expect((await revoke(clinic.member, undefined, clinic.elsewhereStudy, 'oneLocation')).body).toEqual(
        elsewhere.body,
      )
      expect((await read('oneLocation', 's-nowhere')).status).toBe(404)
      expect((await read('member')).body.code).toBe('insufficient-permissions')
      expect((await revoke('m-gone', undefined, studyId, 'member')).body.code).toBe('insufficient-permissions')
      expect((await read('admin', clinic.elsewhereStudy)).body).toHaveLength(1)
    })

    it('are revoked once for any number of calls, with one log line and one change for other workstations', async () => {
      const before = await changed()
      const answers = await Promise.all([
        revoke('m-gone', 'the-same'),
        revoke('m-gone', 'the-same'),
        revoke('m-gone', undefined, studyId, 'np'),
      ])
      for (const { status, body } of answers) {
        expect([status, body.map((share: { platformId: string }) => share.platformId)]).toEqual([
          200,
          [clinic.otherMember],
        ])
      }
      expect(await lines()).toMatchObject([{ content: 'Share with m-gone revoked' }])
      expect(await changed()).toBe(before + 1)
      const rows = await office.db.selectFrom('audit').selectAll().where('action', 'like', 'share.revoked%').execute()
      expect(rows.filter(({ outcome }) => outcome === 'ok').map(({ action }) => action)).toEqual([
        'share.revoked m-gone',
        'share.revoked m-gone',
      ])
      expect((await revoke(clinic.otherMember)).body).toEqual([])
      expect((await read()).body).toEqual([])
    })
  })
}
