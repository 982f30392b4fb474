import type { ImportKind } from '#domain/import/import-kinds.ts'

/** The back office's texts about imports. They never repeat a cell: cells are personal data. */
export const backOfficeImportWords = {
  utf16: 'The file is UTF-16. Save it as CSV UTF-8, then import it again.',
  notUTF8: 'The file is not UTF-8, perhaps Windows-1252. Save it as CSV UTF-8, then import it again.',
  empty: 'The file has no rows.',
  notJSON: 'The file is not valid JSON.',
  notSections: 'The JSON must be { "kind": "members", "rows": [...] }, or a list of these.',
  tooManyRows: (most: number) => `The file has more than ${most} rows. Split it.`,
  brokenQuotes: (line: number) => `A quoted cell is not closed, or a row is too long, near line ${line}.`,
  cellCount: (found: number, wanted: number) => `The row has ${found} cells, but the first line has ${wanted}.`,
  notText: 'is not text, a number, true, false or a list of texts.',
  notObject: 'The row is not an object.',
  unknownColumn: (kind: ImportKind) => `is not a column of ${kind}.`,
  onLine: (line: number) => `has the same value as line or row ${line}.`,
  inUse: 'is already in use.',
  unknownMember: 'is neither the external id nor the id of a member.',
  unknownLocation: 'is not a location.',
  notSold: 'is not a scan type that this location sells.',
  unknownMachine: 'is not a machine of this location.',
  overlaps: 'overlaps another appointment on this machine.',
  takenMeanwhile: 'The data changed during the import. Nothing was imported. Import the file again.',
  serverRuns:
    'A back office is running on this folder. Stop it first, or import on the Import screen as an administrator. A dry run works even while the back office is running.',
  dryRun: 'Dry run: nothing was stored.',
  imported: 'All rows are stored.',
  nothingImported: 'Nothing was stored: correct the rows above, then import the whole file again.',
  allLocations: 'Only an administrator of all locations can import.',
  by: 'Import',
}
