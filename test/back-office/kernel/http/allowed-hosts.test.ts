import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAllowedHost, toAllowedHosts, toPublicHosts } from '#back-office/kernel/http/allowed-hosts.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '../../../builders/back-office.ts'

describe('the host names of a server', () => {
  const behindProxy = toAllowedHosts('127.0.0.1', ['atrium.clinic.example'])
  const onTheNetwork = toAllowedHosts('192.0.2.7', [])

  it.each([
    ['127.0.0.1:4921', behindProxy, true],
    ['localhost', behindProxy, true],
    ['[::1]:4921', behindProxy, true],
    ['atrium.clinic.example', behindProxy, true],
    ['Atrium.Clinic.Example.:443', behindProxy, true],
    ['evil.example', behindProxy, false],
    ['atrium.clinic.example.evil.example', behindProxy, false],
    ['127.0.0.1.evil.example', behindProxy, false],
    ['atrium.clinic.example@evil.example', behindProxy, false],
    ['', behindProxy, false],
    [undefined, behindProxy, false],
    ['192.0.2.7:80', onTheNetwork, true],
    ['localhost', onTheNetwork, false],
    ['127.0.0.1', toAllowedHosts('0.0.0.0', []), true],
    ['evil.example', toAllowedHosts('0.0.0.0', []), false],
  ] as const)('are compared with the Host header %s: case %#', (host, allowed, isAllowed) => {
    expect(isAllowedHost(host, allowed)).toBe(isAllowed)
  })

  it.each([
    [undefined, []],
    ['', []],
    [' Atrium.Clinic.Example , desk.example', ['atrium.clinic.example', 'desk.example']],
    ['https://atrium.example', null],
    ['atrium.example:443', null],
    ['*', null],
  ])('are read from the setting %s', (text, names) => {
    expect(toPublicHosts(text)).toEqual(names)
  })
})

describe('a request', () => {
  let office: RunningBackOffice
  beforeAll(async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    office = await runBackOffice(sqlite, { publicHosts: ['atrium.clinic.example'] })
  })
  afterAll(async () => {
    await office.stop()
    expect(office.errors).toEqual([])
  })

  /** Sends lines unchanged; returns the status line and the body. */
  const send = (lines: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(office.url)
      let text = ''
      const socket = connect({ host: hostname, port: Number(port) }, () =>
        socket.write(`${lines.join('\r\n')}\r\n\r\n`),
      )
      socket.on('data', (bytes) => {
        text += bytes
      })
      socket.once('end', () => resolve(text))
      socket.once('error', reject)
    })

  it.each([
    ['its own address', ['GET /health HTTP/1.1', 'Host: 127.0.0.1', 'Connection: close'], 200],
    ['a public name', ['GET /health HTTP/1.1', 'Host: atrium.clinic.example', 'Connection: close'], 200],
    ['another name', ['GET /health HTTP/1.1', 'Host: evil.example', 'Connection: close'], 400],
    ['another name on an unknown path', ['GET /nothing HTTP/1.1', 'Host: evil.example', 'Connection: close'], 400],
    ['two names', ['GET /health HTTP/1.1', 'Host: 127.0.0.1', 'Host: evil.example', 'Connection: close'], 400],
    ['no name', ['GET /health HTTP/1.1', 'Connection: close'], 400],
    ['no name in HTTP 1.0', ['GET /health HTTP/1.0'], 400],
    ['no version of HTTP', ['GET /health'], 400],
  ])('is accepted only if its Host header names the server: %s', async (_what, lines, status) => {
    const answer = await send(lines)
    expect(answer.split('\r\n')[0]).toContain(` ${status} `)
    if (status === 400 && answer.includes('{')) expect(answer).toContain('"code":"invalid-input"')
  })
})
