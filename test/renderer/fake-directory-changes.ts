import type { DirectoryBridge } from '#contract/people/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { StudyBridge } from '#contract/study/bridge.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import {
  type DirectoryChange,
  type DirectoryChanges,
  type DirectoryField,
  decideDirectoryChange,
  mayKeepDirectory,
  practicePrefix,
} from '#domain/people/directory-change.ts'
import { alreadyDecided, entryChanged } from '#domain/people/directory-words.ts'
import { type Practitioner, type PractitionerContactChanges, practiceName } from '#domain/people/practitioner.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { FakeWorld } from './fake-members.ts'

export type FakeDirectoryChanges = {
  readonly directory: DirectoryBridge
  readonly changePractitioner: StudyBridge['changePractitioner']
  /** Adds a proposal or, with `notice`, a change that is announced to every location. */
  readonly add: (change: Partial<DirectoryChange>, kind?: 'proposal' | 'notice') => void
  /** Confirms or declines a proposal, as the user `by` would at another workstation. */
  readonly decideAs: (by: string, changeID: string, isConfirmed: boolean) => void
}

const offline = () => fail('offline', 'The back office cannot be reached.')
const forbidden = () => fail('location-forbidden', 'The location is not allowed to your account.')

const namesOf = ({ contact, locations }: Practitioner): readonly DirectoryField[] => [
  ...Object.entries(contact).map(([field, before]) => ({ field, before, after: before, practiceName: null })),
  ...locations.map((location) => {
    const before = location.practitionerContact.faxNumber
    return { field: `${practicePrefix}${location.id}`, before, after: before, practiceName: practiceName(location) }
  }),
]

/** Returns the fields of a change, with their values before and after. */
const fieldsOf = (
  entry: Practitioner,
  { practiceFaxNumbers = {}, ...own }: PractitionerContactChanges,
): readonly DirectoryField[] => {
  const wanted = new Map<string, string | undefined>(Object.entries(own))
  for (const [id, faxNumber] of Object.entries(practiceFaxNumbers)) wanted.set(`${practicePrefix}${id}`, faxNumber)
  return namesOf(entry).flatMap((each) => {
    const after = wanted.get(each.field) ?? each.before
    return after === each.before ? [] : [{ ...each, after }]
  })
}

const withFields = (entry: Practitioner, fields: readonly DirectoryField[]): Practitioner => {
  const after = (field: string, before: string): string => fields.find((one) => one.field === field)?.after ?? before
  const { emailAddress, faxNumber, address, address2 } = entry.contact
  return {
    ...entry,
    contact: {
      emailAddress: after('emailAddress', emailAddress),
      faxNumber: after('faxNumber', faxNumber),
      address: after('address', address),
      address2: after('address2', address2),
    },
    locations: entry.locations.map((location) => ({
      ...location,
      practitionerContact: {
        faxNumber: after(`${practicePrefix}${location.id}`, location.practitionerContact.faxNumber),
      },
    })),
    version: entry.version + 1,
  }
}

/** Creates the directory's changes, proposals and announcements in memory. */
export const createFakeDirectoryChanges = (world: FakeWorld): FakeDirectoryChanges => {
  const { practitioners, studies, locations } = world.clinic
  const changes = new Map<string, DirectoryChange>()
  /** For each change, the locations that have not acknowledged its announcement. */
  const unseen = new Map<string, Set<string>>()
  const done = new Set<string>()

  const roles = (): readonly string[] => world.user()?.roles ?? []
  const mayWorkAt = (locationID: LocationID): boolean => {
    const user = world.user()
    return user !== null && isLocationAllowed(user, locationID)
  }
  const locationsNaming = (practitionerID: string): LocationID[] => {
    const naming = studies.filter(({ details: { practitioners: named } }) =>
      [named.primary, named.referring, ...named.additional].some((ref) => ref?.practitionerID === practitionerID),
    )
    return [...new Set(naming.map(({ locationID }) => locationID))]
  }
  const readChanges = (locationID: string): DirectoryChanges => {
    const all = [...changes.values()]
    const seen = all.filter(({ by }) => mayKeepDirectory(roles()) || by === world.user()?.fullname)
    return {
      proposals: seen.filter(({ state }) => state === 'proposed'),
      notices: all.filter(({ changeID }) => unseen.get(changeID)?.has(locationID)).toReversed(),
      decided: seen.filter(({ state }) => state === 'confirmed' || state === 'declined'),
    }
  }
  const replace = (entry: Practitioner): Practitioner => {
    practitioners[practitioners.findIndex(({ id }) => id === entry.id)] = entry
    return entry
  }
  const settle = (by: string, changeID: string, isConfirmed: boolean): Reply<Record<string, never>> => {
    const change = changes.get(changeID)
    if (change === undefined) return fail('not-found', 'This directory change no longer exists.')
    if (change.state !== 'proposed') return fail('stale', alreadyDecided(change.state, change.decidedBy))
    if (isConfirmed) {
      const entry = practitioners.find(({ id }) => id === change.practitionerID)
      const now = new Map(entry === undefined ? [] : namesOf(entry).map(({ field, before }) => [field, before]))
      if (entry === undefined || change.fields.some(({ field, before }) => now.get(field) !== before)) {
        return fail('stale', entryChanged)
      }
      replace(withFields(entry, change.fields))
      unseen.set(changeID, new Set(locationsNaming(entry.id)))
    }
    const state = isConfirmed ? 'confirmed' : 'declined'
    changes.set(changeID, { ...change, state, decidedBy: by, decidedAt: world.now() })
    return ok({})
  }

  return {
    directory: {
      readChanges: async ({ locationID }) => {
        if (!world.isOnline()) return offline()
        return mayWorkAt(locationID) ? ok(readChanges(locationID)) : forbidden()
      },
      decide: async ({ changeID, isConfirmed, idempotencyKey }) => {
        if (!world.isOnline()) return offline()
        if (!mayKeepDirectory(roles())) return fail('insufficient-permissions', 'Your role does not decide on changes.')
        if (done.has(idempotencyKey)) return ok({})
        const reply = settle(world.user()?.fullname ?? '', changeID, isConfirmed)
        if (reply.ok) done.add(idempotencyKey)
        return reply
      },
      see: async ({ changeID, locationID }) => {
        if (!world.isOnline()) return offline()
        if (!mayWorkAt(locationID)) return forbidden()
        unseen.get(changeID)?.delete(locationID)
        return ok({})
      },
    },
    changePractitioner: async ({ practitionerID, version, contact, locationID }) => {
      if (!world.isOnline()) return offline()
      if (locationID !== undefined && !mayWorkAt(locationID)) return forbidden()
      const entry = practitioners.find(({ id }) => id === practitionerID)
      if (entry === undefined) return fail('not-found', 'This practitioner is not in the directory.')
      const known = new Set(entry.locations.map(({ id }) => id))
      const strangers = Object.keys(contact.practiceFaxNumbers ?? {}).filter((id) => !known.has(id))
      if (strangers.length > 0) {
        const message = "This practice isn't one of the practitioner's practices."
        const fields = Object.fromEntries(strangers.map((id) => [`contact.practiceFaxNumbers.${id}`, message]))
        return fail('invalid-input', message, { fields })
      }
      const fields = fieldsOf(entry, contact)
      if (fields.length === 0) return ok({ ...entry, isProposed: false })
      if (version !== entry.version) {
        return fail('stale', 'Someone else changed this practitioner.', { currentVersion: entry.version })
      }
      const naming = locationsNaming(practitionerID)
      const isCounted = decideDirectoryChange(roles(), naming.some(mayWorkAt)) === 'counts'
      const changeID = `change-${changes.size + 1}`
      changes.set(changeID, {
        changeID,
        practitionerID,
        practitionerName: `${entry.firstName} ${entry.lastName}`,
        fields: [...fields],
        by: world.user()?.fullname ?? '',
        at: world.now(),
        locationName: locations.find((one) => one.locationID === locationID)?.address.name ?? null,
        state: isCounted ? 'counted' : 'proposed',
        decidedBy: null,
        decidedAt: null,
      })
      const isEverywhere = world.user()?.allowedLocations === 'all'
      const others = isEverywhere ? naming : naming.filter((one) => !mayWorkAt(one))
      unseen.set(changeID, new Set(isCounted ? others : []))
      return ok({ ...(isCounted ? replace(withFields(entry, fields)) : entry), isProposed: !isCounted })
    },
    add: (change, kind = 'proposal') => {
      const changeID = change.changeID ?? `change-${changes.size + 1}`
      changes.set(changeID, {
        changeID,
        practitionerID: 'pr-1',
        practitionerName: 'Amara Osei',
        fields: [{ field: 'faxNumber', before: '16045550141', after: '16045550199', practiceName: null }],
        by: 'Sam Seller',
        at: world.now(),
        locationName: 'Vancouver',
        state: kind === 'proposal' ? 'proposed' : 'counted',
        decidedBy: null,
        decidedAt: null,
        ...change,
      })
      unseen.set(changeID, new Set(kind === 'notice' ? locations.map(({ locationID }) => locationID) : []))
    },
    decideAs: (by, changeID, isConfirmed) => {
      const reply = settle(by, changeID, isConfirmed)
      if (!reply.ok) throw new Error(reply.failure.message)
    },
  }
}
