import type { ResultTables } from './result-tables.ts'

/** Documents of a study (booking spec §3 Document); each upload of a type is a row of its own. */
export type DocumentTable = {
  uuid: string
  study_id: string
  patient_id: string
  type_id: string
  name: string
  status: string
  active: 0 | 1
  file_type: string
  base64_file: string
  created_at: number
  /** Counts the uploads of its type for the study, from 1, including deactivated ones. */
  version: number
  /** 1 for an image. */
  pages: number
  /** Size of the decoded file. */
  byte_size: number
  /** Full names; null when unknown. */
  created_by: string | null
  /** When the document was last published or unpublished. */
  status_at: number | null
  status_by: string | null
}

/** A report of a study that staff uploaded as a PDF. */
export type StudyReportTable = {
  report_id: string
  study_id: string
  kind: 'structured' | 'traditional'
  state: 'draft' | 'published' | 'discarded'
  /** Null unless the report is published. */
  version: number | null
  base64_file: string
  pages: number
  /** Size of the decoded file. */
  byte_size: number
  created_at: number
  created_by: string
  /** When the report was published or discarded, and by whom. */
  state_at: number | null
  state_by: string | null
}

/** A request to the archive for the images of a study. */
type ImageRequestTable = { study_id: string; requested_at: number; requested_by: string }

export type DocumentTables = ResultTables & {
  document: DocumentTable
  study_report: StudyReportTable
  image_request: ImageRequestTable
}
