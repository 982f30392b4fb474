import { formatPhone } from '#domain/format/format-phone.ts'
import { type Practitioner, practiceName } from '#domain/people/practitioner.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { counted } from '../kernel/work-meter.ts'
import { drawOnPaper } from '../printing/paper-maker.ts'
import { pdfRefused } from '../printing/stamp-study-pdf.ts'
import type { PaperSubject } from '../printing/study-paper-subject.ts'
import type { DeliveryRow } from '../repositories/deliveries-repository.ts'

type Pages = { readonly bytes: Uint8Array; readonly pages: number }

/** A cover sheet has one page. */
const sheetPages = 1

/**
 * Returns a fax with its cover sheet as the first page (decision 297). The sheet names the recipient, the sender and
 * the number of pages, and nothing of the member. Throws 422 `pdf-refused`.
 */
export const addCoverSheet = async (
  { bytes, pages }: Pages,
  row: DeliveryRow,
  practitioner: Practitioner,
  { head }: Pick<PaperSubject, 'head'>,
  { pdf }: Pick<HandlerContext, 'pdf'>,
): Promise<Pages> => {
  const practice = practitioner.locations.find(({ id }) => id === row.practice_location_id)
  const sheet = await drawOnPaper({
    kind: 'fax-cover',
    cover: {
      clinic: head.location,
      timezone: head.timezone,
      madeAt: head.madeAt,
      recipient: {
        name: row.recipient_name,
        practice: practice === undefined ? '' : practiceName(practice),
        number: formatPhone(row.address),
      },
      sender: row.author_name,
      pages: pages + sheetPages,
      reference: row.delivery_id,
      isDemonstration: head.isDemonstration,
    },
  })
  const covered = await counted(() => pdf.cover(bytes, sheet.bytes))
  if (covered.kind === 'refused') throw pdfRefused(covered.reason)
  return covered
}
