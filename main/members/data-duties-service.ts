import type { DataDutiesBridge } from '#contract/members/data-duties-bridge.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

/**
 * Creates the service for legal holds and erasures. The workstation stores no data about them. After an erasure, the
 * change feed makes every workstation, including this one, remove the member.
 */
export const createDataDutiesService = ({
  calls,
  syncSoon,
}: {
  readonly calls: Pick<StaffCalls, 'call'>
  /** Reads the change feeds soon. */
  syncSoon(): void
}): DataDutiesBridge => ({
  read: () => calls.call('readDataDuties', {}),
  readMember: ({ memberID }) => calls.call('readMemberDuties', { params: { id: memberID } }),
  changePeriod: (body) => calls.call('changeRetentionPeriod', { body }),
  placeHold: ({ memberID, idempotencyKey, ...body }) =>
    calls.call('placeLegalHold', { params: { id: memberID }, body }, { idempotencyKey }),
  liftHold: ({ holdID, idempotencyKey, ...body }) =>
    calls.call('liftLegalHold', { params: { holdID }, body }, { idempotencyKey }),
  erase: async ({ memberID, idempotencyKey, ...body }) => {
    const reply = await calls.call('eraseMember', { params: { id: memberID }, body }, { idempotencyKey })
    if (reply.ok) syncSoon()
    return reply
  },
})
