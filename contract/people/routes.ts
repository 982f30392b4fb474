import { z } from 'zod'
import { administeredPractitionerSchema } from '#domain/people/administered-practitioner.ts'
import { directoryChangeIDSchema, directoryChangesSchema, directoryKeepers } from '#domain/people/directory-change.ts'
import { administeredPharmacySchema, directoryPharmacySchema } from '#domain/people/pharmacy.ts'
import { practitionerIDSchema, practitionerSchema } from '#domain/people/practitioner.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { acknowledged, administrators, bare, type Route, staffAnywhere, versionSchema } from '../route.ts'
import {
  decisionFields,
  newPharmacyFields,
  newPractitionerFields,
  pharmacyChangeFields,
  pharmacyKey,
  practitionerChangeFields,
  practitionerEntryFields,
  practitionerMergeFields,
} from './fields.ts'

/** The directory of practitioners (decisions §6 Directory), and that of pharmacies (decision 376). */
export const peopleRoutes = {
  readPractitioners: {
    ...bare,
    method: 'GET',
    path: '/api/v1/practitioners',
    access: staffAnywhere,
    audit: null,
    query: z.object({ text: z.string().max(200).optional() }),
    answer: z.array(practitionerSchema),
  },
  /**
   * Changes the addresses for a practitioner's reports. 409 `stale`; 400 with fields; 404 if unknown. A change that
   * does not apply immediately (decisions section 6) is stored as a proposal: `isProposed`, with the entry unchanged.
   */
  changePractitioner: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/practitioners/:practitionerID',
    access: staffAnywhere,
    audit: 'practitioner.changed',
    params: z.object({ practitionerID: practitionerIDSchema }),
    body: z.strictObject({
      version: versionSchema,
      /** 403 for a location that the caller may not access. */
      ...practitionerChangeFields,
    }),
    answer: practitionerSchema.extend({ isProposed: z.boolean().default(false) }),
  },
  /**
   * Changes of the directory with their old values: proposals that wait or were decided recently, and announcements
   * that are not acknowledged at the location. Users with the role `admin` or `hi` (health information) see all
   * proposals, other users their own.
   */
  readDirectoryChanges: {
    ...bare,
    method: 'GET',
    path: '/api/v1/practitioner-changes',
    access: { session: 'staff', location: 'locationID' },
    audit: null,
    query: z.object({ locationID: locationIDSchema }),
    answer: directoryChangesSchema,
  },
  /** Confirms or declines a proposal. 409 `stale` if it is already decided or the entry has changed; 404 if unknown. */
  decideDirectoryProposal: {
    ...bare,
    method: 'POST',
    path: '/api/v1/practitioner-changes/:changeID/decision',
    access: { ...staffAnywhere, roles: directoryKeepers },
    idempotent: true,
    audit: 'practitioner.proposal-decided',
    params: z.object({ changeID: directoryChangeIDSchema }),
    body: z.strictObject(decisionFields),
    answer: z.object({ practitioner: practitionerSchema }),
  },
  /** Records that a person at a location has seen a change announced to it. */
  seeDirectoryChange: {
    ...bare,
    method: 'POST',
    path: '/api/v1/practitioner-changes/:changeID/seen',
    access: { session: 'staff', location: 'locationID' },
    audit: 'practitioner.change-seen',
    params: z.object({ changeID: directoryChangeIDSchema }),
    body: z.strictObject({ locationID: locationIDSchema }),
    answer: acknowledged,
  },
  readAdministeredPractitioners: {
    ...bare,
    method: 'GET',
    path: '/api/v1/administration/practitioners',
    access: administrators,
    audit: null,
    answer: z.array(administeredPractitionerSchema),
  },
  createPractitioner: {
    ...bare,
    method: 'POST',
    path: '/api/v1/administration/practitioners',
    access: administrators,
    idempotent: true,
    audit: 'practitioner.created',
    body: z.strictObject(newPractitionerFields),
    answer: administeredPractitionerSchema,
  },
  /**
   * 409 `stale` with the current record; 400 with field `practices` if the entry lacks a practice that is already
   * saved; 404 if unknown.
   */
  administerPractitioner: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/administration/practitioners/:practitionerID',
    access: administrators,
    audit: 'practitioner.administered',
    params: z.object({ practitionerID: practitionerIDSchema }),
    body: z.strictObject(practitionerEntryFields),
    answer: administeredPractitionerSchema,
  },
  /** Merges an entry into another. 409 `stale` with the current record; 400 with field `into`; 404 if unknown. */
  mergePractitioners: {
    ...bare,
    method: 'POST',
    path: '/api/v1/administration/practitioners/:practitionerID/merge',
    access: administrators,
    idempotent: true,
    audit: 'practitioner.merged',
    params: z.object({ practitionerID: practitionerIDSchema }),
    body: z.strictObject(practitionerMergeFields),
    answer: administeredPractitionerSchema,
  },
  /**
   * The pharmacies in use. Workstations keep a copy, from which the user chooses the pharmacy in the safety questions.
   */
  readPharmacies: {
    ...bare,
    method: 'GET',
    path: '/api/v1/pharmacies',
    access: staffAnywhere,
    audit: null,
    answer: z.array(directoryPharmacySchema),
  },
  /** Every pharmacy, also those out of use. */
  readAdministeredPharmacies: {
    ...bare,
    method: 'GET',
    path: '/api/v1/administration/pharmacies',
    access: administrators,
    audit: null,
    answer: z.array(administeredPharmacySchema),
  },
  /** 400 with the fields that the country's rules refuse; 400 with field `name` if the pharmacy is in the directory. */
  createPharmacy: {
    ...bare,
    method: 'POST',
    path: '/api/v1/administration/pharmacies',
    access: administrators,
    idempotent: true,
    audit: 'pharmacy.created',
    body: z.strictObject(newPharmacyFields),
    answer: administeredPharmacySchema,
  },
  /** Like `createPharmacy`; 409 `stale` with the current record; 404 for an unknown pharmacy. */
  changePharmacy: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/administration/pharmacies/:pharmacyID',
    access: administrators,
    audit: 'pharmacy.changed',
    params: z.object(pharmacyKey),
    body: z.strictObject(pharmacyChangeFields),
    answer: administeredPharmacySchema,
  },
} as const satisfies Record<string, Route>
