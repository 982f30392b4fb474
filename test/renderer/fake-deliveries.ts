import type { ReleaseBridge } from '#contract/release/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { fullName } from '#domain/members/member.ts'
import type { Delivery } from '#domain/release/delivery.ts'
import { decideDisc } from '#domain/release/disc-burning.ts'
import { historyPageSize, type PractitionerHistory } from '#domain/release/practitioner-history.ts'
import type { ReleaseItem } from '#domain/release/release-item.ts'
import { isSameItem } from '#domain/release/release-matrix.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { decideResend } from '#domain/release/resend.ts'
import type { FakeWorld } from './fake-members.ts'
import { viewOfStudy } from './fake-study-view.ts'

const noSuchDelivery = () => fail('not-found', 'This study has no such delivery.')

type Resend = NonNullable<Parameters<ReleaseBridge['send']>[0]['resend']>

/** Returns why an earlier delivery cannot be sent again with this item; null if it can. */
export const judgeResend = (deliveries: readonly Delivery[], resend: Resend, item: ReleaseItem) => {
  const earlier = deliveries.find(({ deliveryID }) => deliveryID === resend.deliveryID)
  if (earlier === undefined) return noSuchDelivery()
  if (!isSameItem(earlier.item, item)) return fail('stale', releaseMessages.resendDiffers)
  const decision = decideResend(earlier)
  if (decision.kind === 'refused') return fail('act-not-allowed', decision.reason)
  return decision.kind === 'ask' && !resend.isUncertainAccepted
    ? fail('act-not-allowed', releaseMessages.resendUncertain)
    : null
}

type DiscInput = Omit<Parameters<ReleaseBridge['confirmDisc']>[0], 'idempotencyKey'>

/** Records the result of a disc in the list of deliveries. */
export const recordDisc = (
  world: FakeWorld,
  deliveries: Delivery[],
  { studyID, deliveryID, outcome }: DiscInput,
): Reply<Delivery> => {
  const found = viewOfStudy(world, studyID)
  const index = deliveries.findIndex((one) => one.deliveryID === deliveryID && one.studyID === studyID)
  const before = deliveries[index]
  if (found === null || before === undefined) return noSuchDelivery()
  const decision = decideDisc(before, outcome, found.study.status.providerReportNotification === true)
  if (decision.kind === 'refused') return fail('act-not-allowed', decision.reason)
  if (decision.kind === 'none') return ok(before)
  const { confirmedBy: _, ...rest } = before
  const after: Delivery = {
    ...rest,
    state: decision.state,
    reason: decision.reason,
    deliveredAt: decision.state === 'delivered' ? world.now() : null,
    ...(outcome !== 'waiting' && { confirmedBy: world.user()?.fullname ?? '' }),
  }
  deliveries[index] = after
  return ok(after)
}

/** Returns one page of the sends to a practitioner, newest first. */
export const historyOf = (
  world: FakeWorld,
  deliveries: readonly Delivery[],
  practitionerID: string,
  before: string | null,
): Reply<PractitionerHistory> => {
  if (!world.clinic.practitioners.some(({ id }) => id === practitionerID)) {
    return fail('not-found', 'This practitioner is not in the directory.')
  }
  const all = deliveries.filter((one) => one.practitionerID === practitionerID).toReversed()
  const from = before === null ? 0 : all.findIndex(({ deliveryID }) => deliveryID === before) + 1
  const page = all.slice(from, from + historyPageSize)
  const sends = page.flatMap((delivery) => {
    const found = viewOfStudy(world, delivery.studyID)
    if (found === null) return []
    const { member, location } = found
    return [
      {
        delivery,
        member: { name: fullName(member), dob: member.dob },
        locationID: location.locationID,
        location: location.address.name,
        timezone: location.timezone,
      },
    ]
  })
  return ok({ sends, next: from + page.length < all.length ? (page.at(-1)?.deliveryID ?? null) : null })
}
