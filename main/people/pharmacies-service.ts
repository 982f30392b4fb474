import type { PharmaciesBridge } from '#contract/people/bridge.ts'
import { ok, type Reply } from '#contract/reply.ts'
import type { DirectoryPharmacy } from '#domain/people/pharmacy.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
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
  /** Reads the copy again after a change, so that this workstation offers the change immediately. */
  const followed = async <Value>(reply: Promise<Reply<Value>>): Promise<Reply<Value>> => {
    const answer = await reply
    if (answer.ok) await refresh()
    return answer
  }
  return {
    refresh,
    list: async () => {
      const known = copy.read()
      if (known !== null) return ok(known)
      const refreshed = await refresh()
      return refreshed.ok ? ok(copy.read() ?? []) : refreshed
    },
    readAll: async () => await calls.call('readAdministeredPharmacies', {}),
    create: async ({ idempotencyKey, ...body }) =>
      await followed(completeCall(() => calls.callExactly('createPharmacy', { body }, { idempotencyKey }))),
    change: async ({ pharmacyID, ...body }) =>
      await followed(calls.call('changePharmacy', { params: { pharmacyID }, body })),
  }
}
