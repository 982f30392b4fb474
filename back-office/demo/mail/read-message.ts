import PostalMime from 'postal-mime'
import type { SentMail } from '#contract/settings/routes.ts'

/** A message as the sink received it. */
export type ReceivedMail = Omit<SentMail, 'mailID' | 'at'> & {
  /** If a message is sent twice, both copies have the same id. */
  readonly messageID: string
}

/** The start data of the thread that reads a message. */
export type MessageToRead = { readonly bytes: Uint8Array; readonly recipients: readonly string[] }

/** Parses the raw bytes of a message. The time grows with the size of its attachments. */
export const readMessage = async (bytes: Uint8Array, recipients: readonly string[]): Promise<ReceivedMail> => {
  const parsed = await PostalMime.parse(bytes)
  return {
    messageID: parsed.messageId ?? '',
    from: parsed.from?.address ?? '',
    to: [...recipients],
    subject: parsed.subject ?? '',
    text: (parsed.text ?? '').trim(),
    attachments: parsed.attachments.map(({ filename, mimeType, content }) => ({
      fileName: filename ?? '',
      contentType: mimeType,
      sizeBytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    })),
  }
}
