import { expect, it } from 'vitest'
import { toMemberRow } from '#back-office/repositories/members-repository.ts'
import { findStudy, toStudy } from '#back-office/repositories/studies-repository.ts'
import type { Member } from '#domain/members/member.ts'
import { aStudyRow } from '#test/builders/back-office.ts'
import { aMember } from '#test/builders/records.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'
import { openBefore } from './older-database.ts'

const aMemberOf = (gender: string, id: string): Member =>
  aMember({ patientID: id, user_id: id, atriumID: id, email: `${id}@mail.example`, gender })

describeOnEachDatabase('a database from before the safety questions', (databases) => {
  it('gives every study its sedative and the unanswered questions of its member’s sex', async () => {
    const { db, add, addVancouver, migrate } = await openBefore('004-safety', databases)
    await addVancouver()
    const {
      sedative: _s,
      safety: _f,
      balance: _b,
      ledger_version: _l,
      invoice_step: _i,
      payment_made: _p,
      ...old
    } = aStudyRow(0)
    for (const [id, gender, extra] of [
      ['1', 'female', '{}'],
      ['2', 'male', JSON.stringify({ sedative: { status: 'ready' }, practitioners: {} })],
      ['3', 'male', JSON.stringify({ sedative: { status: 'not requested' } })],
    ] as const) {
      const { referral_code: _r, language: _language, ...oldMember } = toMemberRow(aMemberOf(gender, `m-00000${id}`), 0)
      await add('member', oldMember)
      const row = { ...old, study_id: `s-${id}`, patient_id: `m-00000${id}`, location_id: 'ca-bc-1', extra }
      await add('study', row)
    }
    await migrate()
    const studies = await Promise.all(
      ['s-1', 's-2', 's-3'].map(async (id) => {
        const row = await findStudy(db, id)
        if (row === undefined) throw new Error(`${id} is gone`)
        return toStudy(row)
      }),
    )
    expect(studies.map(({ sedative }) => sedative.status)).toEqual(['not requested', 'ready', 'not requested'])
    expect(studies.map(({ safety }) => safety.state)).toEqual(['unanswered', 'unanswered', 'unanswered'])
    const [woman, man, other] = studies.map(({ safety }) => safety.unanswered)
    expect([woman, other]).toEqual([(man ?? 0) + 1, man])
  })
})
