/** Papers of a study that can be downloaded (study spec §2 Radiology, Medical History, Report; §7 PDF sources). */
export const papers = [
  'physician-report',
  'traditional-report',
  'medical-history',
  'consent',
  'prescription',
  'medical-referral',
] as const
export type PaperName = (typeof papers)[number]
