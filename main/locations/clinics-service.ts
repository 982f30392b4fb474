import type { ClinicsBridge } from '#contract/locations/administration-bridge.ts'
import type { Reply } from '#contract/reply.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

type ClinicsServiceParts = {
  readonly calls: StaffCalls
  /** Reads the locations into the cache, so that this workstation shows a change immediately. */
  readonly refreshLocations: () => Promise<Reply<null>>
}

/** Creates the service that administers locations, machines and closures. Every read goes to the back office. */
export const createClinicsService = ({ calls, refreshLocations }: ClinicsServiceParts): ClinicsBridge => {
  /** Makes a change, then refreshes the cached locations. Other workstations see the change at their next poll. */
  const followed = async <Value>(call: () => Promise<Reply<Value>>): Promise<Reply<Value>> => {
    const reply = await completeCall(call)
    if (reply.ok) await refreshLocations()
    return reply
  }
  return {
    readAll: async () => await calls.call('readAdministeredLocations', {}),
    create: async ({ idempotencyKey, ...body }) =>
      await followed(() => calls.callExactly('createLocation', { body }, { idempotencyKey })),
    change: async ({ locationID, ...body }) =>
      await followed(() => calls.call('changeLocation', { params: { locationID }, body })),
    addMachine: async ({ locationID, idempotencyKey, ...body }) =>
      await followed(() => calls.callExactly('addMachine', { params: { locationID }, body }, { idempotencyKey })),
    changeMachine: async ({ locationID, machineID, ...body }) =>
      await followed(() => calls.call('changeMachine', { params: { locationID, machineID }, body })),
    readClosures: async ({ locationID }) => await calls.call('readClosures', { query: { locationID } }),
    createClosure: async ({ idempotencyKey, ...body }) =>
      await followed(() => calls.callExactly('createClosure', { body }, { idempotencyKey })),
    changeClosure: async ({ closureID, ...body }) =>
      await followed(() => calls.call('changeClosure', { params: { closureID }, body })),
    keepInClosure: async ({ closureID, ...body }) =>
      await completeCall(() => calls.call('keepInClosure', { params: { closureID }, body })),
  }
}
