import { type StaffUser, staffUserSchema } from '#domain/session/staff-user.ts'
import type { Database } from '#runtime/encrypted-database.ts'

type KnownPerson = { readonly verifier: string; readonly user: StaffUser; readonly acceptedAt: number }

export type PeopleCache = {
  /**
   * Returns who signed in on this workstation with this email address, and when the back office last accepted the
   * password (epoch seconds).
   */
  person(email: string): KnownPerson | null
  putPerson(email: string, person: KnownPerson): void
  forget(email: string): void
}

type PersonRow = { readonly verifier: string; readonly document: string; readonly accepted_at: number }
const toKey = (email: string): string => email.trim().toLowerCase()

/**
 * Creates the cache of users who have signed in on this workstation, for times when the back office is out of reach.
 */
export const createPeopleCache = (db: Database): PeopleCache => {
  const one = db.prepare<[string], PersonRow>('select verifier, document, accepted_at from person where email_key = ?')
  const put = db.prepare(
    'insert or replace into person (email_key, verifier, document, accepted_at) values (?, ?, ?, ?)',
  )
  const remove = db.prepare('delete from person where email_key = ?')
  return {
    person: (email) => {
      const row = one.get(toKey(email))
      if (row === undefined) return null
      // A copy from an older version may lack newer fields.
      const user = staffUserSchema.safeParse(JSON.parse(row.document))
      return user.success ? { verifier: row.verifier, user: user.data, acceptedAt: row.accepted_at } : null
    },
    putPerson: (email, person) => {
      put.run(toKey(email), person.verifier, JSON.stringify(person.user), person.acceptedAt)
    },
    forget: (email) => {
      remove.run(toKey(email))
    },
  }
}
