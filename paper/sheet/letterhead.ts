import type { Letterhead } from '#domain/locations/letterhead.ts'
import { type Cell, columns, factRows, gap, type PaperBlock, type PaperFact, row, rule, together } from './blocks.ts'
import { paperSheetWordsIn } from './paper-sheet-words-in.ts'
import { accent, labelStyle, nameStyle, paperGrey, small, strong, tint, titleStyle } from './sheet-style.ts'
import type { Typesetter } from './typesetter.ts'

type TitledHead = {
  readonly title: string
  /** Lines below the title, such as a number and a date; the first is bold. */
  readonly aside?: readonly string[]
  /** A line below the letterhead that marks the whole paper, for example as a sample. */
  readonly mark?: string
}

/** The first rows of every paper: the sender with address and legal lines, and the paper's title. */
export const letterheadRows = (
  set: Typesetter,
  sender: Letterhead,
  { title, aside = [], mark = '' }: TitledHead,
): readonly PaperBlock[] => {
  const grey = (text: string): Cell => ({ text, style: small, color: paperGrey })
  const [first = '', ...others] = aside
  return [
    row(
      set,
      [
        { text: sender.brand, style: titleStyle, color: accent },
        { text: title, style: titleStyle, align: 'right' },
      ],
      [0.4, 0.6],
      { padding: 1 },
    ),
    columns(
      set,
      [
        [
          { text: sender.name === sender.brand ? '' : sender.name, style: strong },
          grey(sender.lines.join(', ')),
          grey(sender.phone === '' || sender.email === '' ? sender.phone + sender.email : contactOf(sender)),
          ...sender.legal.map(grey),
        ],
        [
          { text: first, style: strong, align: 'right' },
          ...others.map((text): Cell => ({ ...grey(text), align: 'right' })),
        ],
      ],
      [0.62, 0.38],
    ),
    gap(3),
    rule(set, accent, 1.2),
    ...(mark === '' ? [] : [row(set, [{ text: mark, style: labelStyle, color: accent }], [1])]),
  ]
}

const contactOf = ({ phone, email }: Letterhead): string => `${phone} · ${email}`

/** The member on a tinted background: the full name, and facts that begin with the date of birth. */
export const identityRows = (set: Typesetter, name: string, facts: readonly PaperFact[]): readonly PaperBlock[] => [
  { ...row(set, [{ text: name, style: nameStyle }], [1], { fill: tint, padding: 5, maxLines: 14 }), isHeading: true },
  ...factRows(set, facts),
]

const signatureShares = [0.62, 0.38]

/** An empty line to sign on, with the role and the date below it. It is never separated from the space above it. */
export const signatureLine = (set: Typesetter, role: string): PaperBlock => {
  const words = paperSheetWordsIn(set.language)
  return together([
    gap(30),
    rule(set, paperGrey),
    row(
      set,
      [
        { text: words.signature(role), style: small, color: paperGrey },
        { text: words.date, style: small, color: paperGrey },
      ],
      signatureShares,
      { padding: 0 },
    ),
  ])
}

/** The first line at the foot of a paper: the clinic and what the paper is. */
export const footOf = ({ name, phone }: Pick<Letterhead, 'name' | 'phone'>, ...parts: readonly string[]): string =>
  [name, phone, ...parts].filter((part) => part !== '').join(' · ')
