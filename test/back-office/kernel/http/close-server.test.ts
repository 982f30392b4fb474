import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { prepareClosing } from '#back-office/kernel/http/close-server.ts'

const startServer = async () => {
  const server = Fastify()
  const close = prepareClosing(server)
  let answer: (() => void) | undefined
  const begun = new Promise<void>((resolve) => {
    server.get('/slow', async () => {
      resolve()
      await new Promise<void>((done) => {
        answer = done
      })
      return { ended: true }
    })
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  return { close, begun, port, answer: () => answer?.() }
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
