import type { Database } from '#runtime/encrypted-database.ts'

export type SettingsJournal = {
  read(name: string): string | null
  write(name: string, value: string): void
  forget(name: string): void
}

/**
 * Creates the store of settings of this workstation that do not depend on the user, such as the card reader. The store
 * holds no data of a person.
 */
export const createSettingsJournal = (db: Database): SettingsJournal => {
  const one = db.prepare<[string], string>('select value from setting where name = ?').pluck(true)
  const put = db.prepare('insert or replace into setting (name, value) values (?, ?)')
  const remove = db.prepare('delete from setting where name = ?')
  return {
    read: (name) => one.get(name) ?? null,
    write: (name, value) => {
      put.run(name, value)
    },
    forget: (name) => {
      remove.run(name)
    },
  }
}
