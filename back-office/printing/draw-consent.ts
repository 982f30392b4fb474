import { parseConsentText } from '#domain/settings/consent-text.ts'
import type { Instant } from '#domain/values/instant.ts'
import { gap, heading, type PaperBlock, prose, row, rule, together } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { signatureLine } from '#paper/sheet/letterhead.ts'
import { accent, ink, nameStyle, paperGrey, small, strong } from '#paper/sheet/sheet-style.ts'
import type { TextStyle, Typesetter } from '#paper/sheet/typesetter.ts'
import { consentWordsIn } from './consent-words.ts'
import { drawStudyPaper } from './draw-study-paper.ts'
import { type PaperHead, whenOf } from './paper-head.ts'

/** The signer and the time, or the staff member who marked the paper as signed; null when unsigned. */
type Signature = { readonly by: string; readonly at: Instant | null; readonly isDesksMark?: true } | null

/** The agreement with its title, and the name of its version below it. */
export type Agreement = { readonly title: string; readonly text: string; readonly version: string }

export type Consent = { readonly agreement: Agreement; readonly member: Signature; readonly technologist: Signature }

/**
 * Draws the member agreement with both signatures. Only the member's signature is required: without it, a notice is
 * printed.
 */
export const drawConsent = (head: PaperHead, consent: Consent, fonts: PaperFonts): Promise<DrawnPdf> =>
  drawStudyPaper(head, fonts, consent.agreement.title, (set) => [
    ...missingOf(set, consent),
    ...agreementOf(set, consent.agreement),
    gap(10),
    keptTogether(signatureOf(set, head, consentWordsIn(set.language).member, consent.member)),
    keptTogether(gap(16)),
    signatureOf(set, head, consentWordsIn(set.language).technologist, consent.technologist),
  ])

/** Draws the blank agreement, for the member to sign on paper. */
export const drawConsentForm = (head: PaperHead, agreement: Agreement, fonts: PaperFonts): Promise<DrawnPdf> =>
  drawStudyPaper(head, fonts, agreement.title, (set) => {
    const words = consentWordsIn(set.language)
    return [
      row(set, [{ text: words.formNote, style: small, color: paperGrey }], [1]),
      ...agreementOf(set, agreement),
      keptTogether(signatureLine(set, words.member)),
      signatureLine(set, words.technologist),
    ]
  })

const agreementOf = (set: Typesetter, { text, version }: Agreement): readonly PaperBlock[] => [
  ...parseConsentText(text).flatMap((block) =>
    block.kind === 'heading' ? [heading(set, block.text), gap(4)] : [...prose(set, block.text), gap(9)],
  ),
  row(set, [{ text: version, style: small, color: paperGrey }], [1]),
]

const keptTogether = (block: PaperBlock): PaperBlock => ({ ...block, isHeading: true })

const missingOf = (set: Typesetter, { member }: Consent): readonly PaperBlock[] =>
  member !== null
    ? []
    : [row(set, [{ text: consentWordsIn(set.language).missing, style: strong, color: accent }], [1]), gap(6)]

const hand: TextStyle = { face: 'regular', size: nameStyle.size }

const shares = [0.62, 0.38]

/** Returns the texts above and below a signature line: the signer and date, or who marked the paper as signed. */
const wordsOf = (set: Typesetter, signature: Signature, role: string, head: PaperHead) => {
  const words = consentWordsIn(set.language)
  const caption = (text: string) => ({ text, style: small, color: paperGrey })
  if (signature === null) {
    const above = [
      { text: words.notSigned, style: hand, color: paperGrey },
      { text: '', style: strong },
    ]
    return { above, below: [caption(role), caption(words.date)] }
  }
  const date = whenOf(signature.at, head, words.markDateUnknown)
  if (signature.isDesksMark === true) {
    return {
      above: [{ text: words.markedAsSigned(signature.by, date), style: strong }],
      below: [caption(role)],
    }
  }
  const above = [
    { text: signature.by, style: hand, color: ink },
    { text: whenOf(signature.at, head, words.dateNotRecorded), style: strong },
  ]
  return { above, below: [caption(words.signedElectronically(role)), caption(words.date)] }
}

const signatureOf = (set: Typesetter, head: PaperHead, role: string, signature: Signature): PaperBlock => {
  const { above, below } = wordsOf(set, signature, role, head)
  return together([
    row(set, above, shares, { maxLines: 14 }),
    rule(set, paperGrey),
    row(set, below, shares, { padding: 0 }),
  ])
}
