import type { MemberID } from '#domain/members/member.ts'
import { nothingCollected } from '../sync/collected.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

/** Removes from the cache a member who was merged into another, as a change from the feed would. */
export const forgetMember = (keeper: Pick<RecordKeeper, 'apply' | 'publish'>, memberID: MemberID): void => {
  const collected = nothingCollected()
  keeper.apply([{ kind: 'member', id: memberID, value: null }], collected)
  keeper.publish(collected)
}
