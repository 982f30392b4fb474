import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { type PaperPractitioner, practitionerOf } from './draw-referral.ts'
import { factRows, type PaperFact } from './draw-study-paper.ts'
import { accent, columns, gap, heading, type PaperBlock, paperGrey, prose, row, small } from './paper-sheet.ts'

/** The facts about a report's release and recipients that only health-information staff may read. */
export type HealthInformation = {
  readonly facts: readonly PaperFact[]
  readonly recipients: readonly { readonly role: string; readonly practitioner: PaperPractitioner | null }[]
}

const checks = [
  'The member’s full name, birth date and sex on every page are those of the record.',
  'The study and the version of the report are the ones that were released.',
  'The recipient is one whom the member has named, at the address of the practitioner directory.',
  'What is marked as sensitive goes to nobody without the member’s own word.',
] as const

/** Returns the blocks of a report's last sheet. */
export const healthInformationOf =
  ({ facts, recipients }: HealthInformation) =>
  (set: Typesetter): readonly PaperBlock[] => [
    row(set, [{ text: 'For health-information staff', style: { face: 'bold', size: 13 }, color: accent }], [1]),
    ...prose(
      set,
      'This page is not part of the report. It is left out of what is sent on where that is asked for.',
      small,
      paperGrey,
    ),
    gap(8),
    ...factRows(set, facts),
    gap(14),
    heading(set, 'Who is to have the report'),
    gap(6),
    ...pairs(recipients).flatMap((pair) => [
      columns(
        set,
        pair.map(({ role, practitioner }) => practitionerOf(role, practitioner)),
        [0.5, 0.5],
      ),
      gap(10),
    ]),
    gap(4),
    heading(set, 'Before it leaves the clinic'),
    gap(4),
    ...checks.map((text, place) => row(set, [{ text: `${place + 1}. ${text}` }], [1], { padding: 2 })),
  ]

/** Returns the list in pairs, for two columns. */
export const pairs = <Each>(list: readonly Each[]): readonly (readonly Each[])[] =>
  list.flatMap((_each, place) => (place % 2 === 0 ? [list.slice(place, place + 2)] : []))
