import type { PharmaciesBridge } from '#contract/people/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { checkPharmacy } from '#domain/people/check-pharmacy.ts'
import type { AdministeredPharmacy, DirectoryPharmacy, PharmacyEntry } from '#domain/people/pharmacy.ts'
import { createFakeRecords } from './fake-catalogue.ts'
import type { FakeWorld } from './fake-members.ts'

export type FakePharmacies = {
  readonly pharmacies: PharmaciesBridge
  /** Adds these pharmacies to the directory, which is empty at first. */
  readonly add: (pharmacies: readonly DirectoryPharmacy[]) => void
}

const refusalOf = (entry: PharmacyEntry) => {
  const { problems } = checkPharmacy(entry)
  return Object.keys(problems).length === 0
    ? null
    : fail('invalid-input', 'Check the fields of the pharmacy.', { fields: problems })
}

/** Creates the directory of pharmacies in memory. `list` also works offline, like the copy of a workstation. */
export const createFakePharmacies = (world: FakeWorld): FakePharmacies => {
  const entries = createFakeRecords<AdministeredPharmacy>(world, ({ pharmacyID }) => pharmacyID)
  return {
    pharmacies: {
      list: async () =>
        ok([...entries.records.values()].flatMap(({ version: _, active, ...pharmacy }) => (active ? [pharmacy] : []))),
      readAll: entries.list,
      create: async ({ idempotencyKey, ...entry }) =>
        refusalOf(entry) ??
        entries.add({ pharmacyID: idempotencyKey, ...checkPharmacy(entry).fields, version: 1, active: true }),
      change: async ({ pharmacyID, version, active, ...entry }) =>
        refusalOf(entry) ?? entries.change(pharmacyID, version, { ...checkPharmacy(entry).fields, active }),
    },
    add: (pharmacies) => {
      for (const each of pharmacies) entries.records.set(each.pharmacyID, { ...each, version: 1, active: true })
    },
  }
}
