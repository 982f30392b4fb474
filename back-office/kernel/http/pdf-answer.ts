import type { FastifyReply } from 'fastify'

/** What every PDF source answers to who asks for JSON. */
type Paper = { readonly fileName: string; readonly base64: string }

/** Whether an `Accept` header names JSON, as our own client's does; `*` of anything is no such word. */
export const asksForJson = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === 'application/json' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })

/** Answers a paper as the PDF it is (study spec §7 PDF sources), under its own file name. */
export const sendPdf = (reply: FastifyReply, body: unknown): FastifyReply => {
  const { fileName, base64 } = body as Paper
  return reply
    .code(200)
    .header('content-type', 'application/pdf')
    .header('content-disposition', toContentDisposition(fileName))
    .send(Buffer.from(base64, 'base64'))
}

/** For old readers in plain letters, for all others as it is (RFC 6266). */
const toContentDisposition = (fileName: string): string => {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}
