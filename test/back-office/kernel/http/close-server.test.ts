import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { prepareClosing } from '#back-office/kernel/http/close-server.ts'

const startServer = async () => {
  const server = Fastify()
  const close = prepareClosing(server)
  let answer: (() => void) | undefined
  let gone: Promise<unknown> = Promise.resolve()
  const begun = new Promise<void>((resolve) => {
    server.get('/slow', async (_request, reply) => {
      gone = once(reply.raw, 'close')
      resolve()
      await new Promise<void>((done) => {
        answer = done
      })
      return { ended: true }
    })
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return { close, begun, port, answer: () => answer?.(), gone: () => gone }
}

it('a server closes although a connection has sent no request', async () => {
  const { close, port } = await startServer()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const ended = once(socket, 'close')
  await close()
  await ended
})

it('a server that is closing answers the calls in progress first', async () => {
  const { close, begun, port, answer } = await startServer()
  const call = fetch(`http://127.0.0.1:${port}/slow`)
  await begun
  const closed = close()
  answer()
  expect(await (await call).json()).toEqual({ ended: true })
  await closed
})

it('a server that is closing ends a call that its handler never answers', { timeout: 25_000 }, async () => {
  const { close, begun, port } = await startServer()
  const call = fetch(`http://127.0.0.1:${port}/slow`).then(
    () => 'answered',
    () => 'ended',
  )
  await begun
  await close()
  expect(await call).toBe('ended')
})

it('a server that is closing waits until the work of an aborted call is done, and no longer', async () => {
  const { close, begun, port, answer, gone } = await startServer()
  const aborter = new AbortController()
  const call = fetch(`http://127.0.0.1:${port}/slow`, { signal: aborter.signal }).catch(() => 'broken off')
  await begun
  aborter.abort()
  expect(await call).toBe('broken off')
  await gone()
  const closed = close()
  const early = new Promise((resolve) => setTimeout(resolve, 300, 'still working'))
  expect(await Promise.race([closed, early])).toBe('still working')
  answer()
  const grace = new Promise((resolve) => setTimeout(resolve, 9000, 'waited for the call'))
  expect(await Promise.race([closed, grace])).toBeUndefined()
})
