import { formatDate } from '#domain/format/format-date.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import type { Pharmacy } from '#domain/study/sedative.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { columns, factRows, gap, heading, type PaperBlock, prose, row } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { signatureLine } from '#paper/sheet/letterhead.ts'
import { accent, paperGrey, strong, tint } from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { drawStudyPaper } from './draw-study-paper.ts'
import type { PaperHead } from './paper-head.ts'
import { studyPaperWords } from './study-paper-words.ts'

const { prescription: words, facts, unknown } = studyPaperWords

export type Prescription = {
  /** The status as the study's page shows it. */
  readonly status: string
  readonly isCancelled: boolean
  readonly prescribedOn: PlainDate | null
  readonly sentOn: PlainDate | null
  readonly readyOn: PlainDate | null
  /** Null if staff recorded none. */
  readonly medication: { readonly name: string; readonly directions: string; readonly quantity: string } | null
  readonly prescriber: string | null
  readonly pharmacy: Pharmacy | null
  /** The sedative option that the front desk chose for the booking; null if none is chosen. */
  readonly taken: string | null
}

const dateOf = (date: PlainDate | null): string => (date === null ? facts.notYet : formatDate(date))

/** Draws the sedative's prescription with its pharmacy and its status. */
export const drawPrescription = (head: PaperHead, prescription: Prescription, fonts: PaperFonts): Promise<DrawnPdf> =>
  drawStudyPaper(head, fonts, words.title, (set) => [
    ...(prescription.isCancelled
      ? [row(set, [{ text: words.cancelled, style: strong, color: accent }], [1]), gap(4)]
      : []),
    ...factRows(set, [
      [facts.status, prescription.status],
      [words.prescribed, dateOf(prescription.prescribedOn)],
      [words.sent, dateOf(prescription.sentOn)],
      [words.ready, dateOf(prescription.readyOn)],
      [words.taken, prescription.taken ?? unknown],
      [words.prescriber, prescription.prescriber ?? unknown],
    ]),
    gap(14),
    heading(set, words.sedative),
    gap(6),
    ...medicationOf(set, prescription),
    gap(14),
    heading(set, words.pharmacy),
    gap(6),
    pharmacyOf(set, prescription.pharmacy),
    gap(14),
    ...prose(set, words.warning, strong),
    ...(prescription.isCancelled ? [] : [signatureLine(set, words.prescriber)]),
  ])

const medicationOf = (set: Typesetter, { medication }: Prescription): readonly PaperBlock[] => {
  if (medication === null) return prose(set, words.noMedicine, undefined, paperGrey)
  const line = (title: string, text: string): PaperBlock =>
    row(
      set,
      [
        { text: title, color: paperGrey },
        { text, style: strong },
      ],
      [0.22, 0.78],
      { fill: tint, padding: 4 },
    )
  return [
    line(words.medicine, medication.name),
    line(words.directions, medication.directions),
    line(words.quantity, medication.quantity),
  ]
}

const pharmacyOf = (set: Typesetter, pharmacy: Pharmacy | null): PaperBlock => {
  if (pharmacy === null) return row(set, [{ text: words.noPharmacy, color: paperGrey }], [1])
  const { name, address, address2, city, state, postalCode, country, phone_number, fax_number } = pharmacy
  const town = [city, state, postalCode].filter((part) => part !== '').join(' ')
  return columns(
    set,
    [
      [{ text: name, style: strong }, { text: address }, { text: address2 }, { text: town }, { text: country }],
      [
        { text: phone_number === '' ? '' : words.phone(formatPhone(phone_number)) },
        { text: fax_number === '' ? '' : words.fax(formatPhone(fax_number)) },
      ],
    ],
    [0.6, 0.4],
  )
}
