import type { FastifyRequest } from 'fastify'
import { serverHeader } from '#contract/route.ts'

/** Returns whether a request names no server, or this one. A workstation names the server that its work belongs to. */
export const isForServer = ({ headers }: FastifyRequest, serverID: string): boolean => {
  const named = headers[serverHeader]
  return named === undefined || named === serverID
}
