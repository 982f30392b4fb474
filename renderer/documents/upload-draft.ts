import { z } from 'zod'
import type { StudyID } from '#domain/values/study-id.ts'

/** The draft of the open upload forms: the name typed in each, by type. */
export const uploadDraftSchema = z.object({ names: z.record(z.string(), z.string()) })

export const uploadDraftID = (studyID: StudyID): string => `study-documents:${studyID}`
