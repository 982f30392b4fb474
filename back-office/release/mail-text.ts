/**
 * Returns the text of an e-mail with a report. It names no member: a bystander who reads it learns only a study's
 * number.
 */
export const reportMailWords = (report: {
  readonly clinic: string
  readonly studyID: string
  readonly phone: string
  readonly isLocked: boolean
}): { readonly subject: string; readonly text: string } => ({
  subject: `A report from ${report.clinic}`,
  text: [
    'Dear colleague,',
    '',
    `A report of study ${report.studyID} is attached.`,
    ...(report.isLocked ? ['The file is locked. Please call us for its password; we do not send it by e-mail.'] : []),
    '',
    'If this was not meant for you, please delete it and tell us.',
    '',
    report.clinic,
    ...(report.phone === '' ? [] : [report.phone]),
  ].join('\n'),
})
