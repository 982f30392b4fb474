import { formatsIn } from '#domain/format/formats-in.ts'
import type { Letterhead } from '#domain/locations/letterhead.ts'
import type { Gender } from '#domain/members/member.ts'
import { stampPlacement } from '#domain/release/header-placement.ts'
import type { Instant } from '#domain/values/instant.ts'
import { standardLanguage, type TextLanguage } from '#domain/values/language.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { pageFormat } from '#paper/sheet/page-format.ts'

// A file of its own, because the server's calls use it and must not load the code that draws.

/** The member, study and location at the head of every paper of a study. */
export type PaperHead = {
  readonly memberName: string
  readonly dob: PlainDate
  readonly sex: Gender
  readonly studyID: string
  readonly skuID: number
  /** Null if the study has no appointment. */
  readonly appointment: Instant | null
  readonly scanName: string
  readonly location: Letterhead
  readonly timezone: ZoneId
  readonly madeAt: Instant
  /** The person who printed the paper; null if it was sent, or made without a user. */
  readonly madeBy: string | null
  /** Whether the data is fictional. */
  readonly isDemonstration: boolean
  /** The language of a paper for the member; English when absent, as papers for practitioners and staff are. */
  readonly language?: TextLanguage
}

/** Returns the language of a paper. */
export const paperLanguageOf = ({ language = standardLanguage }: Pick<PaperHead, 'language'>): TextLanguage => language

/** Height of the stamp in points: three lines and their margins. */
const stampHeight = 40

/**
 * Returns how many points lower a study's papers begin, so that the stamp covers no text (study spec §9: the position
 * of the stamp depends on the SKU).
 */
export const stampRoom = (skuID: number): number =>
  Math.max(0, stampPlacement(skuID).fromTop + stampHeight - pageFormat('letter').margin)

/**
 * Formats an instant for paper in its language, in the location's time zone; returns `otherwise` when there is no
 * instant.
 */
export const whenOf = (
  instant: Instant | null,
  head: Pick<PaperHead, 'timezone' | 'language'>,
  otherwise: string,
): string => (instant === null ? otherwise : formatsIn(paperLanguageOf(head)).instant(instant, head.timezone))
