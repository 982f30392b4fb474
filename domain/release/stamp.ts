import type { Language } from '../values/language.ts'
import type { MemberDetails } from './member-details.ts'

/** The stamp's position, in points from the edges of the visible page, whatever the page's rotation. */
export type StampPlacement = { readonly side: 'left' | 'right'; readonly fromTop: number; readonly fromSide: number }

/** The changes to a PDF before it is sent, printed or saved (study spec §1, §5, §7). */
export type StampRequest = {
  /** The member's names keep their accents; the stamp shows them in plain letters. */
  readonly member: MemberDetails
  readonly studyID: string
  /** The language of a paper for the member; English if absent, as papers for practitioners and staff are. */
  readonly language?: Language
  /**
   * The reports of the packages 400, 350 and 370 have headers of their own, which the stamp must not cover (study spec
   * §9).
   */
  readonly skuID: number
  /** The password that opens the result; null leaves it unencrypted. */
  readonly encryptWith: string | null
  /** Removes the content that only health-information staff may see. The removed content cannot be recovered. */
  readonly shouldHideHIContent: boolean
}

/** Reasons for which a PDF is refused. */
const pdfRefusals = [
  'not-a-pdf',
  'damaged',
  'locked',
  'no-pages',
  'too-many-pages',
  'too-large',
  'took-too-long',
  'too-much-memory',
] as const
export type PdfRefusal = (typeof pdfRefusals)[number]

export type PdfInspection =
  | { readonly kind: 'readable'; readonly pages: number; readonly isEncrypted: boolean }
  | { readonly kind: 'refused'; readonly reason: PdfRefusal }

export type StampedPdf =
  /** `appended`: the result starts with the original's bytes, unchanged. */
  | {
      readonly kind: 'stamped'
      readonly bytes: Uint8Array
      readonly pages: number
      readonly how: 'appended' | 'rewritten'
    }
  | { readonly kind: 'refused'; readonly reason: PdfRefusal }
