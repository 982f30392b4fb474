import type { Database } from '#runtime/encrypted-database.ts'

export type SettingsJournal = {
  read(name: string): string | null
  write(name: string, value: string): void
  forget(name: string): void
}

/** What this workstation was told once and keeps, whoever is signed in: the reader at this desk. Names nobody. */
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
