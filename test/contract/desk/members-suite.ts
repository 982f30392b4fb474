import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberDraftSchema, memberIDSchema } from '#domain/members/member.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings, draftOf, newMember, readWeek } from './desk-work.ts'

/** The contract that screens rely on for the members commands. */
export const describeMembersDesk = (name: string, start: StartDesks): void => {
  describe(`the member service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let otherDesk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      otherDesk = desks.otherDesk
      await desk.signIn('frontdesk')
      await otherDesk.signIn('admin')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 6)
    const surname = (): string => `Q${randomUUID().replace(/[^a-f]/g, '')}`.slice(0, 12)
    const change = (
      { patientID, version }: { readonly patientID: string; readonly version: number },
      changes: Record<string, unknown>,
      app = desk,
    ) => app.ask('members', 'change', { memberID: memberIDSchema.parse(patientID), version, changes })

    it('creates one member per idempotency key, and both workstations find that member by name', async () => {
      const accented = { firstname: 'Zoë', middlename: 'Ñusta', lastname: `${surname()}é`, preferredName: 'Łucja' }
      const draft = draftOf(accented)
      const input = { draft, idempotencyKey: randomUUID() }
      const member = await desk.get('members', 'create', input)
      expect(await desk.get('members', 'create', input)).toEqual(member)
      expect(member).toMatchObject({ ...accented, dob: draft.dob, email: draft.email })
      for (const app of [desk, otherDesk]) {
        const found = await app.until('the member is found', async () => {
          const { members } = await app.get('members', 'search', { text: draft.lastname, limit: 5 })
          return members.length > 0 ? members : null
        })
        expect(found.map(({ patientID }) => patientID)).toEqual([member.patientID])
        expect(await app.get('members', 'read', { memberID: member.patientID })).toEqual(member)
        await app.until('the member is found by name and birth date', async () => {
          const text = `${draft.lastname} ${draft.firstname} 30 Jun 1971`
          const hits = await app.get('search', 'find', { text, limit: 5 })
          return hits.some((hit) => hit.kind === 'member' && hit.member.patientID === member.patientID)
        })
      }
    })

    it('merges two members once per key, shows both ids with one record at every desk, and undoes the merge', async () => {
      const [kept, merged] = [await newMember(desk), await newMember(desk, { phn: '9123456789' })]
      const pair = { keptID: kept.patientID, mergedID: merged.patientID }
      expect(codeOf(await desk.ask('members', 'previewMerge', pair))).toBe('insufficient-permissions')
      const preview = await otherDesk.get('members', 'previewMerge', pair)
      expect(preview).toMatchObject({ kept: { member: kept, studies: 0 }, merged: { member: merged }, obstacle: null })
      const input = {
        ...pair,
        ...{ version: kept.version, mergedVersion: merged.version, choices: { email: 'merged' as const } },
        ...{ reason: 'Same person', birthDateReason: 'Same', idempotencyKey: randomUUID() },
      }
      expect(codeOf(await otherDesk.ask('members', 'merge', { ...input, version: 99 }))).toBe('stale')
      const done = await otherDesk.get('members', 'merge', { ...input, idempotencyKey: randomUUID() })
      expect(done.member).toMatchObject({ patientID: kept.patientID, email: merged.email, phn: '9123456789' })
      const again = await otherDesk.ask('members', 'merge', { ...input, idempotencyKey: randomUUID() })
      expect(codeOf(again)).toBe('member-merged')
      for (const app of [desk, otherDesk]) {
        for (const memberID of [kept.patientID, merged.patientID]) {
          expect(await app.get('members', 'read', { memberID })).toEqual(done.member)
        }
        const { members } = await app.get('members', 'search', { text: merged.email, limit: 5 })
        expect(members.map(({ patientID }) => patientID)).toEqual([kept.patientID])
      }
      // Another desk's form for the merged member was open during the merge and the undo.
      expect(codeOf(await change(merged, { city: 'Burnaby' }))).toBe('stale')
      const saved = await change({ ...merged, version: done.member.version }, { city: 'Burnaby' })
      expect(saved).toMatchObject({ value: { patientID: kept.patientID, city: 'Burnaby' } })
      const { merges } = await otherDesk.get('members', 'listMerges', { memberID: merged.patientID })
      expect(merges).toMatchObject([{ reason: expect.stringContaining('Same person'), undone: null }])
      const { mergeID } = done.merge
      const named = { keptID: kept.patientID, mergeID }
      expect(await otherDesk.get('members', 'previewMergeUndo', named)).toMatchObject({
        partsBack: ['email', 'phn'],
        obstacle: null,
      })
      const undo = { ...named, reason: 'Two persons', idempotencyKey: randomUUID() }
      const undone = await otherDesk.get('members', 'undoMerge', undo)
      expect(undone).toMatchObject({ kept: { email: kept.email, city: 'Burnaby' }, merged: { email: merged.email } })
      expect(await otherDesk.get('members', 'undoMerge', undo)).toEqual(undone)
      const other = { ...undo, idempotencyKey: randomUUID() }
      expect(codeOf(await otherDesk.ask('members', 'undoMerge', other))).toBe('merge-not-undone')
      expect(await desk.get('members', 'read', { memberID: merged.patientID })).toEqual(undone.merged)
    })

    it('refuses a second member with the same email address, and an unknown member', async () => {
      const { email } = await newMember(desk)
      const reply = await desk.ask('members', 'create', { draft: draftOf({ email }), idempotencyKey: randomUUID() })
      expect(reply).toMatchObject({
        failure: { code: 'member-exists', details: { fields: { email: expect.any(String) } } },
      })
      const memberID = memberIDSchema.parse('m-not-known')
      expect(codeOf(await desk.ask('members', 'read', { memberID }))).toBe('not-found')
      expect(codeOf(await change({ patientID: memberID, version: 1 }, { city: 'Burnaby' }))).toBe('not-found')
    })

    it('changes a member under an optimistic lock, and notifies the location’s other workstation', async () => {
      const { patientID: memberID, studyID } = await booked()
      await otherDesk.until(
        'the other desk has the study',
        async () => (await otherDesk.ask('study', 'read', { studyID })).ok,
      )
      await readWeek(otherDesk)
      const before = await desk.get('members', 'read', { memberID })
      const reply = await change(before, { city: 'Burnaby' })
      expect(reply).toMatchObject({ ok: true, value: { ...before, city: 'Burnaby', version: expect.any(Number) } })
      await otherDesk.until('the other desk is notified', () =>
        otherDesk.eventsOf('members.changed').some(({ memberID }) => memberID === before.patientID),
      )
      expect(await otherDesk.get('members', 'read', { memberID: before.patientID })).toMatchObject({ city: 'Burnaby' })
      const stale = await change(before, { city: 'Surrey' }, otherDesk)
      expect(codeOf(stale)).toBe('stale')
      expect(await desk.get('members', 'read', { memberID: before.patientID })).toMatchObject({ city: 'Burnaby' })
    })

    it('refuses the email address of another member', async () => {
      const { email } = await newMember(desk)
      const member = await newMember(desk)
      expect(codeOf(await change(member, { email }))).toBe('member-exists')
      expect(await desk.get('members', 'read', { memberID: member.patientID })).toMatchObject({ email: member.email })
    })

    it('lists members who may be the same person, with the reasons', async () => {
      const lastname = surname()
      const known = await newMember(desk, { lastname, phone_number: '+1 604 555 0101' })
      const matches = async (overrides: Record<string, unknown>) => {
        const draft = memberDraftSchema.parse({
          ...draftOf({ lastname, phone_number: '+1 604 555 0199' }),
          ...overrides,
        })
        const found = await desk.get('members', 'findDuplicates', { draft })
        return found.filter(({ member }) => member.patientID === known.patientID).flatMap(({ reasons }) => reasons)
      }
      expect(await matches({})).toEqual(['same-name-and-birth-date'])
      expect(await matches({ email: known.email, lastname: 'Another', dob: '1950-01-01' })).toEqual(['same-email'])
      expect(await matches({ phone_number: known.phone_number })).toEqual([
        'same-name-and-birth-date',
        'same-phone-and-similar-name',
      ])
      expect(await matches({ firstname: 'Bruno', lastname: 'Different', dob: '1950-01-01' })).toEqual([])
    })

    it('lists a member’s studies, and lists the member’s appointments with or without the back office', async () => {
      const { studyID, patientID: memberID } = await booked()
      expect((await desk.get('members', 'readStudies', { memberID })).map((study) => study.studyID)).toEqual([studyID])
      const appointments = () => desk.get('members', 'readAppointments', { memberID })
      expect(await appointments()).toMatchObject({ source: 'back-office', studies: [{ studyID }] })
      await desks.setLine(false)
      try {
        expect(await appointments()).toMatchObject({ source: 'cache', studies: [{ studyID }] })
        const offline = await desk.ask('members', 'create', { draft: draftOf(), idempotencyKey: randomUUID() })
        expect(codeOf(offline)).toBe('offline')
      } finally {
        await desks.setLine(true)
      }
    })
  })
}
