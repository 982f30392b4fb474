/**
 * Papers of a study that can be downloaded, stamped, printed and sent (study spec §2 Radiology, Medical History,
 * Report; §7 PDF sources).
 */
export const papers = [
  'physician-report',
  'traditional-report',
  'radiologist-report',
  'report-with-addendum',
  'first-reading',
  'medical-history',
  'consent',
  'consent-form',
  'prescription',
  'medical-referral',
  'referral-page',
  'invoice',
  'study-info',
] as const
export type PaperName = (typeof papers)[number]

/** The name of each paper in the log, and on screen except for {@link nameOfPaper}. */
export const paperLabels: { readonly [Paper in PaperName]: string } = {
  'physician-report': 'Physician report',
  'traditional-report': 'Traditional report',
  'radiologist-report': 'Radiologist report',
  'report-with-addendum': 'Report with addendum',
  'first-reading': 'First published reading',
  'medical-history': 'Medical history',
  consent: 'Member agreement and consent',
  'consent-form': 'Consent form',
  prescription: 'Prescription',
  'medical-referral': 'Medical referral',
  'referral-page': 'Referral package',
  invoice: 'Invoice',
  'study-info': 'Study information',
}

/**
 * Returns the name of a paper on the screens of a location. Where no referral is required, the paper of the referral is
 * the appropriateness review.
 */
export const nameOfPaper = (paper: PaperName, location: { readonly referralRequired: boolean }): string =>
  paper === 'medical-referral' && !location.referralRequired ? 'Appropriateness review' : paperLabels[paper]
