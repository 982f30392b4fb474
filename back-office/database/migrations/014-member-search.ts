import { sql } from 'kysely'
import type { Migration, MigrationDatabase } from './migration.ts'

/**
 * The words that a search finds members by and, for each word of a name, the keys under which a misspelling finds it.
 * Existing members are indexed in batches. The functions below are a copy of the search rules at the time of writing: a
 * later change of those rules needs a new migration.
 */
export const memberSearch: Migration = {
  name: '014-member-search',
  up: async (db, kind) => {
    // A search by the beginning of a word reads a range, which needs byte order whatever the database's collation is.
    const word = kind === 'postgresql' ? sql`text collate "C"` : sql`text`
    const compact = kind === 'sqlite' ? sql`without rowid` : sql``
    await db.schema
      .createTable('member_word')
      .addColumn('word', word, (column) => column.notNull())
      .addColumn('member_id', 'text', (column) => column.notNull().references('member.patient_id').onDelete('cascade'))
      .addPrimaryKeyConstraint('member_word_primary', ['word', 'member_id'])
      .modifyEnd(compact)
      .execute()
    await db.schema
      .createTable('name_key')
      .addColumn('name_key', word, (column) => column.notNull())
      .addColumn('word', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('name_key_primary', ['name_key', 'word'])
      .modifyEnd(compact)
      .execute()
    await db.schema.alterTable('member').addColumn('created_by', 'text').execute()
    await fill(db, kind)
    await db.schema.createIndex('member_word_by_member').on('member_word').columns(['member_id', 'word']).execute()
    await db.schema
      .createIndex('study_by_location_and_member')
      .on('study')
      .columns(['location_id', 'patient_id'])
      .execute()
    // Without statistics of the filled tables, the first searches would read the whole tables.
    if (kind === 'postgresql') {
      await sql`analyze member_word`.execute(db)
      await sql`analyze name_key`.execute(db)
    }
  },
}

const batch = 2000

type MemberRow = {
  patient_id: string
  firstname: string
  middlename: string
  preferred_name: string
  lastname: string
  email: string
  dob: string
  phone_key: string
}

const fill = async (db: MigrationDatabase, kind: 'sqlite' | 'postgresql'): Promise<void> => {
  const known = new Set<string>()
  for (let after = ''; ; ) {
    const { rows } =
      await sql<MemberRow>`select patient_id, firstname, middlename, preferred_name, lastname, email, dob,
      phone_key from member where patient_id > ${after} order by patient_id limit ${batch}`.execute(db)
    const words = rows.flatMap((row) => wordsOf(row).map((word): [string, string] => [word, row.patient_id]))
    const names = new Set(rows.flatMap(namesOf).filter((name) => !known.has(name)))
    const keys = [...names].flatMap((name) => keysOf(name).map((key): [string, string] => [key, name]))
    for (const name of names) known.add(name)
    await insertPairs(db, kind, 'member_word', ['word', 'member_id'], words)
    await insertPairs(db, kind, 'name_key', ['name_key', 'word'], keys)
    if (rows.length < batch) return
    after = rows.at(-1)?.patient_id ?? ''
  }
}

const insertPairs = async (
  db: MigrationDatabase,
  kind: 'sqlite' | 'postgresql',
  table: string,
  columns: readonly [string, string],
  pairs: readonly (readonly [string, string])[],
): Promise<void> => {
  const into = sql`insert into ${sql.table(table)} (${sql.ref(columns[0])}, ${sql.ref(columns[1])})`
  const list = JSON.stringify(pairs)
  await (kind === 'sqlite'
    ? sql`${into} select value ->> 0, value ->> 1 from json_each(${list}) where true on conflict do nothing`
    : sql`${into} select value ->> 0, value ->> 1 from json_array_elements(${list}::json) on conflict do nothing`
  ).execute(db)
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ð', 'd')
    .replaceAll('þ', 'th')
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const cut = (text: string, letters: number): string => [...text].slice(0, letters).join('')

const namesOf = (row: MemberRow): string[] => {
  const words = [row.firstname, row.middlename, row.preferred_name, row.lastname].flatMap((name) => {
    const parts = fold(name).split(' ').filter(Boolean)
    return parts.length > 1 ? [...parts, parts.join('')] : parts
  })
  return [...new Set(words.map((word) => cut(word, 40)))].slice(0, 12)
}

const wordsOf = (row: MemberRow): string[] => {
  const names = namesOf(row)
  const paired = names.filter((word) => word.length > 1).slice(0, 6)
  const pairs = paired.flatMap((one) => paired.filter((other) => other !== one).map((other) => [one, other] as const))
  const phone = row.phone_key
  return [
    ...new Set(
      [
        ...names.map((word) => `n${word}`),
        ...pairs.map(([one, other]) => `c${one.slice(0, 3)} ${other}`),
        ...(phone === '' ? [] : [`p${phone}`, `p${phone.slice(-7)}`, `p${phone.slice(-4)}`]),
        `b${row.dob}`,
        `e${row.email.trim().toLowerCase()}`,
        `i${row.patient_id.toLowerCase()}`,
      ].map((word) => word.toWellFormed()),
    ),
  ]
}

const classes: Readonly<Record<string, string>> = Object.fromEntries(
  ['bfpvw', 'cgjkqsxz', 'dt', 'l', 'mn', 'r'].flatMap((letters, index) =>
    [...letters].map((letter) => [letter, 'bkdlnr'.charAt(index)]),
  ),
)

const keysOf = (word: string): string[] => {
  const start = cut(word, 8)
  let [sound, before] = ['', '']
  for (const letter of word) {
    const kind = classes[letter] ?? ''
    if (kind !== '' && kind !== before) sound += kind
    if (letter !== 'h') before = kind
  }
  sound = sound.slice(0, 8)
  const shorter = (text: string): string[] =>
    [...text].map((_, index, letters) => letters.filter((_letter, at) => at !== index).join(''))
  return [
    ...new Set([
      start,
      ...(start.length >= 3 ? shorter(start) : []),
      ...(sound.length >= 2 ? [`~${sound}`] : []),
      ...(sound.length >= 4 ? shorter(sound).map((rest) => `~${rest}`) : []),
    ]),
  ]
}
