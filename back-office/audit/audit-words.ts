/** The texts of the files about the audit log. */
export const backOfficeAuditWords = {
  tooManyRows: (most: number) =>
    `This is more than ${most} rows, the most that one file can have. Choose a shorter time, or another filter.`,
  filesLeft: (count: number) =>
    `${count === 1 ? '1 file is' : `${count} files are`} listed without the content, because one export can have 24 MB of files. Save ${count === 1 ? 'it' : 'them'} on the page of the study.`,
  system: 'Atrium',
  csv: {
    number: 'Row',
    time: 'Time (UTC)',
    person: 'Person',
    personID: 'Person id',
    action: 'Action',
    detail: 'Detail',
    study: 'Study',
    location: 'Location',
    workstation: 'Workstation',
    address: 'Network address',
    outcome: 'Result',
    changed: 'Changed fields',
  },
}
