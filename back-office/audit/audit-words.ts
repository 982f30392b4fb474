/** The texts of the files about the audit log. */
export const backOfficeAuditWords = {
  tooManyRows: (most: number) =>
    `This is more than ${most} rows, the most that one file can have. Choose a shorter time, or another filter.`,
  system: 'Atrium',
  unknownPerson: (id: string) => `Former account ${id}`,
  refused: (code: string) => `Refused: ${code.replaceAll('-', ' ')}`,
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
