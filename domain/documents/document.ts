import { z } from 'zod'
import { lineOfText } from '../values/plain-text.ts'
import { instantSchema } from '../values/time-schemas.ts'

/** A draft is only for staff and cannot be sent; a published document can be released (booking spec §4, §9). */
export const documentStatuses = ['PUBLISHED', 'DRAFT'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

/** The category of document lines in a study's activity log, for workstation and back office alike. */
export const documentLogCategory = 'Documents'

export const documentIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a document id')
export const documentTypeIDSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a document type id')
export const documentNameSchema = lineOfText(120)

/**
 * The types that may be uploaded as a medical report. A file's first bytes decide its type, which must match the
 * declared one.
 */
export const documentFileTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type DocumentFileType = (typeof documentFileTypes)[number]

/** The maximum size of one decoded file, in bytes. A scanned report of 200 pages has about 20 MB. */
export const maxDocumentBytes = 32 * 1024 * 1024
export const maxDocumentPages = 1000

/** A document of a study, without its file (booking spec §3 Document). */
export const studyDocumentSchema = z.object({
  uuid: documentIDSchema,
  studyId: z.string(),
  patientId: z.string(),
  typeId: documentTypeIDSchema,
  name: z.string(),
  status: z.enum(documentStatuses),
  fileType: z.string(),
  /** The number of the upload among the study's documents of this type, from 1. */
  version: z.number().int(),
  /** 1 for an image. */
  pages: z.number().int(),
  byteSize: z.number().int(),
  createdAt: instantSchema,
  /** Full names; null if unknown. */
  createdBy: z.string().nullable(),
  statusAt: instantSchema.nullable(),
  statusBy: z.string().nullable(),
})
export type StudyDocument = z.infer<typeof studyDocumentSchema>

export const documentTypeSchema = z.object({
  uuid: documentTypeIDSchema,
  name: z.string(),
  description: z.string(),
  /** False if the type is deactivated: documents of this type stay, and no new ones can be uploaded. */
  active: z.boolean().optional(),
})
export type DocumentType = z.infer<typeof documentTypeSchema>
