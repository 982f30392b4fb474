import { z } from 'zod'
import type { Member } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import { type Accepted, searchText, staffCommand } from '../command.ts'
import type { Reply } from '../reply.ts'

export type SearchResult =
  | { readonly kind: 'member'; readonly member: Member }
  | { readonly kind: 'study'; readonly study: Study; readonly member: Member }

export const searchCommands = {
  find: staffCommand(z.strictObject({ text: searchText, limit: z.number().int().min(1).max(50) })),
}

export interface SearchBridge {
  /** Searches the cache by name, phone, birth date, email and study id; works without the network. */
  find(input: Accepted<typeof searchCommands.find>): Promise<Reply<readonly SearchResult[]>>
}
