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
    besideLogo(
      set,
      sender.brand,
      row(
        set,
        [
          { text: set.logo === null ? sender.brand : '', style: titleStyle, color: accent },
          { text: title, style: titleStyle, align: 'right', element: { role: 'H1' } },
        ],
        brandShares,
        { padding: 1 },
      ),
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

/** The shares of the first row: the brand or its logo, and the title. */
const brandShares = [0.4, 0.6]
/** The maximum height of a logo, in points. */
const logoHeight = 44
/** The maximum size of a logo's pixel, in points, so that a logo has at least 150 pixels per inch. */
const pixelSize = 72 / 150

/** Returns the row with the logo at its left; the row itself without a logo. The brand is the text in place of the logo. */
const besideLogo = (set: Typesetter, brand: string, title: PaperBlock): PaperBlock => {
  const { logo, format } = set
  if (logo === null) return title
  const most = { width: format.contentWidth * (brandShares[0] ?? 0) - 8, height: logoHeight }
  const scale = Math.min(most.width / logo.width, most.height / logo.height, pixelSize)
  const [width, height] = [logo.width * scale, logo.height * scale]
  const whole = Math.max(title.height, height + 2)
  return {
    height: whole,
    draw: (page, top) => {
      set.tags.draw(page, { role: 'Figure', alt: brand }, () =>
        page.drawImage(logo, { x: format.margin, y: top - whole + 1, width, height }),
      )
      title.draw(page, top - whole + title.height)
    },
  }
}

const contactOf = ({ phone, email }: Letterhead): string => `${phone} · ${email}`

/** The member on a tinted background: the full name, and facts that begin with the date of birth. */
export const identityRows = (set: Typesetter, name: string, facts: readonly PaperFact[]): readonly PaperBlock[] => [
  {
    ...row(set, [{ text: name, style: nameStyle, element: { role: 'H2' } }], [1], {
      fill: tint,
      padding: 5,
      maxLines: 14,
    }),
    isHeading: true,
  },
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
