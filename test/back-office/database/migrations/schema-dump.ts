import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '#back-office/database/database.ts'

/** Any back office database. */
type AnyDatabase = Pick<Kysely<never>, 'getExecutor'>

const linesOf = async (db: AnyDatabase, query: string): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`${sql.raw(query)}`.execute(db)
  return rows.map(({ line }) => line)
}

/**
 * Queries for the statements, in an order that an empty database accepts. Functions of extensions are omitted, because
 * they come with their extension.
 */
const postgresQueries = [
  `select 'create extension if not exists ' || extname as line from pg_extension where extname <> 'plpgsql' order by 1`,
  `select pg_get_functiondef(p.oid) as line from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.proname`,
  `select format('create table %I (', c.relname) || string_agg(
      format(E'\\n  %I %s', a.attname, format_type(a.atttypid, a.atttypmod))
        || case when a.attcollation <> t.typcollation then format(' collate %I', o.collname) else '' end
        || case when a.attidentity = 'a' then ' generated always as identity' else '' end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
        || case when a.attnotnull then ' not null' else '' end,
      ',' order by a.attnum) || E'\\n)' as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid left join pg_collation o on o.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`,
  `select format('alter table %I add constraint %I %s', r.relname, c.conname, pg_get_constraintdef(c.oid)) as line
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'x', 'c', 'f')
    order by position(c.contype::text in 'puxcf'), r.relname, c.conname`,
  `select pg_get_indexdef(i.indexrelid) as line from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by c.relname`,
  `select pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by c.relname, t.tgname`,
]

const sqliteQuery = `select sql as line from sqlite_master where sql is not null and name not like 'sqlite_%' order by rowid`

/** Reads a database's schema as statements that create it. Two dumps of the same schema are equal. */
export const dumpSchema = async (db: AnyDatabase, kind: DatabaseKind): Promise<readonly string[]> => {
  const found: string[] = []
  for (const query of kind === 'sqlite' ? [sqliteQuery] : postgresQueries) found.push(...(await linesOf(db, query)))
  return found.map((line) => line.trim())
}

/** The change of a migration: the statements that it removes from the schema before it, and those that it adds. */
type SchemaChange = { readonly removed: readonly string[]; readonly added: readonly string[] }

export const compareSchemas = (before: readonly string[], after: readonly string[]): SchemaChange => ({
  removed: before.filter((statement) => !after.includes(statement)),
  added: after.filter((statement) => !before.includes(statement)),
})

/** A file has one statement per block; a block of a removed statement begins with this. */
const removedMark = '-- removed:\n'
const separator = '\n;;\n'

export const toChangeFile = ({ removed, added }: SchemaChange): string =>
  `${[...removed.map((statement) => removedMark + statement), ...added].join(separator)}\n`

/** Parses the text of {@link toChangeFile}. */
export const fromChangeFile = (text: string): SchemaChange => {
  const blocks = text.trim() === '' ? [] : text.trimEnd().split(separator)
  return {
    removed: blocks.filter((block) => block.startsWith(removedMark)).map((block) => block.slice(removedMark.length)),
    added: blocks.filter((block) => !block.startsWith(removedMark)),
  }
}

/** The kinds of statements in the order that an empty database accepts: keys before constraints that refer to them. */
const kinds = [
  /^create extension /i,
  /^create (or replace )?function /i,
  /^create table /i,
  /^alter table .* add constraint .* (primary key|unique|exclude) /i,
  /^alter table .* add constraint .* check /i,
  /^alter table .* add constraint .* foreign key /i,
  /^create (unique )?index /i,
  /^create trigger /i,
]

/**
 * Returns the schema after these changes, in the form of {@link dumpSchema}. An empty database accepts the statements
 * in this order.
 */
export const applyChanges = (changes: readonly SchemaChange[]): readonly string[] => {
  const statements = changes.reduce<readonly string[]>(
    (schema, { removed, added }) => [...schema.filter((statement) => !removed.includes(statement)), ...added],
    [],
  )
  const kindOf = (statement: string): number => {
    const kind = kinds.findIndex((pattern) => pattern.test(statement))
    if (kind < 0) throw new Error(`A statement of an unknown kind: ${statement}`)
    return kind
  }
  return statements.toSorted((a, b) => kindOf(a) - kindOf(b))
}
