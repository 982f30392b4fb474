import type { Gender } from '#domain/members/member.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StructuredReport, TraditionalReport } from './report-content.ts'

export type ReportSubject = {
  readonly studyID: string
  readonly skuID: number
  readonly sex: Gender
  readonly scanName: string
  readonly readBy: string
  readonly readAt: Instant | null
  readonly reason: string
}

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

/** The systems that have a study's reports, scan video and images. */
export type Results = {
  /** `version` counts from 1. */
  structuredReport(subject: ReportSubject, version: number): StructuredReport
  traditionalReport(subject: ReportSubject, transcribedAt: Instant | null): TraditionalReport
  /** Returns the scan video that the member may share. */
  readFilm(): Promise<{ readonly contentType: string; readonly bytes: Uint8Array }>
  /** The number of images that {@link Results.readImages} returns. */
  readonly imageCount: number
  /** Returns files in the DICOM part 10 format. */
  readImages(subject: ImageSubject): readonly Uint8Array[]
}
