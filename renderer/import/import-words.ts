import { countOf } from '#domain/format/format-count.ts'
import type { ImportKind } from '#domain/import/import-kinds.ts'

/** The texts of the Import section. */
export const importWords = {
  title: 'Import',
  intro:
    'Bring in records from another system: members, practitioners, locations, scan types, gift cards and bookings. A file is imported completely or not at all. Records that were imported earlier are not changed. An import cannot be undone.',
  offline: 'You can import files when the server is reachable.',
  templates: {
    title: 'Templates',
    hint: 'Each file contains one kind of record. The first line names the columns; the second is an example to replace.',
    download: (kind: string) => `Download ${kind} template`,
  },
  kinds: {
    locations: 'Locations',
    catalogue: 'Scan types',
    practitioners: 'Practitioners',
    members: 'Members',
    'gift-cards': 'Gift cards',
    bookings: 'Bookings',
  } satisfies Record<ImportKind, string>,
  file: {
    title: 'File',
    choose: 'Choose a file',
    chooseAnother: 'Choose another file',
    label: 'File to import',
    hint: (most: string) =>
      `CSV in UTF-8, or JSON, up to ${most}. Import larger files from the command line of the server.`,
    chosen: (name: string, size: string) => `${name}, ${size}`,
    tooLarge: (size: string, most: string) =>
      `The file is ${size}. This screen takes up to ${most}; import larger files from the command line of the server.`,
    empty: 'The file is empty.',
    unreadable: 'The file could not be read. Choose it again.',
  },
  check: 'Check file',
  store: 'Import file',
  checkFirst: 'Choose a file first.',
  running: 'Wait until the file is checked.',
  storing: 'Wait until the file is imported.',
  notChecked: 'Check the file first.',
  notClean: 'Correct the refused rows first.',
  nothingNew: 'Every row was imported earlier.',
  progress: {
    label: 'Progress of the import',
    sending: 'Sending the file',
    checked: (done: number, total: number) => `Checked ${done} of ${total} rows`,
    stored: (done: number, total: number) => `Stored ${done} of ${total} rows`,
    others: 'Saving may be slow on other workstations until the import ends.',
  },
  failed: { check: 'The file was not checked', store: 'The import failed or its result is unknown' },
  result: {
    title: 'Result',
    checked: 'All rows are valid. Nothing is stored yet.',
    stored: (rows: number) => `${countOf(rows, 'row')} imported.`,
    refused: (cells: number) => `${countOf(cells, 'problem')} found. Nothing was stored.`,
    counts: 'Rows by kind',
    problems: 'Refused rows',
    kind: 'Kind',
    rows: 'Rows',
    added: 'New',
    known: 'Imported earlier',
    rejected: 'Refused',
    line: { line: 'Line', row: 'Row' },
    field: 'Field',
    problem: 'Problem',
    shown: (from: number, to: number, all: number) => `Problems ${from} to ${to} of ${all}`,
    more: (most: number) => `Only the first ${most} problems are listed.`,
    previous: 'Previous page',
    next: 'Next page',
    firstPage: 'This is the first page.',
    lastPage: 'This is the last page.',
  },
}
