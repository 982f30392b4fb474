import { z } from 'zod'
import {
  type AdministeredClosure,
  type AdministeredLocation,
  administeredClosureSchema,
} from '#domain/locations/location-draft.ts'
import { locationIDSchema, machineIDSchema } from '#domain/values/location-id.ts'
import { type Accepted, idempotencyKey, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import { closureChange, closureKeep, locationChange, machineChange, newClosure, newLocation } from './fields.ts'

const ofLocation = { locationID: locationIDSchema }
const ofClosure = { closureID: administeredClosureSchema.shape.closureID }

export const clinicsCommands = {
  readAll: staffCommand(noInput),
  create: staffCommand(z.strictObject({ ...newLocation, idempotencyKey })),
  change: staffCommand(z.strictObject({ ...ofLocation, ...locationChange })),
  addMachine: staffCommand(z.strictObject({ ...ofLocation, ...machineChange, idempotencyKey })),
  changeMachine: staffCommand(z.strictObject({ ...ofLocation, machineID: machineIDSchema, ...machineChange })),
  readClosures: staffCommand(z.strictObject(ofLocation)),
  createClosure: staffCommand(z.strictObject({ ...newClosure, idempotencyKey })),
  changeClosure: staffCommand(z.strictObject({ ...ofClosure, ...closureChange })),
  keepInClosure: staffCommand(z.strictObject({ ...ofClosure, ...closureKeep })),
}

/**
 * Locations, machines and closures, for administrators. Every method can fail with `insufficient-permissions`,
 * `offline` and `invalid-input` with fields. Every change can also fail with `not-found`, and with `stale` with the
 * saved record in `details.current`.
 */
export interface ClinicsBridge {
  readAll(input: Nothing): Promise<Reply<readonly AdministeredLocation[]>>
  create(input: Accepted<typeof clinicsCommands.create>): Promise<Reply<AdministeredLocation>>
  /** Further failures: `bookings-ahead` with the booked studies. */
  change(input: Accepted<typeof clinicsCommands.change>): Promise<Reply<AdministeredLocation>>
  addMachine(input: Accepted<typeof clinicsCommands.addMachine>): Promise<Reply<AdministeredLocation>>
  /** Further failures: `bookings-ahead` with the booked studies. */
  changeMachine(input: Accepted<typeof clinicsCommands.changeMachine>): Promise<Reply<AdministeredLocation>>
  readClosures(input: Accepted<typeof clinicsCommands.readClosures>): Promise<Reply<readonly AdministeredClosure[]>>
  createClosure(input: Accepted<typeof clinicsCommands.createClosure>): Promise<Reply<AdministeredClosure>>
  changeClosure(input: Accepted<typeof clinicsCommands.changeClosure>): Promise<Reply<AdministeredClosure>>
  keepInClosure(input: Accepted<typeof clinicsCommands.keepInClosure>): Promise<Reply<AdministeredClosure>>
}
