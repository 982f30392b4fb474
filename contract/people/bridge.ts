import { z } from 'zod'
import type { AdministeredPractitioner } from '#domain/people/administered-practitioner.ts'
import { type DirectoryChanges, directoryChangeIDSchema } from '#domain/people/directory-change.ts'
import type { AdministeredPharmacy, DirectoryPharmacy } from '#domain/people/pharmacy.ts'
import { practitionerIDSchema } from '#domain/people/practitioner.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { type Accepted, anyone, idempotencyKey, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import {
  decisionFields,
  newPharmacyFields,
  newPractitionerFields,
  pharmacyChangeFields,
  pharmacyKey,
  practitionerEntryFields,
  practitionerMergeFields,
} from './fields.ts'

export const directoryCommands = {
  readChanges: staffCommand(z.strictObject({ locationID: locationIDSchema })),
  decide: staffCommand(z.strictObject({ changeID: directoryChangeIDSchema, ...decisionFields, idempotencyKey })),
  see: staffCommand(z.strictObject({ changeID: directoryChangeIDSchema, locationID: locationIDSchema })),
}

/**
 * Proposed changes of the practitioner directory, and changes announced to a location (decisions section 6 Directory).
 */
export interface DirectoryBridge {
  /** Failures: `location-forbidden`, `offline`. */
  readChanges(input: Accepted<typeof directoryCommands.readChanges>): Promise<Reply<DirectoryChanges>>
  /**
   * Confirms or declines a proposal. Repeated calls with the same key decide only once. Failures: `stale` with a reason
   * if another person decided first or the entry has changed, `insufficient-permissions`, `not-found`.
   */
  decide(input: Accepted<typeof directoryCommands.decide>): Promise<Reply<Nothing>>
  /** Records that a person at a location saw a change announced there. A repetition changes nothing. */
  see(input: Accepted<typeof directoryCommands.see>): Promise<Reply<Nothing>>
}

const ofPractitioner = { practitionerID: practitionerIDSchema }

export const practitionersCommands = {
  list: staffCommand(noInput),
  create: staffCommand(z.strictObject({ ...newPractitionerFields, idempotencyKey })),
  change: staffCommand(z.strictObject({ ...ofPractitioner, ...practitionerEntryFields })),
  merge: staffCommand(z.strictObject({ ...ofPractitioner, ...practitionerMergeFields, idempotencyKey })),
}

/**
 * The administration of the directory of practitioners. Every method can fail with `insufficient-permissions`,
 * `offline` and `invalid-input` with the fields. A change and a merge can also fail with `not-found`, and with `stale`
 * and `details.current`.
 */
export interface PractitionersBridge {
  /** Returns every entry, including entries that are no longer in use. */
  list(input: Nothing): Promise<Reply<readonly AdministeredPractitioner[]>>
  create(input: Accepted<typeof practitionersCommands.create>): Promise<Reply<AdministeredPractitioner>>
  change(input: Accepted<typeof practitionersCommands.change>): Promise<Reply<AdministeredPractitioner>>
  /** Merges an entry into another entry, and returns the entry that remains. */
  merge(input: Accepted<typeof practitionersCommands.merge>): Promise<Reply<AdministeredPractitioner>>
}

export const pharmaciesCommands = {
  list: anyone(noInput),
  readAll: staffCommand(noInput),
  create: staffCommand(z.strictObject({ ...newPharmacyFields, idempotencyKey })),
  change: staffCommand(z.strictObject({ ...pharmacyKey, ...pharmacyChangeFields })),
}

/** The directory of pharmacies; choosing an entry fills in the pharmacy in the safety questions (decision 376). */
export interface PharmaciesBridge {
  /**
   * The pharmacies in use, from the workstation's copy. Only a workstation without a copy asks the back office, in the
   * session of the person signed in. Failures: `offline`, `signed-out`.
   */
  list(input: Nothing): Promise<Reply<readonly DirectoryPharmacy[]>>
  /**
   * Every pharmacy, also those out of use, for administrators. Failures of this and the following methods:
   * `insufficient-permissions`, `offline`.
   */
  readAll(input: Nothing): Promise<Reply<readonly AdministeredPharmacy[]>>
  /** Failures: `invalid-input` with the fields. Repeated with the same key, it creates one pharmacy. */
  create(input: Accepted<typeof pharmaciesCommands.create>): Promise<Reply<AdministeredPharmacy>>
  /** Failures: `invalid-input` with the fields, `not-found`, and `stale` with `details.current`. */
  change(input: Accepted<typeof pharmaciesCommands.change>): Promise<Reply<AdministeredPharmacy>>
}
