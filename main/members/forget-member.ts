import type { MemberID } from '#domain/members/member.ts'
import { nothingCollected } from '../sync/collected.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

/** Removes a member who was merged into another from the cache, as a change of the feed does. */
export const forgetMember = (keeper: Pick<RecordKeeper, 'apply' | 'tell'>, memberID: MemberID): void => {
  const collected = nothingCollected()
  keeper.apply([{ kind: 'member', id: memberID, value: null }], collected)
  keeper.tell(collected)
}
