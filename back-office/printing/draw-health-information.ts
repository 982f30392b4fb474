import { columns, factRows, gap, heading, type PaperBlock, type PaperFact, prose, row } from '#paper/sheet/blocks.ts'
import { accent, nameStyle, paperGrey, small } from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { type PaperPractitioner, practitionerOf } from './draw-referral.ts'
import { studyPaperWords } from './study-paper-words.ts'

/** The facts about a report's release and recipients that only health-information staff may read. */
export type HealthInformation = {
  readonly facts: readonly PaperFact[]
  readonly recipients: readonly { readonly role: string; readonly practitioner: PaperPractitioner | null }[]
}

const { healthInformation: words, practitioner: roles } = studyPaperWords

/** Returns the blocks of a report's last sheet. */
export const healthInformationOf =
  ({ facts, recipients }: HealthInformation) =>
  (set: Typesetter): readonly PaperBlock[] => [
    row(set, [{ text: words.title, style: nameStyle, color: accent }], [1]),
    ...prose(set, words.intro, small, paperGrey),
    gap(8),
    ...factRows(set, facts),
    gap(14),
    heading(set, words.recipients),
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
    heading(set, words.checks),
    gap(4),
    ...words.checkList.map((text, place) => row(set, [{ text: words.check(place + 1, text) }], [1], { padding: 2 })),
  ]

/** Returns the referring practitioner with the profession, for the head of a report; empty if the study names none. */
export const referrerOf = ({ recipients }: HealthInformation): string => {
  const practitioner = recipients.find(({ role }) => role === roles.referring)?.practitioner ?? null
  return practitioner === null
    ? ''
    : [practitioner.name, practitioner.profession].filter((part) => part !== '').join(', ')
}

/** Returns the list in pairs, for two columns. */
export const pairs = <Each>(list: readonly Each[]): readonly (readonly Each[])[] =>
  list.flatMap((_each, place) => (place % 2 === 0 ? [list.slice(place, place + 2)] : []))
