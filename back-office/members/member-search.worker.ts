import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseSource } from '../database/database.ts'
import { openForSearch } from '../database/open-for-search.ts'
import type { SearchAsked, SearchFound } from '../kernel/member-search.ts'
import { findMembersByText } from './member-search.ts'

export type SearchRequest =
  | { readonly id: number; readonly kind: 'search'; readonly asked: SearchAsked }
  | { readonly id: number; readonly kind: 'close' }

export type SearchReply =
  | { readonly id: number; readonly found: SearchFound | null }
  | { readonly id: number; readonly failure: { readonly name: string; readonly code: string | undefined } }

const serve = (port: NonNullable<typeof parentPort>, source: DatabaseSource): void => {
  const database = openForSearch(source)

  const answer = async (request: SearchRequest): Promise<SearchReply> => {
    if (request.kind === 'search') return { id: request.id, found: await findMembersByText(database.db, request.asked) }
    await database.close()
    return { id: request.id, found: null }
  }

  port.on('message', async (request: SearchRequest) => {
    try {
      port.postMessage(await answer(request))
    } catch (error) {
      // The reply omits the error's message, which could quote typed text.
      const name = error instanceof Error ? error.name : typeof error
      const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
      port.postMessage({ id: request.id, failure: { name, code } } satisfies SearchReply)
    }
    if (request.kind === 'close') port.close()
  })
}

if (parentPort !== null) serve(parentPort, workerData as DatabaseSource)
