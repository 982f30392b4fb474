import type { Database } from '#runtime/encrypted-database.ts'

/**
 * The last known value of a text from the back office, used when Atrium starts while the back office is out of reach.
 */
export type WordCache = {
  /** Returns the text; null when there is none. */
  read(): string | null
  write(word: string | null): void
}

/** The names of the stored texts: the support line of the safety notices, the minutes until the lock, the pharmacies. */
type Word = 'support-phone' | 'lock-minutes' | 'pharmacies'

/** Creates the store of one text from the back office. */
export const createWordCache = (db: Database, name: Word): WordCache => {
  const one = db.prepare<[string], string>('select value from back_office_word where name = ?').pluck(true)
  const put = db.prepare('insert or replace into back_office_word (name, value) values (?, ?)')
  const remove = db.prepare('delete from back_office_word where name = ?')
  return {
    read: () => one.get(name) ?? null,
    write: (word) => {
      if (word === null) remove.run(name)
      else put.run(name, word)
    },
  }
}
