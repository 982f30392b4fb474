import { parentPort } from 'node:worker_threads'
import { backOfficeKernelWords } from '../kernel-words.ts'
import { Refusal } from '../refusal.ts'
import { type GraphqlRequest, readGraphqlRequest } from './read-request.ts'

/** The body of a GraphQL request, transferred to this thread. */
export type ReadOrder = { readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }

export type ReadReply =
  | { readonly id: number; readonly request: GraphqlRequest }
  | { readonly id: number; readonly refusal: string }

const read = ({ id, bytes }: ReadOrder): ReadReply => {
  try {
    return { id, request: readGraphqlRequest(bytes) }
  } catch (error) {
    return { id, refusal: error instanceof Refusal ? error.message : backOfficeKernelWords.queryUnreadable }
  }
}

const port = parentPort
port?.on('message', (order: ReadOrder) => {
  const reply = read(order)
  const file = 'request' in reply ? reply.request.upload?.bytes?.buffer : undefined
  port.postMessage(reply, file instanceof ArrayBuffer ? [file] : [])
})
