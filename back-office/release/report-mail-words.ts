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
    `The report for study ${report.studyID} is attached.`,
    ...(report.isLocked
      ? ['The file is password-protected. Please call us for the password. We do not send it by email.']
      : []),
    '',
    'If you received this by mistake, please delete it and tell us.',
    '',
    report.clinic,
    ...(report.phone === '' ? [] : [report.phone]),
  ].join('\n'),
})
