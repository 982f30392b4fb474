import type { PractitionersBridge } from '#contract/people/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import type { AdministeredPractitioner } from '#domain/people/administered-practitioner.ts'
import { createFakeRecords, fakeOffline } from './fake-catalogue.ts'
import type { FakeWorld } from './fake-members.ts'

type Practices = Parameters<PractitionersBridge['create']>[0]['practices']

const toLocations = (practices: Practices): AdministeredPractitioner['locations'] =>
  practices.map(({ id, practiceName, locationName, faxNumber }, at) => ({
    id: id ?? `pl-new-${at}`,
    locationName,
    practice: { practiceName },
    practitionerContact: { faxNumber },
  }))

/**
 * Creates a fake of the bridge that administers the directory of practitioners, whose entries are kept in memory. Its
 * entries are not the practitioners of the fake clinic.
 */
export const createFakePractitioners = (world: FakeWorld): PractitionersBridge => {
  const entries = createFakeRecords<AdministeredPractitioner>(world, ({ id }) => id)
  for (const [at, lastName] of ['Marchand', 'Marchant', 'Lindqvist'].entries()) {
    entries.records.set(`p-${at}`, {
      id: `p-${at}`,
      firstName: 'Robin',
      lastName,
      profession: 'Family doctor',
      salutation: 'Dr.',
      contact: {
        emailAddress: `robin${at}@practice.example`,
        faxNumber: at === 2 ? '' : `1604555010${at}`,
        address: `${at + 1} Quay Road`,
        address2: at === 1 ? 'Suite 4' : '',
      },
      locations: toLocations([{ id: `pl-${at}`, practiceName: 'Quay Clinic', locationName: 'North', faxNumber: '' }]),
      version: 1,
      active: true,
      mergedInto: null,
    })
  }
  return {
    list: entries.list,
    create: async ({ idempotencyKey, practices, ...fields }) =>
      entries.add({
        id: idempotencyKey,
        ...fields,
        locations: toLocations(practices),
        version: 1,
        active: true,
        mergedInto: null,
      }),
    change: async ({ practitionerID, version, practices, ...fields }) =>
      entries.change(practitionerID, version, { ...fields, locations: toLocations(practices) }),
    merge: async ({ practitionerID, version, into, intoVersion }) => {
      if (!world.isOnline()) return fakeOffline()
      const kept = entries.records.get(into)
      const from = entries.records.get(practitionerID)
      if (kept === undefined || from === undefined)
        return fail('not-found', 'This practitioner is not in the directory.')
      const gone = await entries.change(practitionerID, version, { active: false, mergedInto: into })
      if (!gone.ok) return gone
      const merged = await entries.change(into, intoVersion, { locations: [...kept.locations, ...from.locations] })
      return merged.ok ? ok(merged.value) : merged
    },
  }
}
