import type { FastifyRequest } from 'fastify'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { programHeader, type Route } from '#contract/route.ts'
import type { ReleaseVersion } from '#domain/update/release-version.ts'
import { isTooOld } from '#domain/update/supported-versions.ts'

const toCall = (method: string, path: string | undefined): string => `${method} ${path}`

const forAnyVersion: ReadonlySet<string> = new Set(
  Object.values<Route>(backOfficeRoutes)
    .filter((route) => route.takesAnyVersion === true)
    .map(({ method, path }) => toCall(method, path)),
)

/**
 * Returns whether a request is from a workstation that is older than `oldest`, and is not one of the calls by which
 * such a workstation learns that it must be updated.
 */
export const isOfTooOldProgram = (
  { headers, method, routeOptions }: FastifyRequest,
  oldest: ReleaseVersion,
): boolean => {
  const version = headers[programHeader]
  return (
    typeof version === 'string' && isTooOld(version, oldest) && !forAnyVersion.has(toCall(method, routeOptions.url))
  )
}
