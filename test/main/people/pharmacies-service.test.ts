import { describe, expect, it } from 'vitest'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { DirectoryPharmacy } from '#domain/people/pharmacy.ts'
import type { StaffCalls } from '#main/back-office-client/staff-calls.ts'
import { createPharmacyCache } from '#main/cache/pharmacy-cache.ts'
import { createPharmaciesService } from '#main/people/pharmacies-service.ts'

const harbour: DirectoryPharmacy = {
  ...{ pharmacyID: 'ph-1', name: 'Harbour Pharmacy', address: '18 Harbour Street', address2: '', city: 'Vancouver' },
  ...{ state: 'BC', country: 'Canada', postalCode: 'V6C 2T6', phone_number: '', fax_number: '', locationIDs: [] },
}
const offline = (): Reply<never> => fail('offline', 'The back office cannot be reached.')

/**
 * Creates the service over a back office and a stored copy. `serve` sets the pharmacies of the back office; null makes
 * the back office unreachable.
 */
const start = (stored: string | null = null) => {
  let text = stored
  let known: readonly DirectoryPharmacy[] | null = [harbour]
  const asked: string[] = []
  const call = async (name: string): Promise<Reply<unknown>> => {
    asked.push(name)
    if (known === null) return offline()
    return ok(name === 'readPharmacies' ? known : { ...harbour, version: 2, active: true })
  }
  const service = createPharmaciesService({
    calls: { call, callExactly: call } as unknown as StaffCalls,
    copy: createPharmacyCache({
      read: () => text,
      write: (word) => {
        text = word
      },
    }),
  })
  return {
    ...{ service, asked, stored: () => text },
    serve: (pharmacies: readonly DirectoryPharmacy[] | null): void => {
      known = pharmacies
    },
  }
}

describe('the pharmacies of a workstation', () => {
  it('come from the back office once, and afterwards from the copy, also while the back office is out of reach', async () => {
    const { service, asked, serve, stored } = start()
    expect(await service.list({})).toEqual(ok([harbour]))
    serve(null)
    expect(await service.list({})).toEqual(ok([harbour]))
    expect(asked).toEqual(['readPharmacies'])
    expect(await start(stored()).service.list({})).toEqual(ok([harbour]))
  })

  it('are unknown if there is no copy and the back office is out of reach', async () => {
    const { service, serve } = start()
    serve(null)
    expect(await service.list({})).toEqual(offline())
  })

  it('are read again after a change at this workstation, and at a refresh; a failed refresh keeps the copy', async () => {
    const { service, asked, serve } = start()
    await service.list({})
    const moved = { ...harbour, city: 'Burnaby' }
    serve([moved])
    const { pharmacyID: _, ...fields } = harbour
    await service.change({ ...fields, country: 'Canada', pharmacyID: 'ph-1', version: 1, active: true })
    expect(await service.list({})).toEqual(ok([moved]))
    serve(null)
    expect(await service.refresh()).toEqual(offline())
    expect(await service.list({})).toEqual(ok([moved]))
    serve([])
    expect(await service.refresh()).toEqual(ok(null))
    // An empty directory is known, and needs no call.
    expect(await service.list({})).toEqual(ok([]))
    expect(asked.filter((name) => name === 'readPharmacies')).toHaveLength(4)
  })

  it('are read again if the copy has an unknown format', async () => {
    const { service, asked } = start(JSON.stringify([{ name: 'Harbour Pharmacy' }]))
    expect(await service.list({})).toEqual(ok([harbour]))
    expect(asked).toEqual(['readPharmacies'])
  })
})
