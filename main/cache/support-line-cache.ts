import type { Database } from '#runtime/encrypted-database.ts'

export type SupportLineCache = {
  /** Returns the support line of the safety notices, as the back office last gave it; null when there is none. */
  read(): string | null
  write(phone: string | null): void
}

const name = 'support-phone'

/** Creates the store of the support line, for a start without the back office. */
export const createSupportLineCache = (db: Database): SupportLineCache => {
  const one = db.prepare<[string], string>('select value from back_office_word where name = ?').pluck(true)
  const put = db.prepare('insert or replace into back_office_word (name, value) values (?, ?)')
  const remove = db.prepare('delete from back_office_word where name = ?')
  return {
    read: () => one.get(name) ?? null,
    write: (phone) => {
      if (phone === null) remove.run(name)
      else put.run(name, phone)
    },
  }
}
