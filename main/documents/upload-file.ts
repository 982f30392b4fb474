import type { DocumentsBridge } from '#contract/documents/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { parseDataUrl } from '#domain/documents/data-url.ts'
import { maxDocumentBytes } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import type { GraphqlCall } from '../back-office-client/back-office-client.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { Publish } from '../publish.ts'
import type { StudyReader } from '../study-access/study-reader.ts'
import { largeFileMs } from './study-item-reader.ts'

export type FileUploadParts = {
  readonly calls: StaffCalls
  readonly reader: StudyReader
  readonly publish: Publish
}

type Upload = Pick<Parameters<DocumentsBridge['upload']>[0], 'studyID' | 'dataUrl' | 'idempotencyKey'>
type Mutation<Value> = Omit<GraphqlCall<Value>, 'variables'> & { readonly name: string }

/**
 * Creates a function that sends a study's file through a GraphQL mutation and publishes the progress. The mutation's
 * input contains `fields` in addition to the file. Fails with `document-format` or `payload-too-large` before anything
 * is sent.
 */
export const createFileUpload =
  ({ calls, reader, publish }: FileUploadParts) =>
  async <Value>(
    { studyID, dataUrl, idempotencyKey }: Upload,
    { name, query, answer }: Mutation<Value>,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Reply<Value>> => {
    const file = parseDataUrl(dataUrl)
    if (file === null) return fail('document-format', documentMessages.invalidFormat)
    if (file.byteSize > maxDocumentBytes) return fail('payload-too-large', documentMessages.tooLarge)
    const view = reader.cached(studyID)
    const read = view === null ? await reader.readFresh(studyID) : ok(view)
    if (!read.ok) return read
    const input = {
      studyId: studyID,
      patientId: read.value.member.patientID,
      ...fields,
      base64File: file.base64,
      fileType: file.mediaType,
    }
    return completeCall(() =>
      calls.callGraphqlExactly(
        name,
        { query, answer, variables: { input } },
        {
          idempotencyKey,
          timeoutMs: largeFileMs,
          onSent: (sentBytes, totalBytes) =>
            publish('documents.uploadProgress', { idempotencyKey, sentBytes, totalBytes }),
        },
      ),
    )
  }
