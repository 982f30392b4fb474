import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movedTables } from '#back-office/repositories/member-moves-repository.ts'
import { updateOtherSafety } from '#back-office/repositories/other-safety-repository.ts'
import type { Member } from '#domain/members/member.ts'
import { type MergeChoice, mergePartNames } from '#domain/members/merge-members.ts'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { howMany } from '#test/fixtures/deep.ts'
import { createRandom } from '#test/fixtures/random.ts'
import { createMergeActs } from './merge-clinic.ts'

/** Fills every table that a merge moves with random rows of two members, some with a key that both members have. */
const fillRandomly = async (
  office: RunningBackOffice,
  at: ReturnType<typeof createMergeActs>,
  pair: readonly [Member, Member],
  random: () => number,
): Promise<void> => {
  const { db } = office
  const upTo = (most: number): number => Math.floor(random() * (most + 1))
  const tag = pair[0].patientID
  const shared = [await at.newStudy(clinic.otherMember), await at.newStudy(clinic.otherMember)]
  for (const [side, { patientID }] of pair.entries()) {
    const studies: string[] = []
    for (let left = upTo(3); left > 0; left -= 1) studies.push(await at.newStudy(patientID))
    for (const [place, study_id] of studies.entries()) {
      if (random() < 0.5) {
        await db
          .insertInto('document')
          .values({
            ...{ uuid: `d-${study_id}`, study_id, patient_id: patientID, type_id: clinic.documentType, name: 'x' },
            ...{ status: 'DRAFT', active: 1, file_type: 'pdf', base64_file: '', created_at: 1, version: 1 },
            ...{ pages: 1, byte_size: 1, created_by: null, status_at: null, status_by: null },
          })
          .execute()
      }
      if (random() < 0.5) await addDraft(office, study_id, study_id, patientID)
      if (random() < 0.3) {
        await db
          .insertInto('safety_record')
          .values({
            ...{ study_id, answers: JSON.stringify({ 'Implants.Pacemaker': place === 0 }), version: 1 },
            ...{ saved_at: 1, saved_by: 'Robin', saved_by_user: null },
          })
          .execute()
      }
    }
    // Drafts without a study: two desks may have the same draft for both members.
    if (random() < 0.6) await addDraft(office, `draft-${tag}:${patientID}`, null, patientID)
    if (random() < 0.3) await addDraft(office, `draft-${tag}-${side}:${patientID}`, null, patientID)
    for (const study_id of shared) {
      if (random() < 0.4) {
        await db
          .insertInto('share')
          .values({ study_id, platform_id: patientID, shared_at: upTo(9) })
          .execute()
      }
    }
    if (random() < 0.5) {
      const person = { personID: `003-${patientID}`, atriumID: patientID, firstname: 'Ilse' }
      await db
        .insertInto('crm_person')
        .values({ person_id: person.personID, atrium_id: patientID, document: JSON.stringify(person) })
        .execute()
    }
    const external = { external_id: `x-${patientID}`, our_id: patientID, imported_at: upTo(9) }
    if (random() < 0.5) {
      await db
        .insertInto('external_id')
        // A gift card with the same external id is another record.
        .values([
          { kind: 'member', ...external },
          { kind: 'gift-card', ...external },
        ])
        .execute()
    }
    for (const location_id of [clinic.home, clinic.elsewhere]) {
      if (random() < 0.5) {
        await db
          .insertInto('member_email_confirmation')
          .values({
            ...{ member_id: patientID, location_id, email_key: 'shared@mail.example' },
            ...{ by_user: 'u-admin', by_name: 'Robin', at: upTo(9) },
          })
          .execute()
      }
    }
    if (random() < 0.3) {
      await db
        .insertInto('member_email_change')
        .values({
          ...{ member_id: patientID, previous_email: 'old@mail.example', location_id: clinic.home },
          ...{ by_user: 'u-admin', by_name: 'Robin', at: upTo(9) },
        })
        .execute()
    }
    for (const channel of ['email', 'sms'] as const) {
      if (random() < 0.4) {
        const address = random() < 0.3 ? null : `${upTo(1)}@mail.example`
        await db
          .insertInto('message_opt_out')
          .values({ member_id: patientID, channel, address, at: upTo(9) })
          .execute()
      }
    }
    for (const user_id of ['u-admin', 'u-onelocation']) {
      if (random() < 0.5) {
        await db
          .insertInto('found_member')
          .values({ user_id, member_id: patientID, found_at: upTo(9) })
          .execute()
      }
    }
  }
}

const addDraft = async (
  { db, now }: RunningBackOffice,
  draft_id: string,
  study_id: string | null,
  member_id: string,
): Promise<void> => {
  await db
    .insertInto('safety_draft')
    .values({
      ...{ draft_id, study_id, member_id, location_id: clinic.home, answers: '{}', version: 1, base_version: 0 },
      // The server removes old drafts while the test runs.
      ...{ saved_at: now(), saved_by: 'Robin', saved_by_user: null },
    })
    .execute()
}

for (const engine of await findEngines('sql')) {
  describe.skipIf(engine.missing !== undefined)(`random merges on ${engine.kind}`, { timeout: 600_000 }, () => {
    let office: RunningBackOffice
    let at: ReturnType<typeof createMergeActs>
    beforeAll(async () => {
      office = await runBackOffice(engine)
      at = createMergeActs(office)
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })

    it('lose no row, change every table whose rows a merge moves, and are undone byte for byte', async () => {
      const random = createRandom(334)
      const moved = new Set<string>()
      for (let left = howMany(200); left > 0; left -= 1) {
        const either = (one: string, other: string): string => (random() < 0.5 ? one : other)
        const changes = { city: either('Lisbon', ''), phn: either('', '9'), middlename: either('', 'Maria') }
        const kept = await at.newMember({ phn: either('', '8') })
        const merged = await at.newMember({ ...changes, address: either('', '1 Quay Road') })
        // A member who was merged into the merged member earlier moves too.
        if (random() < 0.3) {
          const earlier = await at.newMember()
          await at.merge(merged, earlier)
        }
        await fillRandomly(office, at, [kept, merged], random)
        // Comparing bookings writes an empty result where there was none. All rows are compared first, so that the undo
        // can restore them exactly.
        await office.db
          .updateTable('study')
          .set({ other_safety: JSON.stringify({ others: [], reason: null }) })
          .where('patient_id', 'in', [kept.patientID, merged.patientID])
          .execute()
        for (const { patientID } of [kept, merged]) await updateOtherSafety(office.db, patientID)
        const choices: Partial<Record<string, MergeChoice>> = {}
        for (const part of mergePartNames) if (random() < 0.3) choices[part] = random() < 0.5 ? 'kept' : 'merged'
        const [a, b] = [await at.read(kept.patientID), await at.read(merged.patientID)]
        const before = await at.readAll()
        const answer = await at.merge(a, b, { choices })
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        const between = await at.readAll()
        for (const [table, rows] of Object.entries(before)) {
          const isRewritten = table === 'member_word' || table === 'member_email_change'
          if (!isRewritten) expect([table, between[table]?.length]).toEqual([table, rows.length])
          if (JSON.stringify(between[table]) !== JSON.stringify(rows)) moved.add(table)
        }
        const studies = await office.db
          .selectFrom('study')
          .select('study_id')
          .where('patient_id', '=', merged.patientID)
          .execute()
        expect(studies).toEqual([])
        const undone = await at.undo(kept.patientID, answer.body.merge.mergeID)
        expect(undone.status, JSON.stringify(undone.body)).toBe(200)
        const after = await at.readAll()
        for (const [table, rows] of Object.entries(before)) expect([table, after[table]]).toEqual([table, rows])
      }
      for (const { table } of movedTables) expect([...moved]).toContain(table)
    })
  })
}
