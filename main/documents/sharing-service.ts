import type { SharingBridge } from '#contract/documents/bridge.ts'
import { ok, type Reply } from '#contract/reply.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import type { NamedShare, Share } from '#domain/documents/share.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { StudyReader } from '../study-access/study-reader.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

/** How many members the back office reads in one call. */
const namesAtOnce = 50

type People = Map<string, Pick<NamedShare, 'fullName' | 'dob'>>

const unknownPerson = { fullName: documentMessages.unknownUser, dob: null }
const withNames = (shares: readonly Share[], people: People): readonly NamedShare[] =>
  shares.map((share) => ({ ...share, ...(people.get(share.platformId) ?? unknownPerson) }))

/** Creates the service that lists the members a study is shared with, by name (booking spec §2 Sharing). */
export const createSharingService = (parts: {
  readonly calls: StaffCalls
  readonly reader: StudyReader
  readonly keeper: RecordKeeper
}): SharingBridge => {
  const { calls, reader, keeper } = parts

  /** Names of the last list, so that a revocation returns names even when they cannot be read at that moment. */
  let known: People = new Map()

  const readPeople = async (shares: readonly Share[]): Promise<Reply<People>> => {
    const people: People = new Map()
    const ids = [...new Set(shares.map(({ platformId }) => platformId))]
    for (let start = 0; start < ids.length; start += namesAtOnce) {
      const some = ids.slice(start, start + namesAtOnce)
      const reply = await calls.call('readMembers', { query: { user_id: some.join(',') } })
      if (!reply.ok) return reply
      for (const { patientID, firstname, lastname, dob } of reply.value)
        people.set(patientID, { fullName: `${firstname} ${lastname}`, dob })
    }
    return ok(people)
  }

  return {
    list: async ({ studyID }) => {
      const [view, shares] = await Promise.all([
        reader.readFresh(studyID),
        calls.call('readShares', { params: { studyId: studyID } }),
      ])
      if (!view.ok) return view
      if (!shares.ok) return shares
      const people = await readPeople(shares.value)
      if (!people.ok) return people
      known = people.value
      const { study, member, location } = view.value
      return ok({ study, member, location, shares: withNames(shares.value, known) })
    },
    revoke: async ({ studyID, platformId, idempotencyKey }) => {
      const reply = await completeCall(() =>
        calls.callExactly('removeShare', { params: { studyId: studyID }, body: { platformId } }, { idempotencyKey }),
      )
      if (!reply.ok) return reply
      keeper.noteStudy(studyID)
      const people = await readPeople(reply.value)
      return ok(withNames(reply.value, people.ok ? people.value : known))
    },
  }
}
