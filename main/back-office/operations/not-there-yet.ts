import { RouteFailure } from '../rest/route-failure.ts'

/** Stands where an operation is still to be written. */
export const notThereYet = async (): Promise<never> => {
  throw new RouteFailure(503, 'unexpected', 'The back office cannot do this yet.')
}
