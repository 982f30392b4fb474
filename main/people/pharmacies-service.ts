import type { PharmaciesBridge } from '#contract/people/bridge.ts'
import { ok, type Reply } from '#contract/reply.ts'
import type { DirectoryPharmacy } from '#domain/people/pharmacy.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import { refreshAfter } from '../back-office-client/refresh-after.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

type PharmaciesService = PharmaciesBridge & {
  /** Reads the pharmacies in use from the back office into the workstation's copy. */
  refresh(): Promise<Reply<null>>
}

type PharmaciesServiceParts = {
  readonly calls: StaffCalls
  /** The workstation's copy; null until it was first read. */
  readonly copy: {
    read(): readonly DirectoryPharmacy[] | null
    write(pharmacies: readonly DirectoryPharmacy[]): void
  }
}

/**
 * Creates the service for the directory of pharmacies. The pharmacies in use come from the workstation's copy, so that
 * a search needs no back office; the administration of the directory is not copied.
 */
export const createPharmaciesService = ({ calls, copy }: PharmaciesServiceParts): PharmaciesService => {
  const refresh = async (): Promise<Reply<null>> => {
    const reply = await calls.call('readPharmacies', {})
    if (!reply.ok) return reply
    copy.write(reply.value)
    return ok(null)
  }
  const refreshed = refreshAfter(refresh)
  return {
    refresh,
    list: async () => {
      const known = copy.read()
      if (known !== null) return ok(known)
      const reply = await refresh()
      return reply.ok ? ok(copy.read() ?? []) : reply
    },
    readAll: async () => await calls.call('readAdministeredPharmacies', {}),
    create: async ({ idempotencyKey, ...body }) =>
      await refreshed(completeCall(() => calls.callExactly('createPharmacy', { body }, { idempotencyKey }))),
    change: async ({ pharmacyID, ...body }) =>
      await refreshed(calls.call('changePharmacy', { params: { pharmacyID }, body })),
  }
}
