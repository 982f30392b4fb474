import type { SharingBridge } from '#domain/contract/bridge.ts'
import { ok, type Reply } from '#domain/contract/reply.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import type { NamedShare, Share } from '#domain/documents/share.ts'
import type { RecordKeeper } from './record-keeper.ts'
import { settleCall } from './settle-call.ts'
import type { StaffCalls } from './staff-calls.ts'
import type { StudyReader } from './study-reader.ts'

/** So many members the back office reads at once. */
const namesAtOnce = 50

/** Whom a study is shared with, by name (booking spec §2 Sharing). */
export const createSharingService = (parts: {
  readonly calls: StaffCalls
  readonly reader: StudyReader
  readonly keeper: RecordKeeper
}): SharingBridge => {
  const { calls, reader, keeper } = parts

  const withNames = async (shares: readonly Share[]): Promise<Reply<readonly NamedShare[]>> => {
    const names = new Map<string, string>()
    const ids = [...new Set(shares.map(({ platformId }) => platformId))]
    for (let start = 0; start < ids.length; start += namesAtOnce) {
      const some = ids.slice(start, start + namesAtOnce)
      const reply = await calls.call('readMembers', { query: { user_id: some.join(',') } })
      if (!reply.ok) return reply
      for (const { patientID, firstname, lastname } of reply.value) names.set(patientID, `${firstname} ${lastname}`)
    }
    return ok(
      shares.map((share) => ({ ...share, fullName: names.get(share.platformId) ?? documentMessages.unknownUser })),
    )
  }

  return {
    list: async ({ studyID }) => {
      const [view, shares] = await Promise.all([
        reader.readFresh(studyID),
        calls.call('readShares', { params: { studyId: studyID } }),
      ])
      if (!view.ok) return view
      if (!shares.ok) return shares
      const named = await withNames(shares.value)
      if (!named.ok) return named
      const { study, member, location } = view.value
      return ok({ study, member, location, shares: named.value })
    },
    revoke: async ({ studyID, platformId, idempotencyKey }) => {
      const reply = await settleCall(() =>
        calls.callExactly('removeShare', { params: { studyId: studyID }, body: { platformId } }, { idempotencyKey }),
      )
      if (!reply.ok) return reply
      keeper.noteStudy(studyID)
      return await withNames(reply.value)
    },
  }
}
