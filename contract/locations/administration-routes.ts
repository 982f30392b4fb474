import { z } from 'zod'
import { administeredClosureSchema, administeredLocationSchema } from '#domain/locations/location-draft.ts'
import { locationIDSchema, machineIDSchema } from '#domain/values/location-id.ts'
import { bare, type Route, type RouteAccess } from '../route.ts'
import { closureChange, closureKeep, locationChange, machineChange, newClosure, newLocation } from './fields.ts'

const administration: RouteAccess = { session: 'staff', roles: ['admin'], location: 'none' }
const locationPath = z.object({ locationID: locationIDSchema })
const closurePath = z.object({ closureID: administeredClosureSchema.shape.closureID })

/**
 * Locations, machines and closures, for administrators. A change names the version on which it is based. If the record
 * has changed since: 409 `stale` with the saved record in `details.current`.
 */
export const locationAdministrationRoutes = {
  readAdministeredLocations: {
    ...bare,
    method: 'GET',
    path: '/api/v1/administration/locations',
    access: administration,
    audit: null,
    answer: z.array(administeredLocationSchema),
  },
  /** Creates a location with the next free number of its country and state. 400 with fields. */
  createLocation: {
    ...bare,
    method: 'POST',
    path: '/api/v1/administration/locations',
    access: administration,
    idempotent: true,
    audit: 'location.created',
    body: z.strictObject(newLocation),
    answer: administeredLocationSchema,
  },
  /**
   * 409 `bookings-ahead` if the time zone or the currency changes while studies are booked; 404 for an unknown
   * location; 400 with fields.
   */
  changeLocation: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/administration/locations/:locationID',
    access: administration,
    audit: 'location.changed',
    params: locationPath,
    body: z.strictObject(locationChange),
    answer: administeredLocationSchema,
  },
  addMachine: {
    ...bare,
    method: 'POST',
    path: '/api/v1/administration/locations/:locationID/machines',
    access: administration,
    idempotent: true,
    audit: 'location.machine-added',
    params: locationPath,
    body: z.strictObject(machineChange),
    answer: administeredLocationSchema,
  },
  /**
   * 409 `bookings-ahead` if a machine on which studies are booked is deactivated, or loses the scan type of a booked
   * study.
   */
  changeMachine: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/administration/locations/:locationID/machines/:machineID',
    access: administration,
    audit: 'location.machine-changed',
    params: locationPath.extend({ machineID: machineIDSchema }),
    body: z.strictObject(machineChange),
    answer: administeredLocationSchema,
  },
  /** Returns the closures of a location with the booked studies inside them. */
  readClosures: {
    ...bare,
    method: 'GET',
    path: '/api/v1/administration/closures',
    access: administration,
    audit: 'location.closures-read',
    query: locationPath,
    answer: z.array(administeredClosureSchema),
  },
  /**
   * Saves a closure, even if studies are booked inside it. The closure is `pending` until each of these studies is
   * moved, cancelled or kept.
   */
  createClosure: {
    ...bare,
    method: 'POST',
    path: '/api/v1/administration/closures',
    access: administration,
    idempotent: true,
    audit: 'location.closure-created',
    body: z.strictObject(newClosure),
    answer: administeredClosureSchema,
  },
  changeClosure: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/administration/closures/:closureID',
    access: administration,
    audit: 'location.closure-changed',
    params: closurePath,
    body: z.strictObject(closureChange),
    answer: administeredClosureSchema,
  },
  /** Keeps a booked study inside a closure, with the reason. 404 if the study is not booked inside the closure. */
  keepInClosure: {
    ...bare,
    method: 'POST',
    path: '/api/v1/administration/closures/:closureID/keep',
    access: administration,
    audit: 'location.closure-kept',
    params: closurePath,
    body: z.strictObject(closureKeep),
    answer: administeredClosureSchema,
  },
} as const satisfies Record<string, Route>
