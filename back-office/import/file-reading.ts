import type { ImportKind } from '#domain/import/import-kinds.ts'
import type { ImportCells, RowProblem } from '#domain/import/read-row.ts'

/** One row of a file: its line number in CSV, or its position in its section of JSON, from 1. */
export type ImportLine = {
  readonly line: number
  readonly cells: ImportCells
  /** Why the row is malformed. The cells of a malformed row are not read. */
  readonly problem?: RowProblem
}

export type FileSection = { readonly kind: ImportKind; readonly lines: readonly ImportLine[] }

export type FileReading =
  | {
      readonly ok: true
      readonly sections: readonly FileSection[]
      /** Whether the file is numbered by lines or by rows. */
      readonly unit: 'line' | 'row'
    }
  | { readonly ok: false; readonly problem: string }
