import type { PractitionersBridge } from '#contract/people/bridge.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

/** Creates the service for the administration of the directory. The workstation keeps no copy. */
export const createPractitionersService = ({ calls }: { readonly calls: StaffCalls }): PractitionersBridge => ({
  list: async () => await calls.call('readAdministeredPractitioners', {}),
  create: async ({ idempotencyKey, ...body }) =>
    await completeCall(() => calls.callExactly('createPractitioner', { body }, { idempotencyKey })),
  change: async ({ practitionerID, ...body }) =>
    await calls.call('administerPractitioner', { params: { practitionerID }, body }),
  merge: async ({ practitionerID, idempotencyKey, ...body }) =>
    await completeCall(() =>
      calls.callExactly('mergePractitioners', { params: { practitionerID }, body }, { idempotencyKey }),
    ),
})
