import type { Instant } from '#domain/values/instant.ts'
import type { Finding, StructuredReport, TraditionalReport } from '../../outside/results/report-content.ts'
import type { ReportSubject } from '../../outside/results/results.ts'
import { createSeededRandom } from '../data/seeded-random.ts'
import { drawFindings } from './demo-findings.ts'

const technique = (scanName: string): string =>
  `${scanName} at 1.5 tesla without contrast agent: T1 and T2 weighted images, diffusion weighted images, and a fat-water series. Image quality is good; minor motion does not limit the assessment.`

/** The addenda of later versions, used in turn. */
const addenda = [
  'Compared with the ultrasound that the member provided: the abdominal findings are unchanged. The assessment remains the same.',
  'After discussion with the referring practitioner: the suggested follow-up is confirmed, and its interval is added to the impression. No other change.',
] as const

/**
 * Creates the structured report of a demo study. `version` counts from 1. The same study always has the same findings.
 */
export const createDemoReport = (reading: ReportSubject, version: number): StructuredReport => {
  const findings = findingsOf(reading)
  return {
    version,
    readBy: reading.readBy,
    readAt: reading.readAt,
    reason: reading.reason,
    technique: technique(reading.scanName),
    findings,
    impression: toImpression(findings),
    addendum: version > 1 ? (addenda[(version - 2) % addenda.length] ?? null) : null,
  }
}

/** Creates the same report as a dictated letter. */
export const createDemoTraditionalReport = (
  reading: ReportSubject,
  transcribedAt: Instant | null,
): TraditionalReport => {
  const findings = findingsOf(reading)
  const byRegion = Map.groupBy(findings, ({ region }) => region)
  return {
    dictatedBy: reading.readBy,
    dictatedAt: reading.readAt,
    transcribedAt,
    parts: [
      { title: 'Clinical history', paragraphs: [reading.reason === '' ? 'No reason recorded.' : reading.reason] },
      { title: 'Technique', paragraphs: [technique(reading.scanName)] },
      {
        title: 'Findings',
        paragraphs: [...byRegion].map(
          ([region, all]) => `${region}: ${all.map(({ structure, finding }) => `${structure}: ${finding}`).join(' ')}`,
        ),
      },
      { title: 'Impression', paragraphs: toImpression(findings) },
    ],
  }
}

const findingsOf = ({ studyID, skuID, sex }: ReportSubject): Finding[] =>
  drawFindings(createSeededRandom(`report ${studyID}`), skuID, sex)

const toImpression = (findings: readonly Finding[]): string[] => {
  const sentencesOf = (weight: Finding['weight']): string[] =>
    findings
      .filter((each) => each.weight === weight)
      .map(({ region, structure, finding }) => `${region}, ${structure.toLowerCase()}: ${finding}`)
  const followUp = sentencesOf('Follow-up')
  const minor = sentencesOf('Minor')
  return [
    ...followUp,
    ...minor,
    followUp.length + minor.length === 0
      ? 'No significant findings.'
      : followUp.length === 0
        ? 'No findings that need follow-up.'
        : 'Everything else within normal limits.',
  ]
}
