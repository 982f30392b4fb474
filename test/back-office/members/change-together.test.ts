import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`changes of one member on ${engine.kind}`, () => {
    let office: RunningBackOffice
    beforeAll(async () => {
      office = await runBackOffice(engine)
    })
    afterAll(() => office.stop())

    it('by many desks at the same moment are stored one after the other', async () => {
      const token = await office.signIn('admin')
      const change = (number: number) =>
        office.call(
          'changeMember',
          {
            params: { id: clinic.otherMember as never },
            body: {
              changes: number % 2 === 0 ? { email: `zoe.${number}@mail.example` } : { city: `Town ${number}` },
            },
          },
          { token },
        )
      for (let round = 0; round < 8; round += 1) {
        const answers = await Promise.all(Array.from({ length: 8 }, (_, number) => change(round * 8 + number)))
        expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
      }
      expect(office.errors).toEqual([])
    })
  })
}
