import { z } from 'zod'
import { closureFieldsSchema } from '#domain/locations/closure.ts'
import { locationFieldsSchema, machineFieldsSchema, newLocationFields } from '#domain/locations/location-draft.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { lineOfText } from '#domain/values/plain-text.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'

/** A new location. */
export const newLocation = { ...newLocationFields, fields: locationFieldsSchema }

/** The version of the record on which a change is based. */
const madeFrom = { version: z.number().int().min(1).max(2_147_483_647) }

/** A change of a location: all its fields. */
export const locationChange = { ...madeFrom, fields: locationFieldsSchema }

/** A new machine, or a change of one; the version is the location's. */
export const machineChange = { ...madeFrom, machine: machineFieldsSchema }

export const newClosure = { locationID: locationIDSchema, closure: closureFieldsSchema }

/** A change of a closure; `isActive` false withdraws it. */
export const closureChange = { ...madeFrom, closure: closureFieldsSchema, isActive: z.boolean() }

/** The decision that a booked study stays inside a closure. */
export const closureKeep = { studyID: studyIDSchema, reason: lineOfText(300) }
