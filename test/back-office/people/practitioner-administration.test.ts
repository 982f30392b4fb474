import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMergedID } from '#back-office/repositories/administered-practitioners-repository.ts'
import { toStudy } from '#back-office/repositories/studies-repository.ts'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import {
  type Answer,
  aStudyRow,
  clinic,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
} from '../../builders/back-office.ts'

const entry = {
  firstName: 'Elodie',
  lastName: 'Marchant',
  profession: 'Family doctor',
  salutation: 'Dr.',
  contact: { emailAddress: 'em@practice.example', faxNumber: '16045550122', address: '1 Quay Road', address2: '' },
  practices: [{ id: null, practiceName: 'Quay Clinic', locationName: 'North', faxNumber: '16045550123' }],
}

for (const engine of await findEngines('sql')) {
  describe.skipIf(engine.missing !== undefined)(`the directory's administration on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let token: string
    let keys = 0
    beforeAll(async () => {
      office = await runBackOffice(engine)
      token = await office.signIn('admin')
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })
    const ask = async (name: RouteName, input: object = {}): Promise<Answer> => {
      keys += 1
      const key = backOfficeRoutes[name].idempotent === false ? undefined : `directory-${keys}`
      return office.call(name, input as never, { token, key })
    }
    const get = async (name: RouteName, input: object = {}): Promise<Answer['body']> => {
      const answer = await ask(name, input)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(backOfficeRoutes[name].answer.parse(answer.body)).toEqual(answer.body)
      return answer.body
    }
    const found = async (text: string): Promise<readonly string[]> =>
      (await get('readPractitioners', { query: { text } })).map(({ id }: { id: string }) => id)

    it('adds a practitioner with practices, changes both, and refuses to remove a practice', async () => {
      const added = await get('createPractitioner', { body: entry })
      expect(added).toMatchObject({ lastName: 'Marchant', version: 1, active: true, mergedInto: null })
      expect(await found('marchant')).toEqual([added.id])
      const [practice] = added.locations
      const kept = { id: practice.id, practiceName: 'Quay Clinic', locationName: 'South', faxNumber: '16045550124' }
      const change = { ...entry, lastName: 'Marchand-Roy', practices: [kept], version: 1, active: true }
      const params = { practitionerID: added.id }
      const changed = await get('administerPractitioner', { params, body: change })
      expect(changed).toMatchObject({ lastName: 'Marchand-Roy', version: 2 })
      expect(await found('marchand-roy')).toEqual([added.id])
      const stale = await ask('administerPractitioner', { params, body: change })
      expect(stale.body).toMatchObject({ code: 'stale', details: { current: { version: 2 } } })
      const gone = await ask('administerPractitioner', { params, body: { ...change, practices: [], version: 2 } })
      expect(gone.body.details.fields).toHaveProperty('practices')
      const row = await office.db
        .selectFrom('directory_change')
        .selectAll()
        .where('practitioner_id', '=', added.id)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(row.fields)).toEqual([
        { field: `practiceFaxNumbers.${practice.id}`, before: '16045550123', after: '16045550124' },
      ])
    })

    it('merges an entry into another: its studies and practices move there, and the merged entry stays as history', async () => {
      const twin = await get('createPractitioner', { body: entry })
      const [practice] = twin.locations
      const ref = { practitionerID: twin.id, locationID: practice.id }
      const practitioners = { primary: ref, referring: null, additional: [ref] }
      await office.db
        .insertInto('study')
        .values({
          ...aStudyRow(office.now()),
          study_id: 's-merged-1',
          patient_id: clinic.member,
          location_id: clinic.home,
          extra: JSON.stringify({ practitioners, other: 'kept' }),
        })
        .execute()
      const into = (await get('readAdministeredPractitioners')).find(
        ({ id }: { id: string }) => id === clinic.practitioner,
      )
      const body = { version: 1, into: into.id, intoVersion: into.version }
      const params = { practitionerID: twin.id }
      const wrong = await ask('mergePractitioners', { params, body: { ...body, intoVersion: 99 } })
      expect(wrong.body).toMatchObject({ code: 'stale', details: { current: { id: into.id } } })
      expect((await ask('mergePractitioners', { params, body: { ...body, into: twin.id } })).status).toBe(400)
      const merged = await get('mergePractitioners', { params, body })
      expect(merged).toMatchObject({ id: into.id, version: into.version + 1 })
      expect(merged.locations).toContainEqual(practice)
      const study = await office.db
        .selectFrom('study')
        .selectAll()
        .where('study_id', '=', 's-merged-1')
        .executeTakeFirstOrThrow()
      const now = { practitionerID: into.id, locationID: practice.id }
      expect(toStudy(study).details.practitioners).toEqual({ primary: now, referring: null, additional: [now] })
      expect(JSON.parse(study.extra)).toMatchObject({ other: 'kept' })
      expect(await found('marchant')).toEqual([])
      expect(await findMergedID(office.db, twin.id)).toBe(into.id)
      const old = (await get('readAdministeredPractitioners')).find(({ id }: { id: string }) => id === twin.id)
      expect(old).toMatchObject({ active: false, mergedInto: into.id })
      expect(
        (await ask('mergePractitioners', { params, body: { ...body, version: 2, intoVersion: into.version + 1 } }))
          .status,
      ).toBe(400)
    })
  })
}
