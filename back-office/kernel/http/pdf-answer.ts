import type { FastifyReply } from 'fastify'

/** The JSON answer of every PDF source. */
type Paper = { readonly fileName: string; readonly base64: string }

/** Returns whether an `Accept` header names JSON, as our own client's does; a wildcard does not count. */
export const asksForJson = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === 'application/json' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })

/** Sends a paper as a PDF (study spec §7 PDF sources), with its file name. */
export const sendPdf = (reply: FastifyReply, body: unknown): FastifyReply => {
  const { fileName, base64 } = body as Paper
  return reply
    .code(200)
    .header('content-type', 'application/pdf')
    .header('content-disposition', toContentDisposition(fileName))
    .send(Buffer.from(base64, 'base64'))
}

/** Returns the header with the name in ASCII for old clients, and in full for all others (RFC 6266). */
const toContentDisposition = (fileName: string): string => {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}
