import { formatPhone } from '#domain/format/format-phone.ts'
import { deliveryWord } from '#domain/release/delivery-words.ts'
import type { Transmission } from '#domain/release/transmission.ts'
import { factRows, gap, heading, table } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { paperGrey } from '#paper/sheet/sheet-style.ts'
import { drawStudyPaper } from './draw-study-paper.ts'
import { type PaperHead, whenOf } from './paper-head.ts'
import { transmissionWords as words } from './transmission-words.ts'

/**
 * Draws the transmission report of one delivery: recipient, channel, number, start, end, pages, result, the carrier's
 * id, and every step of every attempt.
 */
export const drawTransmission = (
  head: PaperHead,
  { delivery, steps, attempts, receipt, startedAt, endedAt }: Transmission,
  fonts: PaperFonts,
): Promise<DrawnPdf> => {
  const { channel, address, pages, isEncrypted, confirmedBy, resendOf } = delivery
  return drawStudyPaper(head, fonts, words.title, (set) => [
    heading(set, words.recipient),
    gap(4),
    ...factRows(set, [
      [words.name, delivery.recipientName],
      [words.channel, words.channels[channel]],
      [words.address, address === '' ? words.noAddress : channel === 'fax' ? formatPhone(address) : address],
    ]),
    gap(12),
    heading(set, words.document),
    gap(4),
    ...factRows(set, [
      [words.documentName, delivery.title],
      [words.pages, pages === null ? '' : String(pages)],
      [words.password, isEncrypted ? words.yes : words.no],
    ]),
    gap(12),
    heading(set, words.result),
    gap(4),
    ...factRows(set, [
      [words.outcome, deliveryWord(channel, delivery.state)],
      [words.reason, delivery.reason ?? words.none],
      [words.sentBy, delivery.by],
      [words.registered, whenOf(delivery.at, head, '')],
      [words.started, whenOf(startedAt, head, '')],
      [words.ended, whenOf(endedAt, head, words.open)],
      [words.attempts, String(attempts)],
      [words.receipt, receipt ?? words.none],
      [words.deliveryID, delivery.deliveryID],
      ...(confirmedBy === undefined ? [] : [[words.confirmedBy, confirmedBy] as const]),
      ...(resendOf === undefined ? [] : [[words.resendOf, resendOf] as const]),
    ]),
    gap(12),
    heading(set, words.steps),
    ...table(set, {
      heads: words.heads.map((text) => ({ text })),
      rows:
        steps.length === 0
          ? [[{ text: words.noSteps, color: paperGrey }]]
          : steps.map(({ at, state, sending, reason, receipt: id, by }) => [
              { text: whenOf(at, head, '') },
              { text: String(sending) },
              { text: [deliveryWord(channel, state), reason].filter((part) => part !== null).join(': ') },
              { text: id ?? '', color: paperGrey },
              { text: by, color: paperGrey },
            ]),
      shares: [0.29, 0.1, 0.25, 0.19, 0.17],
    }),
  ])
}
