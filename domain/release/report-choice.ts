import type { Study } from '../study/study.ts'

type ReportChoice =
  | { readonly kind: 'structured'; readonly version: number }
  | { readonly kind: 'traditional' }
  /** There is no report (study spec §8 Missing report). */
  | { readonly kind: 'missing' }

/**
 * Returns a study's report (study spec §4 Report choice): the latest version of the structured report, if there is one
 * and the study is not transcribed; otherwise the traditional report, if available.
 */
export const chooseReport = ({ status, details }: Pick<Study, 'status' | 'details'>): ReportChoice => {
  const versions = details.readingPublished
    .filter(({ reportType }) => reportType === 'structured')
    .map(({ version }) => version)
  if (status.transcribed !== true && versions.length > 0) return { kind: 'structured', version: Math.max(...versions) }
  const isAvailable =
    details.traditionalReportAvailable ||
    details.readingPublished.some(({ reportType }) => reportType === 'traditional')
  return isAvailable ? { kind: 'traditional' } : { kind: 'missing' }
}
