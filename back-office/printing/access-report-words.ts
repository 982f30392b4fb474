/** The texts of the report about accesses to a member's record; the member reads it. */
export const accessReportWords = {
  fileTitle: 'Access report',
  title: 'Who saw my record',
  continued: (name: string, dob: string) => `Who saw my record · ${name} · born ${dob} (continued)`,
  dob: 'Date of birth',
  memberID: 'Member ID',
  explanation:
    'This list shows who looked at your record or changed it, and when. "Copied to a workstation" means that a computer of the clinic received your record with others, so that staff can work while the network is down.',
  made: (name: string, time: string, count: number, hasMore: boolean) =>
    `Made by ${name}, ${time}. ${hasMore ? `The latest ${count} entries; the log has more.` : `${count} entries.`}`,
  none: 'There are no entries.',
  heads: ['Time', 'Person', 'What was done', 'Location'],
  changed: (fields: readonly string[]) => (fields.length === 0 ? '' : `Changed: ${fields.join(', ')}`),
}
