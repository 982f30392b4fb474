import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { membersHandlers } from '#back-office/members/routes.ts'
import { memberDraftSchema } from '#domain/members/member.ts'
import { frontdesk } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'

const aDraft = (email: string) =>
  memberDraftSchema.parse({
    firstname: 'Noor',
    lastname: 'Haddad',
    email,
    dob: '1990-05-06',
    gender: 'female',
    phone_number: '+1 604 555 0177',
    address: '9 Quay Road',
    city: 'Vancouver',
    state: 'BC',
    country: 'Canada',
  })

describeOnEachDatabase('a new member', ({ newDesk }) => {
  it('gets another id when the first one is taken, and is a duplicate only by its email address', async () => {
    const desk = await newDesk()
    const [same, next] = [randomUUID(), randomUUID()]
    const ids = [same, same, next]
    const context = { ...desk.context(frontdesk), newId: () => ids.shift() ?? randomUUID() }
    const create = (email: string) =>
      membersHandlers.createMember({ params: {}, query: {}, body: aDraft(email) }, context)
    const first = await create('noor@mail.example')
    const second = await create('nora@mail.example')
    expect([first, second].map(({ member }) => member.patientID)).toEqual(
      [same, next].map((id) => `m-${id.replaceAll('-', '').slice(0, 12)}`),
    )
    await expect(create('NOOR@mail.example')).rejects.toMatchObject({ code: 'member-exists' })
    ids.push(same, same)
    const unlucky = await create('nada@mail.example').catch((error: unknown) => error)
    expect(unlucky).not.toMatchObject({ code: 'member-exists' })
    expect(unlucky).toBeInstanceOf(Error)
  })
})
