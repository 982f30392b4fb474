import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberSearch } from '#back-office/database/migrations/014-member-search.ts'
import { memberCreators } from '#back-office/database/migrations/019-member-creators.ts'
import { addMembers, findMember } from '#back-office/repositories/members-repository.ts'
import type { Member } from '#domain/members/member.ts'
import { misspellingKeys, nameWords } from '#domain/members/name-keys.ts'
import { memberWords } from '#domain/members/search-words.ts'
import { aStudyRow, clinic, type Engine, type RunningBackOffice, runBackOffice } from '../builders/back-office.ts'
import { aMember } from '../builders/records.ts'

type Person = Readonly<Partial<Record<'firstname' | 'lastname' | 'email' | 'dob' | 'phone_number', string>>>

const aPerson = (person: Person) => ({
  firstname: 'Noor',
  middlename: '',
  preferredName: '',
  lastname: 'Haddad',
  email: 'noor.haddad@mail.example',
  dob: '1990-05-06',
  gender: 'female' as const,
  phone_number: '+1 604 555 0177',
  address: '9 Quay Road',
  city: 'Vancouver',
  state: 'BC',
  postalCode: 'V6B 1A1',
  country: 'Canada' as const,
  phn: '',
  leadSource: '',
  leadSourceDetail: '',
  language: 'en' as const,
  ...person,
})

const aCrowdMember = (firstname: string, number: string): Member => {
  const email = `${firstname}.${number}@crowd.example`.toLowerCase()
  return aMember({
    patientID: `m-${firstname.toLowerCase()}-${number}`,
    firstname,
    lastname: `Q${number}`,
    email,
    dob: '1951-05-05',
  })
}

const nameOf = ({ firstname, lastname }: Member): string => `${firstname} ${lastname}`

/** The contract of finding members by typed text, on one engine. */
export const describeMemberSearch = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(`member search of the back office on ${engine.kind}`, () => {
    let office: RunningBackOffice
    const ids = new Map<string, string>()

    const add = async (person: Person, token: string): Promise<string> => {
      const body = aPerson(person)
      const created = await office.call('createMember', { body }, { token, key: body.email })
      expect(created.status).toBe(200)
      ids.set(body.email, created.body.member.patientID)
      return created.body.member.patientID
    }
    const find = async (text: string, token: string): Promise<readonly string[]> => {
      const { status, body } = await office.call('searchMembers', { body: { text } }, { token })
      expect(status, text).toBe(200)
      return body.map((member: { firstname: string; lastname: string }) => `${member.firstname} ${member.lastname}`)
    }
    const findFirst = async (text: string, token: string): Promise<string | undefined> => (await find(text, token))[0]

    beforeAll(async () => {
      office = await runBackOffice(engine)
      const token = await office.signIn('frontdesk')
      for (const person of [
        { firstname: 'Amara', lastname: 'Abernathy', email: 'amara@mail.example', dob: '1971-01-02' },
        { firstname: 'Lucía', lastname: 'Hernández', email: 'lucia@mail.example', dob: '1980-03-02' },
        {
          firstname: 'Mohammed',
          lastname: 'Andersen',
          email: 'mo@mail.example',
          dob: '1981-03-08',
          phone_number: '+1 302 803 0280',
        },
        {
          firstname: 'Maria',
          lastname: 'García',
          email: 'maria@mail.example',
          dob: '1964-07-07',
          phone_number: '+1 206 555 0123',
        },
        { firstname: 'Beatriz', lastname: 'García', email: 'beatriz@mail.example', dob: '1970-01-09' },
        { firstname: 'Siobhán', lastname: "O'Brien", email: 'siobhan@mail.example', dob: '1992-02-20' },
      ]) {
        await add(person, token)
      }
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })

    it.each([
      ['Abernaty', 'Amara Abernathy'],
      ['Amara Abernthy', 'Amara Abernathy'],
      ['Hernandes', 'Lucía Hernández'],
      ['garica maria', 'Maria García'],
      ['anna silva', 'Ana Silva'],
      ['shivon obrien', "Siobhán O'Brien"],
      ['obrien', "Siobhán O'Brien"],
      ['hernandes 1980-03-02', 'Lucía Hernández'],
      ['marya 206-555-0123', 'Maria García'],
    ])('finds the right person by %s', async (text, name) => {
      expect(await findFirst(text, await office.signIn('frontdesk'))).toBe(name)
    })

    it('ranks exact names before similar ones', async () => {
      const token = await office.signIn('frontdesk')
      await add({ firstname: 'Lucia', lastname: 'Hernandes', email: 'exact@mail.example' }, token)
      expect(await find('lucia hernandes', token)).toEqual(['Lucia Hernandes', 'Lucía Hernández'])
    })

    it('leaves out people who match only one of two typed names', async () => {
      const token = await office.signIn('frontdesk')
      expect(await find('garica maria', token)).toEqual(['Maria García'])
      expect(await find('garica', token)).toEqual(['Beatriz García', 'Maria García'])
    })

    it('lists many matches in the order of their names, in whatever order they were stored', async () => {
      const token = await office.signIn('frontdesk')
      const numbers = Array.from({ length: 1500 }, (_, at) => String((at * 907) % 1500).padStart(4, '0'))
      await addMembers(
        office.db,
        numbers.map((number) => aCrowdMember('Quorra', number)),
        office.now(),
      )
      const first = Array.from({ length: 20 }, (_, at) => `Quorra Q${String(at).padStart(4, '0')}`)
      expect(await find('quorra', token)).toEqual(first)
      expect(await find('quora', token)).toEqual(first)
    })

    it('reads a two-digit year, and ignores digits in the middle of a number', async () => {
      const token = await office.signIn('frontdesk')
      expect((await find('02/03/80', token)).toSorted()).toEqual(['Ana Silva', 'Lucía Hernández'])
      expect(await find('8 Mar 81', token)).toEqual(['Mohammed Andersen'])
    })

    it('finds a member only by the new name after a change of the name', async () => {
      const token = await office.signIn('frontdesk')
      const id = await add({ firstname: 'Before', lastname: 'Weddington', email: 'wed@mail.example' }, token)
      const changed = await office.call('changeMember', { params: { id }, body: { lastname: 'Partridge' } }, { token })
      expect(changed.status).toBe(200)
      expect(await find('before patridge', token)).toEqual(['Before Partridge'])
      expect(await find('weddington', token)).toEqual([])
    })

    it('stores only the words by which a member is found', async () => {
      const rows = await office.db.selectFrom('member_word').selectAll().execute()
      for (const id of ids.values()) {
        const member = await findMember(office.db, id)
        if (member === undefined) throw new Error(`No member ${id}`)
        expect(
          rows
            .filter((row) => row.member_id === id)
            .map(({ word }) => word)
            .sort(),
        ).toEqual([...memberWords(member)].sort())
      }
    })

    it('indexes existing members in a migration in the same way as new members', async () => {
      const token = await office.signIn('frontdesk')
      await add({ firstname: 'Þórunn 𠮷野', lastname: 'Yılmaz-Strauß', email: 'odd@mail.example' }, token)
      const wordRows = () => office.db.selectFrom('member_word').selectAll().execute()
      const sorted = (rows: readonly object[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort()
      const before = sorted(await wordRows())
      await office.db.schema.dropTable('member_word').execute()
      await office.db.schema.dropTable('name_key').execute()
      await office.db.schema.dropIndex('study_by_location_and_member').execute()
      await office.db.schema.dropIndex('member_by_creator').execute()
      await office.db.schema.alterTable('member').dropColumn('created_by').execute()
      await office.db.transaction().execute(async (transaction) => {
        await memberSearch.up(transaction, engine.kind)
        await memberCreators.up(transaction, engine.kind)
      })
      expect(sorted(await wordRows())).toEqual(before)
      const keys = await office.db.selectFrom('name_key').selectAll().execute()
      const wanted = new Set<string>()
      for (const { patient_id } of await office.db.selectFrom('member').select('patient_id').execute()) {
        const member = await findMember(office.db, patient_id)
        for (const word of member === undefined ? [] : nameWords(member)) {
          for (const key of misspellingKeys(word)) wanted.add(`${key} ${word}`)
        }
      }
      expect(keys.map(({ name_key, word }) => `${name_key} ${word}`).sort()).toEqual([...wanted].sort())
    })

    it.each([
      '%',
      '_',
      "'",
      '"; drop table member; --',
      '\\',
      'x'.repeat(200),
      '🙂',
      '👩‍⚕️ 🏥',
      '𠮷野家',
      '~kd',
      'nana',
      'silva\ud800',
      '(((((',
      '1 2 3 4 5 6 7 8 9',
      'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    ])('answers %j without an unexpected error', async (text) => {
      const token = await office.signIn('frontdesk')
      for (const body of [{ text }, { email: text }, { email: text, exactMatch: true }]) {
        expect([200, 400]).toContain((await office.call('searchMembers', { body }, { token })).status)
      }
    })

    it.each(['', '   ', 'a\u0000b', 'x'.repeat(10_000)])('refuses an invalid search text', async (text) => {
      const token = await office.signIn('frontdesk')
      for (const body of [{ text }, { email: text }]) {
        const { status, body: answer } = await office.call('searchMembers', { body }, { token })
        expect([status, answer.code]).toEqual([400, 'invalid-input'])
      }
    })

    describe('for staff of some locations', () => {
      it('finds members by a misspelled name if they have a study at these locations, or if the user created them', async () => {
        const token = await office.signIn('oneLocation')
        expect(await find('anna silva', token)).toEqual(['Ana Silva'])
        expect(await find('zoe oneil', token)).toEqual([])
        expect(await find('amara abernathy', token)).toEqual([])
        await add({ firstname: 'Quentin', lastname: 'Ownby', email: 'q@mail.example' }, token)
        expect(await find('quentin ownbey', token)).toEqual(['Quentin Ownby'])
      })

      it.each([
        ['zoe_oneill@mail.example', 1],
        ['zoe_oneill@mail', 0],
        ['206 555 0199', 1],
        ['206 555', 0],
        ['1975-12-11', 0],
        ['amara abernathy 1971-01-02', 1],
        ['abernathy 1971-01-02', 0],
        ['amara abernaty 1971-01-02', 0],
      ])('finds other members only by complete details: %s', async (text, count) => {
        const token = await office.signIn('oneLocation')
        expect(await find(text, token)).toHaveLength(count)
      })

      it('marks in the audit log that a found member is outside these locations', async () => {
        const token = await office.signIn('oneLocation')
        const email = 'zoe_oneill@mail.example'
        await office.call('searchMembers', { body: { email, exactMatch: true } }, { token })
        await find('anna silva', token)
        const rows = await office.db
          .selectFrom('audit')
          .select(['action', 'member_id'])
          .where('user_id', '=', 'u-onelocation')
          .where('action', 'like', 'member.searched%')
          .orderBy('sequence', 'desc')
          .limit(4)
          .execute()
        expect(rows).toContainEqual({ action: 'member.searched outside-location', member_id: clinic.otherMember })
        expect(rows).toContainEqual({ action: 'member.searched', member_id: clinic.member })
      })

      it('finds the few members of a location among thousands of the same name, or the first 20 if the location has many', async () => {
        const token = await office.signIn('oneLocation')
        const numbers = Array.from({ length: 5200 }, (_, at) => String(at).padStart(4, '0'))
        const crowd = numbers.map((number) => aCrowdMember('Orlena', number))
        await addMembers(office.db, crowd, office.now())
        const addStudies = async (members: readonly Member[]) => {
          for (let from = 0; from < members.length; from += 200) {
            const rows = members.slice(from, from + 200).map(({ patientID }) => ({
              ...aStudyRow(office.now()),
              study_id: `s-${patientID}`,
              patient_id: patientID,
              location_id: clinic.home,
            }))
            await office.db.insertInto('study').values(rows).execute()
          }
        }
        await addStudies(crowd.slice(5100, 5110))
        expect(await find('orlena', token)).toEqual(crowd.slice(5100, 5110).map(nameOf))
        expect(await find('orlenna', token)).toEqual(crowd.slice(5100, 5110).map(nameOf))
        await addStudies(crowd.slice(2900, 5100))
        expect(await find('orlena', token)).toEqual(crowd.slice(2900, 2920).map(nameOf))
      })

      it('finds a member as soon as the member has a study at these locations', async () => {
        const token = await office.signIn('oneLocation')
        expect(await find('mohammed anderson', token)).toEqual([])
        await office.db
          .insertInto('study')
          .values({
            ...aStudyRow(office.now()),
            study_id: 's-first-here',
            patient_id: ids.get('mo@mail.example') ?? '',
            location_id: clinic.home,
          })
          .execute()
        expect(await find('mohammed anderson', token)).toEqual(['Mohammed Andersen'])
      })
    })
  })
}
