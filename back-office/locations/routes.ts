import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readAdministeredLocations } from '../repositories/locations-repository.ts'
import { changeClosure, createClosure, keepStudyInClosure, readClosures } from './closures.ts'
import { changeLocation, createLocation } from './locations.ts'
import { addMachine, changeMachine } from './machines.ts'

/** Maps the routes of locations, machines and closures. */
export const locationsHandlers = {
  readAdministeredLocations: (_input, context) => readAdministeredLocations(context.db),
  createLocation: ({ body }, context) => createLocation(body, context),
  changeLocation: ({ params, body }, context) => changeLocation(params.locationID, body, context),
  addMachine: ({ params, body }, context) => addMachine(params.locationID, body, context),
  changeMachine: ({ params, body }, context) => changeMachine(params, body, context),
  readClosures: ({ query }, context) => readClosures(query.locationID, context),
  createClosure: ({ body }, context) => createClosure(body, context),
  changeClosure: ({ params, body }, context) => changeClosure(params.closureID, body, context),
  keepInClosure: ({ params, body }, context) => keepStudyInClosure(params.closureID, body, context),
} satisfies Partial<Handlers<RouteName>>
