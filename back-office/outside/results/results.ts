import type { Gender } from '#domain/members/member.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StructuredReport, TraditionalReport } from './report-content.ts'

/** The study that a report is read for. */
export type ReportSubject = {
  readonly studyID: string
  readonly skuID: number
  readonly sex: Gender
  readonly scanName: string
  readonly readBy: string
  readonly readAt: Instant | null
  readonly reason: string
}

/** The person and study that an image is of. */
export type ImageSubject = {
  readonly firstname: string
  readonly lastname: string
  /** `YYYY-MM-DD`. */
  readonly dob: string
  readonly sex: 'male' | 'female'
  readonly memberID: string
  readonly studyID: string
  /** `YYYY-MM-DD` by the location's calendar; empty where there was no appointment. */
  readonly date: string
}

/** The systems that hold the readings, the film and the images of a study. */
export type Results = {
  /** `version` counts from 1. */
  structuredReport(subject: ReportSubject, version: number): StructuredReport
  traditionalReport(subject: ReportSubject, transcribedAt: Instant | null): TraditionalReport
  /** The film for the member to share. */
  readFilm(): Promise<{ readonly contentType: string; readonly bytes: Uint8Array }>
  /** How many images {@link Results.readImages} gives. */
  readonly imageCount: number
  /** Files of DICOM part 10. */
  readImages(subject: ImageSubject): readonly Uint8Array[]
}
