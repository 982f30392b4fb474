import { z } from 'zod'

export const rowCountSchema = z.number().int().nonnegative()

/** A SHA-256 hash in hex digits. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/)

/** The end of the audit log: the number of its rows, and the hash of the last one. */
export const auditEndSchema = z.object({ rows: rowCountSchema, hash: hashSchema })

/** The file of a backup that describes it. It is written last, so a backup without it is not complete. */
export const backupManifestName = 'manifest.json'

/** The description of a backup of a SQLite database. It has no personal data. */
const backupManifestSchema = z.object({
  format: z.literal(1),
  database: z.literal('sqlite'),
  /** The version of the program that made the backup. */
  version: z.string().max(60),
  /** The permanent id of the server whose database it is. */
  serverID: z.string().min(1).max(60),
  /** The time of the last acknowledged change that the backup is guaranteed to contain. */
  takenAt: z.iso.datetime(),
  /** The migrations of the database, in the order in which they ran. */
  migrations: z.array(z.string().max(100)).min(1).max(1000),
  /** The number of rows of each table. */
  rows: z.record(z.string().max(100), rowCountSchema),
  audit: auditEndSchema,
  /** The copy of the database, in the folder of this file. */
  file: z.object({
    name: z.string().regex(/^back-office-[0-9a-zA-Z-]{1,60}\.sqlite$/),
    bytes: rowCountSchema,
    sha256: hashSchema,
  }),
})
export type BackupManifest = z.infer<typeof backupManifestSchema>

/** Parses the text of a manifest; returns null if the text is not a manifest. */
export const parseBackupManifest = (text: string): BackupManifest | null => {
  try {
    return backupManifestSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
