import { maxDocumentPages } from '#domain/documents/document.ts'
import { incomingReportSchema, type ResultIdentity, resultIdentitySchema } from '#domain/results/incoming-report.ts'
import { toInstant } from '#domain/values/instant.ts'
import { checkFile } from '../documents/file.ts'
import { TooMuchWork } from '../kernel/bounded-work.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { drawOnPaper, type PaperRequest } from '../printing/paper-maker.ts'
import { findResultContent, type ResultRow } from '../repositories/results-repository.ts'

/** The report of a result as a PDF that can be opened, or why there is none. */
export type ResultFile =
  | { readonly kind: 'file'; readonly base64: string; readonly pages: number; readonly byteSize: number }
  | { readonly kind: 'unreadable' }
  /** A cancellation has no report. */
  | { readonly kind: 'none' }

/**
 * Returns the report of a stored result as a PDF: the checked file that was sent, or the text set on paper. Never call
 * it inside a transaction: another process opens or draws the PDF. Rejects if too much work waits.
 */
export const readResultFile = async (
  result: ResultRow,
  { db, pdf }: Pick<HandlerContext, 'db' | 'pdf'>,
): Promise<ResultFile> => {
  const stored = await findResultContent(db, result.result_id)
  const read = incomingReportSchema.shape.content.safeParse(parseStored(stored))
  if (!read.success) return { kind: 'unreadable' }
  const content = read.data
  if (content.type === 'none') return { kind: 'none' }
  if (content.type === 'text') {
    const issuedAt = toInstant(result.issued_at * 1000)
    const drawn = await drawText({ kind: 'result-text', text: content.text, sender: result.sender, issuedAt })
    if (drawn === null || drawn.pages > maxDocumentPages) return { kind: 'unreadable' }
    const base64 = Buffer.from(drawn.bytes).toString('base64')
    return { kind: 'file', base64, pages: drawn.pages, byteSize: drawn.bytes.length }
  }
  const bytes = Buffer.from(content.base64, 'base64')
  try {
    const { pages, byteSize } = await checkFile({ byteSize: bytes.length, bytes }, 'application/pdf', { pdf })
    return { kind: 'file', base64: content.base64, pages, byteSize }
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'too-many-requests') return { kind: 'unreadable' }
    throw error
  }
}

const parseStored = (json: string | undefined): unknown => {
  try {
    return JSON.parse(json ?? 'null')
  } catch {
    return null
  }
}

/**
 * Returns the person that a stored result names. An unreadable identity is returned without any detail, so that the
 * result waits for a person and the whole list can still be shown.
 */
export const readStoredIdentity = ({ identity }: Pick<ResultRow, 'identity'>): ResultIdentity => {
  const read = resultIdentitySchema.safeParse(parseStored(identity))
  if (read.success) return read.data
  return { patientIDs: [], given: '', family: '', birthDate: null, partialBirthDate: '', sex: null }
}

/** Returns null for a text that cannot be drawn, so that a person sees the result. Rejects if too much work waits. */
const drawText = async (request: PaperRequest) => {
  try {
    return await drawOnPaper(request)
  } catch (error) {
    if (error instanceof TooMuchWork) throw error
    return null
  }
}
