import type { PrintItem } from '#contract/printing/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName } from '#domain/members/member.ts'
import { printKindOf } from '#domain/printing/print-kind.ts'
import { pdfRefusalWords } from '#domain/release/pdf-refusal-words.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { PdfWorkshop } from '#paper/stamp/pdf-workshop.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import { documentFileName, type StudyItem, type StudyItemReader } from '../documents/study-item-reader.ts'
import type { StudyReader } from '../study-access/study-reader.ts'
import type { Printable } from './printing-service.ts'

export type PrintableReader = {
  /**
   * Returns an item as a PDF that is ready to print, with its member if it has one. A study's papers and documents,
   * receipts, and transmission reports are stamped; the safety form, the cash-up, deposit slips and the day sheet
   * are not stamped.
   */
  readPrintable(item: PrintItem): Promise<Reply<Printable & { readonly fileName: string }>>
  /** Returns an item as a file: a picture stays a picture. */
  readFile(item: PrintItem): Promise<Reply<Pick<StudyItem, 'bytes' | 'fileName' | 'contentType'>>>
}

export type PrintableReaderParts = {
  readonly calls: StaffCalls
  readonly items: StudyItemReader
  readonly reader: StudyReader
  readonly workshop: PdfWorkshop
  /** Draws the answered safety form; while the back office is out of reach, it is drawn from the cache. */
  makeSafetyForm(input: { studyID: StudyID }): Promise<Reply<{ readonly base64: string }>>
}

/** Creates the reader of everything that can be printed or saved at this workstation. */
export const createPrintableReader = (parts: PrintableReaderParts): PrintableReader => {
  const { calls, items, reader, workshop, makeSafetyForm } = parts

  const readPrintable: PrintableReader['readPrintable'] = async (item) => {
    const kind = printKindOf(item)
    if (item.kind === 'cash-up') {
      const { locationID, date } = item
      const reply = await calls.call('exportCashUp', { params: { locationID }, query: { date, format: 'pdf' } })
      if (!reply.ok) return reply
      return ok({
        bytes: fromBase64(reply.value.base64),
        fileName: reply.value.fileName,
        title: `Cash-up of ${formatDate(date)}`,
        kind,
        member: null,
        studyID: null,
        locationID,
      })
    }
    if (item.kind === 'deposit-slip') {
      const { locationID, depositID } = item
      const reply = await calls.call('readDepositSlip', { params: { locationID, depositID } })
      if (!reply.ok) return reply
      return ok({
        bytes: fromBase64(reply.value.base64),
        fileName: reply.value.fileName,
        title: 'Deposit slip',
        kind,
        member: null,
        studyID: null,
        locationID,
      })
    }
    if (item.kind === 'day-sheet') {
      const { locationID, date } = item
      const reply = await calls.call('readDaySheet', { params: { locationID }, query: { date } })
      if (!reply.ok) return reply
      return ok({
        bytes: fromBase64(reply.value.base64),
        fileName: reply.value.fileName,
        title: `Day sheet of ${formatDate(date)}`,
        kind,
        member: null,
        studyID: null,
        locationID,
      })
    }
    if (item.kind === 'safety-form') {
      const form = await makeSafetyForm({ studyID: item.studyID })
      if (!form.ok) return form
      // The job shows the member of the form. A study that was booked a moment ago may not be in the cache yet.
      const copy = reader.cached(item.studyID)
      const read = copy === null ? await reader.read(item.studyID) : ok(copy)
      if (!read.ok) return read
      const fileName = `${item.studyID} safety questions.pdf`
      const bytes = fromBase64(form.value.base64)
      return ok({ bytes, fileName, title: 'Safety questions', kind, ...ofStudy(read.value) })
    }
    if (item.kind === 'receipt') return await readReceipt(item, kind)
    if (item.kind === 'transmission-report') return await readTransmission(item.studyID, item.deliveryID, kind)
    const read = await items.read(item.studyID, item.item)
    if (!read.ok) return read
    const paper = await onPaper(read.value)
    if (!paper.ok) return paper
    return ok({ ...paper.value, title: read.value.title, kind, ...ofStudy(read.value) })
  }

  /** Reads the receipt of a payment, which the back office has stamped. */
  const readReceipt = async (
    { studyID, transactionID }: Extract<PrintItem, { readonly kind: 'receipt' }>,
    kind: Printable['kind'],
  ): ReturnType<PrintableReader['readPrintable']> => {
    const view = await reader.readFresh(studyID)
    if (!view.ok) return view
    const receipt = await calls.call('readReceiptPdf', { params: { studyId: studyID, transactionID } })
    if (!receipt.ok) return receipt
    const { base64, fileName } = receipt.value
    return ok({ bytes: fromBase64(base64), fileName, title: 'Receipt', kind, ...ofStudy(view.value) })
  }

  /** Reads the transmission report of a delivery, stamped as every paper of a study is. */
  const readTransmission = async (
    studyID: StudyID,
    deliveryID: string,
    kind: Printable['kind'],
  ): ReturnType<PrintableReader['readPrintable']> => {
    const view = await reader.readFresh(studyID)
    if (!view.ok) return view
    const report = await calls.call('readTransmissionReport', { params: { studyId: studyID, deliveryID } })
    if (!report.ok) return report
    const stamped = await items.stamp(view.value, fromBase64(report.value.base64))
    if (!stamped.ok) return stamped
    const { bytes } = stamped.value
    return ok({ bytes, fileName: report.value.fileName, title: 'Transmission report', kind, ...ofStudy(view.value) })
  }

  /** Converts an item into a printable PDF: a picture is placed on a stamped page. */
  const onPaper = async (item: StudyItem): Promise<Reply<Pick<StudyItem, 'bytes' | 'fileName'>>> => {
    const { bytes, contentType, fileName, study } = item
    if (contentType === 'application/pdf') return ok({ bytes, fileName })
    const drawn = await workshop.picture(bytes, contentType)
    if (drawn.kind === 'refused') return fail('pdf-refused', pdfRefusalWords(drawn.reason))
    const stamped = await items.stamp(item, drawn.bytes)
    if (!stamped.ok) return stamped
    return ok({ bytes: stamped.value.bytes, fileName: documentFileName(study.studyID, 'application/pdf') })
  }

  return {
    readPrintable,
    readFile: async (item) => {
      if (item.kind === 'study') return await items.read(item.studyID, item.item)
      const printable = await readPrintable(item)
      return printable.ok ? ok({ ...printable.value, contentType: 'application/pdf' }) : printable
    },
  }
}

/** Returns the member and the study that a job shows. */
const ofStudy = ({ member, study }: Pick<StudyItem, 'member' | 'study'>) => ({
  member: { name: fullName(member), dob: member.dob },
  studyID: study.studyID,
  locationID: study.locationID,
})

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))
