import { describe, expect, it } from 'vitest'
import { openDatabase } from '#back-office/database/open-database.ts'
import { createMemberSearch, startMemberSearch } from '#back-office/members/member-search-thread.ts'
import { addMembers } from '#back-office/repositories/members-repository.ts'
import { findEngines } from '#test/builders/back-office.ts'
import { aMember } from '#test/builders/records.ts'

const asked = { text: 'abernaty', email: '', scope: 'all', limit: 20 } as const
const engines = await findEngines()

for (const engine of engines) {
  describe.skipIf(engine.missing !== undefined)(`the thread of the member search on ${engine.kind}`, () => {
    it('finds the same members as a search on the server’s own connection, even new members, until it is closed', async () => {
      const empty = await engine.createShaped()
      const { db, close } = await openDatabase(empty.source)
      const search = startMemberSearch(empty.source)
      try {
        expect((await search.find(asked)).members).toEqual([])
        await addMembers(db, [aMember({ firstname: 'Amara', lastname: 'Abernathy' })], 0)
        const found = await search.find(asked)
        expect(found.members.map(({ lastname }) => lastname)).toEqual(['Abernathy'])
        expect(found).toEqual(await createMemberSearch(db).find(asked))
        const both = await Promise.all([search.find(asked), search.find({ ...asked, text: 'nowhere' })])
        expect(both.map(({ members }) => members.length)).toEqual([1, 0])
      } finally {
        await search.close()
        await close()
        await empty.remove()
      }
      await expect(search.find(asked)).rejects.toThrow('The search failed.')
    })

    it('reports a failure, and can be closed without a search', async () => {
      const empty = await engine.createShaped()
      const unused = startMemberSearch(empty.source)
      await unused.close()
      await empty.remove()
      const search = startMemberSearch(empty.source)
      await expect(search.find(asked)).rejects.toThrow('The search failed.')
      await search.close()
    })
  })
}
