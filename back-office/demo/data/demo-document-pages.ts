import { type Cell, gap, heading, type PaperBlock, prose, row, rule, table } from '#paper/sheet/blocks.ts'
import type { DrawnPdf } from '#paper/sheet/draw-in-thread.ts'
import { drawSheets } from '#paper/sheet/draw-sheets.ts'
import {
  accent,
  body,
  hairline,
  labelStyle,
  paperGrey,
  small,
  strong,
  tint,
  titleStyle,
} from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'

/** A value and its expected range, in one unit. */
type Measured = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly from: number
  readonly to: number
}
type Part = { readonly title: string; readonly measured: readonly Measured[] }

/** The content of a made-up document of a type. It names no member, because the stamp adds the identity. */
type DemoDocument = {
  readonly title: string
  readonly maker: string
  readonly about: string
  readonly parts: readonly Part[]
  readonly remarks: readonly string[]
}

const measured = (name: string, value: number, unit: string, from: number, to: number): Measured => ({
  name,
  value,
  unit,
  from,
  to,
})

const bodyComposition: DemoDocument = {
  title: 'Body composition',
  maker: 'Atrium imaging, quantitative analysis',
  about: 'Fat and muscle measured from the fat-water series of the whole-body scan.',
  parts: [
    {
      title: 'Fat',
      measured: [
        measured('Body fat', 24.6, '%', 18, 28),
        measured('Visceral fat', 1.9, 'l', 0.4, 2.2),
        measured('Subcutaneous fat of the abdomen', 5.8, 'l', 2.5, 7),
        measured('Liver fat fraction', 6.4, '%', 0, 5),
      ],
    },
    {
      title: 'Muscle',
      measured: [
        measured('Lean mass', 51.2, 'kg', 42, 60),
        measured('Thigh muscle, right', 5.1, 'l', 4.2, 6.4),
        measured('Thigh muscle, left', 5, 'l', 4.2, 6.4),
        measured('Muscle fat infiltration', 5.7, '%', 3, 7.5),
      ],
    },
  ],
  remarks: [
    'Liver fat is slightly above the range. A blood test of the liver values is suggested.',
    'Muscle volume is even between the sides.',
  ],
}

const bloodTest: DemoDocument = {
  title: 'Blood test',
  maker: 'Harbour Demonstration Laboratories',
  about: 'Drawn fasting. Ranges are those of the laboratory for adults.',
  parts: [
    {
      title: 'Blood count',
      measured: [
        measured('Haemoglobin', 138, 'g/l', 120, 160),
        measured('White cells', 6.2, 'G/l', 4, 11),
        measured('Platelets', 251, 'G/l', 150, 400),
        measured('Ferritin', 61, 'µg/l', 20, 200),
      ],
    },
    {
      title: 'Lipids and glucose',
      measured: [
        measured('Cholesterol, total', 5.4, 'mmol/l', 3, 5.2),
        measured('LDL cholesterol', 3.1, 'mmol/l', 1.5, 3.4),
        measured('HDL cholesterol', 1.5, 'mmol/l', 1.2, 2.2),
        measured('Glucose, fasting', 5.1, 'mmol/l', 3.9, 5.6),
        measured('Haemoglobin A1c', 5.4, '%', 4, 5.7),
      ],
    },
    {
      title: 'Liver and kidneys',
      measured: [
        measured('ALT', 28, 'U/l', 7, 40),
        measured('Gamma GT', 22, 'U/l', 5, 45),
        measured('Creatinine', 74, 'µmol/l', 50, 95),
        measured('TSH', 2.1, 'mU/l', 0.4, 4),
      ],
    },
  ],
  remarks: ['Total cholesterol is slightly above the range, its parts are within theirs.'],
}

const brainHealth: DemoDocument = {
  title: 'Brain health assessment',
  maker: 'Atrium cognition, computerized testing',
  about: 'Scores are set so that 100 is the average of the same age; two thirds of people score 85 to 115.',
  parts: [
    {
      title: 'Cognition',
      measured: [
        measured('Memory', 108, 'points', 85, 115),
        measured('Attention', 97, 'points', 85, 115),
        measured('Processing speed', 112, 'points', 85, 115),
        measured('Executive function', 104, 'points', 85, 115),
        measured('Language', 119, 'points', 85, 115),
      ],
    },
    {
      title: 'Volumes from the scan',
      measured: [
        measured('Hippocampus, right', 3.6, 'ml', 3, 4.4),
        measured('Hippocampus, left', 3.5, 'ml', 3, 4.4),
        measured('White matter lesions', 0.4, 'ml', 0, 1.5),
        measured('Grey matter', 612, 'ml', 540, 680),
      ],
    },
  ],
  remarks: ['All scores are within or above the expected range.', 'A further assessment in two years is suggested.'],
}

const referral: DemoDocument = {
  title: 'Referral for magnetic resonance imaging',
  maker: 'Cedar Demonstration Family Practice',
  about: 'Whole body, without contrast agent.',
  parts: [],
  remarks: ['Reason: family history. No implants are known.', 'Please send the report to this practice.'],
}

/** The content of each demo document type, by the type's id. */
export const demoDocumentsByType: Readonly<Record<string, DemoDocument>> = {
  'dt-body-composition': bodyComposition,
  'dt-blood-test': bloodTest,
  'dt-brain-health': brainHealth,
  'dt-medical-referral': referral,
}

/** Draws a document. A later version states that it replaces the earlier one. `madeAt` in epoch milliseconds. */
export const drawDemoDocument = (document: DemoDocument, version: number, madeAt: number): Promise<DrawnPdf> =>
  drawSheets('standard', {
    title: document.title,
    running: `${document.title} (continued)`,
    foot: [document.maker, 'Demonstration: every value is made up'],
    madeAt,
    pageSize: 'letter',
    blocks: (set) => [
      row(
        set,
        [
          { text: 'Atrium', style: titleStyle, color: accent },
          { text: document.title, style: titleStyle, align: 'right', element: { role: 'H1' } },
        ],
        [0.35, 0.65],
      ),
      row(set, [{ text: document.maker, style: small, color: paperGrey }], [1], { padding: 0 }),
      gap(4),
      rule(set, accent, 1.2),
      row(set, [{ text: 'DEMONSTRATION · EVERY VALUE IS MADE UP', style: labelStyle, color: accent }], [1]),
      gap(6),
      ...(version > 1
        ? [
            row(set, [{ text: `Version ${version}. It replaces the previous version: a range was corrected.` }], [1], {
              fill: tint,
              padding: 5,
            }),
            gap(6),
          ]
        : []),
      ...prose(set, document.about),
      ...document.parts.flatMap((part) => partOf(set, part)),
      gap(16),
      heading(set, 'Remarks'),
      gap(4),
      ...document.remarks.flatMap((text) => [...prose(set, text), gap(3)]),
    ],
  })

const partOf = (set: Typesetter, { title, measured: values }: Part): readonly PaperBlock[] => [
  gap(16),
  heading(set, title),
  ...table(set, {
    heads: [{ text: 'MEASURED' }, { text: 'VALUE' }, { text: 'EXPECTED' }, { text: '' }],
    rows: [],
    shares: [...shares],
  }),
  ...values.map((each) => withBar(set, row(set, cellsOf(each), shares, { under: hairline, padding: 4 }), each)),
]

const shares = [0.36, 0.18, 0.22, 0.24]

const isWithin = ({ value, from, to }: Measured): boolean => value >= from && value <= to

const cellsOf = (each: Measured): Cell[] => [
  { text: each.name },
  {
    text: `${each.value} ${each.unit}`,
    style: isWithin(each) ? body : strong,
    ...(isWithin(each) ? {} : { color: accent }),
  },
  { text: `${each.from} to ${each.to}`, color: paperGrey },
  { text: '' },
]

/** Adds a bar with the value's position; the bar extends a third of the range beyond either limit. */
const withBar = (set: Typesetter, line: PaperBlock, { value, from, to }: Measured): PaperBlock => {
  const { margin, contentWidth } = set.format
  const left = margin + contentWidth * 0.76
  const width = contentWidth * 0.24
  const third = (to - from) / 3
  const placeOf = (at: number): number =>
    left + (width * Math.min(Math.max(at - from + third, 0), third * 5)) / (third * 5)
  return {
    ...line,
    draw: (page, top) => {
      line.draw(page, top)
      const y = top - line.height / 2
      page.drawRectangle({ x: left, y: y - 1.5, width, height: 3, color: hairline })
      page.drawRectangle({
        x: placeOf(from),
        y: y - 1.5,
        width: placeOf(to) - placeOf(from),
        height: 3,
        color: accent,
        opacity: 0.45,
      })
      page.drawCircle({ x: placeOf(value), y, size: 3.4, color: accent })
    },
  }
}
