import type { MemberDetails } from './member-details.ts'

/** Where the stamp stands on a page, in points from the edges of what is seen of it, however the page is turned. */
export type StampPlacement = { readonly side: 'left' | 'right'; readonly fromTop: number; readonly fromSide: number }

/** What is to be done with a PDF before it leaves (study spec §1, §5, §7). */
export type StampRequest = {
  /** Accents and all; the stamp itself is drawn in plain letters. */
  readonly member: MemberDetails
  readonly studyID: string
  /** 400, 350 and 370 have headers of their own, which the stamp keeps clear of (study spec §9). */
  readonly skuID: number
  /** The password that opens the result; null leaves it open. */
  readonly encryptWith: string | null
  /** Leaves out what is for health-information staff alone, so that nothing of it can be recovered. */
  readonly shouldHideHIContent: boolean
}

/** Why a PDF is not taken. */
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
  /** `appended`: the original's bytes are the beginning of the result, untouched. */
  | {
      readonly kind: 'stamped'
      readonly bytes: Uint8Array
      readonly pages: number
      readonly how: 'appended' | 'rewritten'
    }
  | { readonly kind: 'refused'; readonly reason: PdfRefusal }
