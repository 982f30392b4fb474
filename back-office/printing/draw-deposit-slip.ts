import { type ChequeSum, type DepositedCheque, partsOfDeposit, sumCheques } from '#domain/finance/cheque-deposit.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatAmount, formatMoney, formatTableAmount } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { toEpochMs } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { roundToMoney } from '#domain/values/money.ts'
import { type Cell, factRows, gap, heading, type PaperBlock, row, table, together } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { drawSheets } from '#paper/sheet/draw-sheets.ts'
import { footOf, letterheadRows, signatureLine } from '#paper/sheet/letterhead.ts'
import { paperSheetWords } from '#paper/sheet/paper-sheet-words.ts'
import { keepWithNext } from '#paper/sheet/place-blocks.ts'
import { body, paperGrey, small, strong } from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { depositSlipWords as words } from './deposit-slip-words.ts'
import type { PaperRequest } from './paper-maker.ts'

type SlipRequest = Extract<PaperRequest, { kind: 'deposit-slip' }>

/**
 * The maximum number of lines in a row, so high that no name is cut off: the bank compares the name with the cheque.
 */
const maxLines = 14

const plain = (text: string, style = body): Cell => ({ text, style: { face: style.face, size: small.size } })
const right = (text: string, style = body): Cell => ({ ...plain(text, style), align: 'right' })

/**
 * Draws the slip of a deposit of cheques for the bank and for the clinic's binder. Cheques that were taken back after
 * the deposit are listed separately and are not in the totals.
 */
export const drawDepositSlip = (request: SlipRequest, fonts: PaperFonts): Promise<DrawnPdf> => {
  const { deposit, letterhead, timezone, madeAt, madeBy } = request
  const title = words.fileTitle(deposit.locationID, deposit.number)
  const day = formatDate(deposit.date)
  const { standing, takenBack } = partsOfDeposit(deposit)
  return drawSheets(fonts, {
    title,
    running: words.continued(letterhead.name, deposit.number, day),
    foot: [footOf(letterhead, title), paperSheetWords.printedBy(formatInstant(madeAt, timezone as ZoneId), madeBy)],
    pageSize: letterhead.pageSize,
    logo: letterhead.logo,
    madeAt: toEpochMs(madeAt),
    blocks: (set) => [
      ...letterheadRows(set, letterhead, { title: words.title, aside: [words.numbered(deposit.number), day] }),
      gap(8),
      ...factRows(set, [
        [words.facts.number, String(deposit.number)],
        [words.facts.date, day],
        [words.facts.bankReference, deposit.bankReference],
        [words.facts.by, deposit.by],
        [words.facts.at, formatInstant(deposit.at, timezone as ZoneId)],
        [words.facts.cheques, sumCheques(standing).map(describeSum).join(', ') || '0'],
      ]),
      gap(12),
      ...(standing.length === 0 ? [row(set, [plain(words.none, strong)], [1])] : chequesOf(set, standing, request)),
      ...(takenBack.length === 0 ? [] : takenBackOf(set, takenBack, request)),
      // Both signatures stay on one page.
      together([signatureLine(set, words.depositedByHand), signatureLine(set, words.receivedByHand)]),
    ],
  })
}

const describeSum = ({ count, total, currency }: ChequeSum): string =>
  total === null ? String(count) : `${count}, ${formatMoney(total, currency)}`

const shares = [0.07, 0.21, 0.35, 0.19, 0.18]

/**
 * Returns a table of cheques for each currency, whose last row has their count and total. The last cheque, the total
 * and the next block stay on one page, so that no page has a total without a cheque or the signatures without a total.
 */
const chequesOf = (
  set: Typesetter,
  cheques: readonly DepositedCheque[],
  { payers }: SlipRequest,
): readonly PaperBlock[] => {
  const sums = sumCheques(cheques)
  return sums.flatMap(({ currency, count, total }): readonly PaperBlock[] => [
    heading(set, sums.length === 1 ? words.cheques : words.chequesIn(currency)),
    ...keepWithNext(
      table(set, {
        heads: [
          { text: words.place },
          { text: words.number },
          { text: words.payer },
          { text: words.study },
          { text: words.amount(currency), align: 'right' },
        ],
        shares,
        maxLines,
        rows: [
          ...cheques
            .filter((cheque) => cheque.currency === currency)
            .map((cheque, index) => [
              plain(String(index + 1)),
              plain(cheque.referenceID),
              plain(payers[cheque.studyID] ?? ''),
              plain(cheque.studyID),
              right(formatTableAmount(roundToMoney(cheque.amount ?? 0))),
            ]),
          [
            plain(''),
            plain(words.total(count), strong),
            plain(''),
            plain(''),
            right(total === null ? '' : formatMoney(total, currency), strong),
          ],
        ],
      }),
      2,
    ),
    gap(10),
  ])
}

const takenBackShares = [0.17, 0.27, 0.16, 0.24, 0.16]

const takenBackOf = (
  set: Typesetter,
  cheques: readonly DepositedCheque[],
  { payers, timezone }: SlipRequest,
): readonly PaperBlock[] => [
  gap(6),
  heading(set, words.takenBack(cheques.length)),
  { ...row(set, [{ text: words.takenBackHint, style: small, color: paperGrey }], [1]), isHeading: true },
  ...keepWithNext(
    table(set, {
      heads: words.takenBackHeads.map((text, index, all) => ({
        text,
        align: index === all.length - 1 ? 'right' : 'left',
      })),
      shares: takenBackShares,
      maxLines,
      rows: cheques.map(({ referenceID, studyID, amount, currency, takenBack }) => [
        plain(referenceID),
        plain(payers[studyID] ?? ''),
        plain(studyID),
        plain(
          takenBack === null ? '' : words.takenBackBy(formatInstant(takenBack.at, timezone as ZoneId), takenBack.by),
        ),
        right(amount === null ? '' : formatAmount(amount, currency)),
      ]),
    }),
  ),
]
