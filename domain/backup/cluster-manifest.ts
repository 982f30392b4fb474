import { z } from 'zod'
import { auditEndSchema, hashSchema, rowCountSchema } from './backup-manifest.ts'

/** The file that describes a folder with the backups of one PostgreSQL cluster. */
export const clusterFolderName = 'postgresql.json'

/** The method by which the backups of a folder are made. It never changes within a folder. */
const waySchema = z.enum(['pgbackrest', 'base-backup'])
export type BackupWay = z.infer<typeof waySchema>

export const isBackupWay = (text: string): text is BackupWay => waySchema.safeParse(text).success

const systemIDSchema = z.string().regex(/^\d{1,20}$/)

/** A folder with the backups of one PostgreSQL cluster and the archive of its write-ahead log. */
const clusterFolderSchema = z.object({
  format: z.literal(1),
  database: z.literal('postgresql'),
  way: waySchema,
  /** PostgreSQL's own id of the cluster. */
  systemID: systemIDSchema,
  /** Reveals a wrong key. The key cannot be derived from this value. */
  keyCheck: hashSchema,
})
export type ClusterFolder = z.infer<typeof clusterFolderSchema>

/** The name of a file of the write-ahead log: timeline, log and segment. */
const segmentSchema = z.string().regex(/^[0-9A-F]{24}$/)

/** The description of one backup of a PostgreSQL cluster. It has no personal data. */
const clusterManifestSchema = z.object({
  format: z.literal(1),
  database: z.literal('postgresql'),
  way: waySchema,
  /** The version of the program that made the backup. */
  version: z.string().max(60),
  /** The permanent id of the server whose database it is. */
  serverID: z.string().min(1).max(60),
  systemID: systemIDSchema,
  /** PostgreSQL's major version. */
  postgres: z.number().int().min(10).max(99),
  /** The database in the cluster, and the role that made the backup. */
  databaseName: z.string().min(1).max(63),
  role: z.string().min(1).max(63),
  /** The backup has every change that was acknowledged before this time. */
  takenAt: z.iso.datetime(),
  /** The migrations of the database, in the order in which they ran. */
  migrations: z.array(z.string().max(100)).min(1).max(1000),
  /** The number of rows of each table at `takenAt`. */
  rows: z.record(z.string().max(100), rowCountSchema),
  audit: auditEndSchema,
  /**
   * The first and the last segment of the write-ahead log that the backup needs, and the size of a segment in bytes.
   */
  log: z.object({ from: segmentSchema, until: segmentSchema, segmentBytes: z.number().int().positive() }),
  /** The encrypted copy beside this file; null if pgBackRest stores the copy under `label`. */
  file: z.object({ name: z.literal('base.tar.gz.sealed'), bytes: rowCountSchema, sha256: hashSchema }).nullable(),
  label: z
    .string()
    .regex(/^[0-9A-Z_-]{1,60}$/)
    .nullable(),
})
export type ClusterManifest = z.infer<typeof clusterManifestSchema>

const parseWith = <Value>(schema: z.ZodType<Value>, text: string): Value | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Parses the text of a folder's description; returns null if the text is not a description. */
export const parseClusterFolder = (text: string): ClusterFolder | null => parseWith(clusterFolderSchema, text)

/** Parses the text of a manifest; returns null if the text is not a manifest. */
export const parseClusterManifest = (text: string): ClusterManifest | null => parseWith(clusterManifestSchema, text)
