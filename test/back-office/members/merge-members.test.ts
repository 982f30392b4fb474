import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Member } from '#domain/members/member.ts'
import { anAttemptRow, clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { goodInputs } from '#test/contract/back-office-bad-input.ts'
import { aTime } from '#test/contract/consult-clinic.ts'
import { refusalOf } from '#test/contract/money-clinic.ts'
import { aDeliveryRow, createMergeActs } from './merge-clinic.ts'

for (const engine of await findEngines('sql')) {
  describe.skipIf(engine.missing !== undefined)(`a merge of members on ${engine.kind}`, { timeout: 60_000 }, () => {
    let office: RunningBackOffice
    let at: ReturnType<typeof createMergeActs>
    let kept: Member
    let merged: Member
    beforeAll(async () => {
      office = await runBackOffice(engine)
      at = createMergeActs(office)
    })
    beforeEach(async () => {
      kept = await at.newMember()
      merged = await at.newMember({ lastname: kept.lastname, phn: '9123456789' })
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })
    const idOf = async (answer: ReturnType<typeof at.merge>): Promise<string> => {
      const { status, body } = await answer
      expect(status, JSON.stringify(body)).toBe(200)
      return body.merge.mergeID
    }

    it('moves the studies, fills empty fields, and answers both ids with the kept record', async () => {
      const studies = [await at.newStudy(kept.patientID), await at.newStudy(merged.patientID)]
      const { body } = await at.merge(kept, merged, { choices: { email: 'merged' } })
      expect(body.member).toMatchObject({ patientID: kept.patientID, email: merged.email, phn: '9123456789' })
      for (const studyID of studies) expect(await at.ownerOf(studyID)).toBe(kept.patientID)
      for (const { patientID } of [kept, merged]) {
        expect(await at.read(patientID)).toEqual(body.member)
        const found = await at.get('readStudiesOfMember', { params: { id: patientID } })
        expect(found.map(({ studyID }: { studyID: string }) => studyID).toSorted()).toEqual(studies)
      }
      const listed = await at.get('readMembers', { query: { user_id: `${merged.patientID},${kept.patientID}` } })
      expect(listed).toEqual([body.member])
      const { merges } = await at.get('readMemberMerges', { query: { memberID: merged.patientID } })
      expect(merges).toMatchObject([
        { kept: { memberID: kept.patientID }, merged: { memberID: merged.patientID }, by: 'Robin admin', undone: null },
      ])
    })

    it('hides the merged member from searches, and frees the email address that is not kept', async () => {
      await idOf(at.merge(kept, merged))
      for (const text of [merged.patientID, merged.email, `${merged.firstname} ${merged.lastname}`]) {
        const found: Member[] = await at.get('searchMembers', { body: { text } })
        expect(found.map(({ patientID }) => patientID)).not.toContain(merged.patientID)
      }
      expect(await at.get('searchMembers', { body: { email: merged.email, exactMatch: true } })).toEqual([])
      const { patientID: _p, user_id: _u, atriumID: _a, yob: _y, mob: _m, roles: _r, version: _v, ...draft } = merged
      const { salesforceAccountId: _s, sfOpportunityID: _o, ...fields } = draft
      expect((await at.ask('createMember', { body: fields })).status).toBe(200)
    })

    it('loses no text of a form that was opened before the merge: the save is stale, then reaches the kept member', async () => {
      await idOf(at.merge(kept, merged))
      const change = (version: number) =>
        at.ask('changeMember', {
          params: { id: merged.patientID },
          body: { changes: { city: 'Lisbon' }, version },
        })
      for (const version of [merged.version, kept.version]) {
        expect(refusalOf(await change(version))).toMatchObject([409, 'stale'])
      }
      const { version } = await at.read(merged.patientID)
      expect((await change(version)).body).toMatchObject({ patientID: kept.patientID, city: 'Lisbon' })
      expect((await at.read(kept.patientID)).city).toBe('Lisbon')
    })

    it('makes the kept member the member of a safety draft that names the merged member', async () => {
      await idOf(at.merge(kept, merged))
      const draft = { draftID: 'draft-0001', patientID: merged.patientID, locationID: clinic.home }
      const saved = await at.ask('saveBookingSafetyDraft', {
        body: { ...draft, SafetyQuestions: { 'Prescription.PatientHealthNumber': '1' } },
      })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      const read = await at.get('readBookingSafetyDrafts', { query: { patientID: kept.patientID } })
      expect(read.drafts.every(({ patientID }: { patientID: string }) => patientID === kept.patientID)).toBe(true)
    })

    it('lists the merged member and the studies in the feed, and lists both again after the undo', async () => {
      const studyID = await at.newStudy(merged.patientID)
      const readFeed = async (cursor?: string) => {
        let page = await at.get('readChanges', { query: { locationID: clinic.home, ...(cursor && { cursor }) } })
        const changes = [...page.changes]
        while (page.more) {
          page = await at.get('readChanges', { query: { locationID: clinic.home, cursor: page.cursor } })
          changes.push(...page.changes)
        }
        return { changes, cursor: page.cursor }
      }
      const before = await readFeed()
      const mergeID = await idOf(at.merge(kept, merged))
      const after = await readFeed(before.cursor)
      const of = (changes: readonly { id: string }[], id: string) => changes.filter((change) => change.id === id)
      expect(of(after.changes, merged.patientID)).toEqual([{ kind: 'member', id: merged.patientID, value: null }])
      expect(of(after.changes, studyID)).toMatchObject([{ value: { patientID: kept.patientID } }])
      expect(of(after.changes, kept.patientID)).toMatchObject([{ value: { patientID: kept.patientID } }])
      await at.undo(kept.patientID, mergeID)
      const undone = await readFeed(after.cursor)
      expect(of(undone.changes, merged.patientID)).toMatchObject([{ value: { email: merged.email } }])
      expect(of(undone.changes, studyID)).toMatchObject([{ value: { patientID: merged.patientID } }])
    })

    it.each([
      ['no reason', { reason: ' ' }, [400, 'invalid-input', 'reason']],
      ['a stale version of the kept member', { version: 9 }, [409, 'stale']],
      ['a stale version of the merged member', { mergedVersion: 9 }, [409, 'stale']],
      ['an unknown member', { mergedID: 'm-none' }, [404, 'not-found']],
      ['an unknown part', { choices: { shoeSize: 'kept' } }, [400, 'invalid-input', 'choices']],
    ])('refuses a merge with %s, and changes nothing', async (_what, more, expected) => {
      const before = await at.readAll()
      expect(refusalOf(await at.merge(kept, merged, more))).toEqual(expected)
      expect(await at.readAll()).toEqual(before)
    })

    it('needs a separate reason for different birth dates, and refuses to merge a member with itself', async () => {
      const other = await at.newMember({ dob: '1981-01-02' as never, yob: 1981, mob: 1 })
      const refused = await at.merge(kept, other)
      expect([refused.status, Object.keys(refused.body.details.fields)]).toEqual([400, ['birthDateReason']])
      expect((await at.merge(kept, other, { birthDateReason: 'Typing error in one record' })).status).toBe(200)
      expect(refusalOf(await at.merge(kept, kept))).toEqual([400, 'invalid-input', 'mergedID'])
    })

    it('is for administrators only', async () => {
      expect(refusalOf(await at.merge(kept, merged, {}, undefined, 'frontdesk'))).toEqual([
        403,
        'insufficient-permissions',
      ])
    })

    it('happens once if its call is repeated after a lost answer, and is refused under another key', async () => {
      const first = await at.merge(kept, merged, {}, 'same-key')
      const again = await at.merge(kept, merged, {}, 'same-key')
      expect([again.status, again.body]).toEqual([200, first.body])
      const other = await at.merge(first.body.member, merged)
      expect([other.status, other.body.code, other.body.details]).toEqual([
        409,
        'member-merged',
        { keptID: kept.patientID },
      ])
      expect(await at.get('readMemberMerges', { query: { memberID: kept.patientID } })).toMatchObject({
        merges: [{ reason: 'Same person, registered twice' }],
      })
    })

    it('lets only one of two simultaneous merges succeed, even if they would form a chain or cycle', async () => {
      const third = await at.newMember()
      const both = await Promise.all([at.merge(kept, merged, {}, 'desk-1'), at.merge(kept, merged, {}, 'desk-2')])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const now = await at.read(kept.patientID)
      // The cycle: kept into third, and third into kept.
      const cycle = await Promise.all([at.merge(third, now), at.merge(now, third)])
      expect(cycle.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const survivors = await Promise.all([kept, merged, third].map(({ patientID }) => at.read(patientID)))
      expect(new Set(survivors.map(({ patientID }) => patientID)).size).toBe(1)
    })

    it('has one consistent result when A is merged into B while B is merged into C', async () => {
      const [a, b, c] = [merged, kept, await at.newMember()]
      const study = await at.newStudy(a.patientID)
      const results = await Promise.all([at.merge(b, a), at.merge(c, b)])
      const refused = results.filter(({ status }) => status !== 200)
      for (const answer of refused) expect(['member-merged', 'stale']).toContain(answer.body.code)
      expect(results.some(({ status }) => status === 200)).toBe(true)
      const owner = await at.ownerOf(study)
      expect((await at.read(a.patientID)).patientID).toBe(owner)
      expect((await at.read(owner ?? '')).patientID).toBe(owner)
    })

    it('in a chain can be undone only after the later merges are undone', async () => {
      const third = await at.newMember()
      const study = await at.newStudy(merged.patientID)
      const first = await idOf(at.merge(kept, merged))
      const second = await idOf(at.merge(third, await at.read(kept.patientID)))
      expect((await at.read(merged.patientID)).patientID).toBe(third.patientID)
      expect(refusalOf(await at.undo(kept.patientID, first))).toEqual([409, 'merge-not-undone'])
      expect((await at.undo(third.patientID, second)).status).toBe(200)
      expect(await at.ownerOf(study)).toBe(kept.patientID)
      expect((await at.read(merged.patientID)).patientID).toBe(kept.patientID)
      expect((await at.undo(kept.patientID, first)).status).toBe(200)
      expect(await at.ownerOf(study)).toBe(merged.patientID)
      expect((await at.read(merged.patientID)).email).toBe(merged.email)
      expect(refusalOf(await at.undo(kept.patientID, first))).toEqual([409, 'merge-not-undone'])
    })

    it('leaves records that were created or changed after the merge with the kept member', async () => {
      const old = await at.newStudy(merged.patientID)
      const mergeID = await idOf(at.merge(kept, merged, { choices: { email: 'merged' } }))
      office.advance(60)
      const created = await at.newStudy(kept.patientID)
      const { version } = await at.read(kept.patientID)
      const changes = { phn: '1' }
      await at.get('changeMember', { params: { id: kept.patientID }, body: { changes, version } })
      const plan = await at.get('previewMergeUndo', { params: { id: kept.patientID, mergeID } })
      expect(plan).toMatchObject({
        back: { studies: 1 },
        gone: {},
        newStudies: 1,
        partsBack: ['email'],
        partsStay: ['phn'],
        obstacle: null,
      })
      const { body } = await at.undo(kept.patientID, mergeID, 'undo-key')
      expect(body).toMatchObject({
        kept: { email: kept.email, phn: '1' },
        merged: { email: merged.email, patientID: merged.patientID },
        merge: { undone: { by: 'Robin admin', reason: 'Two persons' } },
      })
      expect((await at.undo(kept.patientID, mergeID, 'undo-key')).body).toEqual(body)
      expect([await at.ownerOf(old), await at.ownerOf(created)]).toEqual([merged.patientID, kept.patientID])
      const found: Member[] = await at.get('searchMembers', { body: { text: merged.email } })
      expect(found.map(({ patientID }) => patientID)).toEqual([merged.patientID])
    })

    it('refuses an undo while another record has the email address of the merged member', async () => {
      const mergeID = await idOf(at.merge(kept, merged))
      const other = await at.newMember({ email: merged.email })
      const plan = await at.get('previewMergeUndo', { params: { id: kept.patientID, mergeID } })
      expect(plan.obstacle).toContain('email address')
      expect(refusalOf(await at.undo(kept.patientID, mergeID))).toEqual([409, 'merge-not-undone'])
      const change = { changes: { email: 'free@mail.example' }, version: other.version }
      await at.get('changeMember', { params: { id: other.patientID }, body: change })
      expect((await at.undo(kept.patientID, mergeID)).status).toBe(200)
    })

    const credit = (patientID: string, amount: number, id: string) =>
      office.db
        .insertInto('member_credit')
        .values({
          credit_id: `credit-${id}-${patientID}`,
          patient_id: patientID,
          amount,
          currency: 'CAD',
          study_id: 's-none',
          transaction_id: null,
          reason: amount > 0 ? 'granted' : 'used',
          at: office.now(),
          processed_by: null,
        })
        .execute()

    it('adds up both members’ credits, and refuses an undo after the merged member’s credits were used', async () => {
      await credit(merged.patientID, 5000, 'a')
      const study = await at.newStudy(kept.patientID)
      const mergeID = await idOf(at.merge(kept, merged))
      const page = await at.get('readPayments', { params: { studyId: study } })
      expect(JSON.stringify(page)).toContain('"availableCredits":50')
      await credit(kept.patientID, -2000, 'b')
      expect(refusalOf(await at.undo(kept.patientID, mergeID))).toEqual([409, 'merge-not-undone'])
      await credit(kept.patientID, 2000, 'c')
      expect((await at.undo(kept.patientID, mergeID)).status).toBe(200)
    })

    it('returns refunded credits to the record that used them, even after a merge', async () => {
      await credit(merged.patientID, 5000, 'own')
      const study = await at.newStudy(merged.patientID, aTime(office))
      const body = { payment: { paymentType: 'referralCredit', amount: 30 } }
      const paid = await at.get('recordPayment', { params: { studyId: study }, body })
      const mergeID = await idOf(at.merge(kept, merged))
      const refunded = await at.ask('refundTransaction', {
        params: { studyId: study, id: paid.transaction.transactionID },
        body: { memo: 'moved away', amount: 30 },
      })
      expect([refunded.status, refunded.body.payments?.availableCredits]).toEqual([200, 50])
      await at.undo(kept.patientID, mergeID)
      const rows = await office.db
        .selectFrom('member_credit')
        .select(['patient_id', 'amount'])
        .where('patient_id', 'in', [kept.patientID, merged.patientID])
        .execute()
      expect(rows.map(({ amount }) => Number(amount)).toSorted((x, y) => x - y)).toEqual([-3000, 3000, 5000])
      expect(new Set(rows.map(({ patient_id }) => patient_id))).toEqual(new Set([merged.patientID]))
    })

    it('keeps temporary holds, card attempts and queued sends with their study, and is not refused because of them', async () => {
      const study = await at.newStudy(merged.patientID, { ...aTime(office), temporary_hold: 1 })
      await office.db.insertInto('payment_attempt').values(anAttemptRow(study, office.now())).execute()
      await office.db.insertInto('delivery').values(aDeliveryRow(study, office.now())).execute()
      const mergeID = await idOf(at.merge(kept, merged))
      for (const patientID of [kept.patientID, merged.patientID]) {
        if (patientID === merged.patientID) expect((await at.undo(kept.patientID, mergeID)).status).toBe(200)
        expect(await at.get('readStudy', { params: { studyId: study } })).toMatchObject({
          patientID,
          temporaryHold: true,
          version: 1,
        })
        expect(JSON.stringify(await at.get('readPayments', { params: { studyId: study } }))).toContain(
          `attempt-${study}`,
        )
        const delivery = { studyId: study, deliveryID: `delivery-${study}` }
        expect(await at.get('readDelivery', { params: delivery })).toMatchObject({ delivery: { state: 'registered' } })
      }
    })

    it('makes a booking that arrives at the same time name the kept member, at the latest when the call is repeated', async () => {
      const [booking] = [goodInputs.createBooking.body as object]
      for (const machine of [0, 1, 2]) {
        const [one, other] = [await at.newMember(), await at.newMember()]
        const utcStart = `2026-12-0${machine + 2}T18:00:00Z`
        const body = { ...booking, patientID: other.patientID, utcStart }
        const [merging, booked] = await Promise.all([
          at.merge(one, other),
          at.ask('createBooking', { body }, 'frontdesk', `booking-${machine}`),
        ])
        expect(merging.status).toBe(200)
        if (booked.status !== 200) expect([booked.status, booked.body.code]).toEqual([409, 'member-merged'])
        // The same call under the same key, as after a lost answer.
        const again = await at.ask('createBooking', { body }, 'frontdesk', `booking-${machine}`)
        expect([again.status, again.body.message]).toEqual([200, undefined])
        expect(await at.ownerOf(again.body.studyID)).toBe(one.patientID)
      }
    })

    it('makes a waiting result of the merged member name the kept member', async () => {
      await office.db
        .insertInto('incoming_result')
        .values({
          ...{ result_id: `result-${merged.patientID}`, channel: 'hl7', sender: 'RIS', message_id: merged.patientID },
          ...{ content_hash: merged.patientID, digest: merged.patientID, study_ref: 'none', kind: 'structured' },
          ...{
            status: 'final',
            issued_at: office.now(),
            received_at: office.now(),
            content: '{}',
            copies: 1,
            tries: 0,
          },
          ...{ retry_at: null, state: 'waiting', reason: 'unmatched', study_id: null, report_id: null },
          ...{ decided_at: null, decided_by: null, decided_reason: null },
          identity: JSON.stringify({
            ...{ patientIDs: [merged.patientID.toUpperCase()], given: '', family: '', birthDate: null },
            ...{ partialBirthDate: '', sex: null },
          }),
        })
        .execute()
      const study = await at.newStudy(merged.patientID)
      const count = async (): Promise<number> =>
        (await at.get('countStudyResults', { params: { studyId: study } }, 'hi')).waiting
      expect(await count()).toBe(1)
      await idOf(at.merge(kept, merged))
      expect(await count()).toBe(1)
      const waiting: { resultID: string; identity: { patientIDs: string[] } }[] = await at.get(
        'readWaitingResults',
        {},
        'hi',
      )
      const own = waiting.find(({ resultID }) => resultID === `result-${merged.patientID}`)
      expect(own?.identity.patientIDs).toEqual([kept.patientID])
    })

    it('recomputes the safety notices of the other bookings for every study, on merge and on undo', async () => {
      const studies = [await at.newStudy(kept.patientID), await at.newStudy(merged.patientID)]
      const othersOf = async () =>
        (
          await office.db
            .selectFrom('study')
            .select('other_safety')
            .where('study_id', 'in', studies)
            .orderBy('study_id')
            .execute()
        ).map(({ other_safety }) => (other_safety === null ? null : JSON.parse(other_safety).others.length))
      const answers = JSON.stringify({ 'Implants.Pacemaker': true })
      const record = { version: 1, saved_at: 1, saved_by: 'Robin', saved_by_user: null }
      await office.db
        .insertInto('safety_record')
        .values({ study_id: studies[1] ?? '', answers, ...record })
        .execute()
      expect(await othersOf()).toEqual([null, null])
      const mergeID = await idOf(at.merge(kept, merged))
      expect((await othersOf())[0]).not.toBeNull()
      await at.undo(kept.patientID, mergeID)
      expect(await othersOf()).toEqual([0, 0])
    })

    it('combines the opt-outs of both members, and restores the opt-outs of each member on undo', async () => {
      const wish = (member_id: string, address: string | null) =>
        office.db.insertInto('message_opt_out').values({ member_id, channel: 'email', at: 5, address }).execute()
      const wishOf = async (member_id: string) =>
        (await office.db.selectFrom('message_opt_out').selectAll().where('member_id', '=', member_id).execute()).map(
          ({ address }) => address,
        )
      await wish(kept.patientID, 'a@x.example')
      await wish(merged.patientID, 'b@x.example')
      const mergeID = await idOf(at.merge(kept, merged))
      expect(await wishOf(kept.patientID)).toEqual([null])
      await at.undo(kept.patientID, mergeID)
      expect([await wishOf(kept.patientID), await wishOf(merged.patientID)]).toEqual([['a@x.example'], ['b@x.example']])
    })

    it('makes the external id and the own session of the merged member lead to the kept member', async () => {
      await office.db
        .insertInto('external_id')
        .values({ kind: 'member', external_id: `ext-${merged.patientID}`, our_id: merged.patientID, imported_at: 1 })
        .execute()
      await idOf(at.merge(kept, merged))
      const row = await office.db
        .selectFrom('external_id')
        .select('our_id')
        .where('external_id', '=', `ext-${merged.patientID}`)
        .executeTakeFirst()
      expect(row?.our_id).toBe(kept.patientID)
      const begun = await at.newStudy(clinic.member)
      await office.db
        .insertInto('safety_draft')
        .values({
          ...{ draft_id: begun, study_id: begun, member_id: clinic.member, location_id: clinic.home, answers: '{}' },
          ...{ version: 1, base_version: 0, saved_at: office.now(), saved_by: 'Ana', saved_by_user: clinic.member },
        })
        .execute()
      const own = await at.newStudy(clinic.otherMember)
      const [other, account] = [await at.read(clinic.otherMember), await at.read(clinic.member)]
      const mergeID = await idOf(at.merge(other, account, { birthDateReason: 'Test' }))
      const token = await office.signIn('member')
      const seen = await office.call('readStudy', { params: { studyId: own } } as never, { token })
      expect([seen.status, seen.body.patientID]).toEqual([200, clinic.otherMember])
      const answers = await office.call('readSafetyQuestions', { query: { studyID: begun } } as never, { token })
      expect([answers.status, answers.body.draft?.byUser]).toEqual([200, clinic.member])
      await at.undo(clinic.otherMember, mergeID)
      expect((await office.call('readStudy', { params: { studyId: own } } as never, { token })).status).toBe(404)
    })

    it('is audited with its undo and both ids, and the audit log lists the rows of both members together', async () => {
      await at.read(merged.patientID)
      const mergeID = await idOf(at.merge(kept, merged))
      await at.undo(kept.patientID, mergeID)
      const rows = await office.db
        .selectFrom('audit')
        .select(['action', 'member_id', 'outcome', 'after'])
        .where('action', 'like', 'member.merge%')
        .where('action', 'like', `%${merged.patientID}%`)
        .orderBy('sequence')
        .execute()
      expect(rows.map(({ action, member_id }) => [action, member_id])).toEqual([
        [`member.merged ${merged.patientID} into ${kept.patientID}, 0 studies`, kept.patientID],
        [`member.merged ${merged.patientID} into ${kept.patientID}`, merged.patientID],
        [`member.merge-undone ${merged.patientID} from ${kept.patientID}`, kept.patientID],
        [`member.merge-undone ${merged.patientID} from ${kept.patientID}`, merged.patientID],
      ])
      expect(rows[0]?.after).toContain('member.phn')
      expect(rows[0]?.after).not.toContain('9123456789')
      await idOf(at.merge(await at.read(kept.patientID), await at.read(merged.patientID)))
      const log = await at.get('readAuditLog', { query: { memberID: kept.patientID } })
      const ids = new Set(log.rows.map(({ member }: { member: { memberID: string } | null }) => member?.memberID))
      expect(ids).toEqual(new Set([kept.patientID, merged.patientID]))
    })
  })
}
