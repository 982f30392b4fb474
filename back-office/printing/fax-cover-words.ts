/** The texts of the cover sheet of a fax. It has no data of the member. */
export const faxCoverWords = {
  title: 'Fax',
  fileTitle: 'Fax cover sheet',
  to: 'To',
  practice: 'Practice',
  fax: 'Fax number',
  from: 'From',
  clinic: 'Clinic',
  phone: 'Phone',
  sent: 'Date',
  pages: 'Pages, including this one',
  reference: 'Reference',
  confidential: 'Confidential',
  confidentialText:
    'This fax contains confidential health information. It is only for the person named above. The law does not allow anyone else to read, copy or share it.',
  mistake: (clinic: string, phone: string) =>
    `If you received this fax by mistake, please call ${clinic}${phone === '' ? '' : ` at ${phone}`}, and destroy all its pages.`,
  foot: (clinic: string, phone: string) => [clinic, phone].filter((part) => part !== '').join(' · '),
  unknown: '-',
}
