import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseMediaType } from '#back-office/kernel/graphql/media-types.ts'
import { findEngines, type RunningBackOffice, runBackOffice } from '../../../builders/back-office.ts'

const response = 'application/graphql-response+json'

describe('the media type of a GraphQL answer', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    [response, response],
    [`${response}, application/json`, response],
    [`application/json, ${response}`, response],
    [`${response};charset=utf-8`, response],
    [`${response};q=0.5, application/json`, 'application/json'],
    [`${response};q=0`, 'application/json'],
    [`Application/GraphQL-Response+JSON; q=1, application/json;q=0.9`, response],
    ['text/html', 'application/json'],
  ])('is chosen by the Accept header %s', (accept, type) => {
    expect(chooseMediaType(accept)).toBe(type)
  })
})

describe('GraphQL over HTTP', () => {
  let office: RunningBackOffice
  beforeAll(async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    office = await runBackOffice(sqlite)
  })
  afterAll(async () => {
    await office.stop()
    expect(office.errors).toEqual([])
  })

  const ask = async (
    body: string,
    accept: string,
    isSignedIn = true,
    contentType = 'application/json; charset=utf-8',
  ) => {
    const token = await office.signIn('hi')
    const answer = await fetch(`${office.url}/graphql`, {
      method: 'POST',
      headers: { accept, 'content-type': contentType, ...(isSignedIn ? { authorization: `Bearer ${token}` } : {}) },
      body,
    })
    const type = answer.headers.get('content-type')
    return { status: answer.status, type, body: JSON.parse(await answer.text()) }
  }

  const good = JSON.stringify({ query: '{ me { user_id } }' })
  const partial = JSON.stringify({ query: '{ me { user_id } getActiveDocuments(studyId: "s-none") { uuid } }' })

  it.each([
    ['application/json', 'application/json; charset=utf-8'],
    [response, `${response}; charset=utf-8`],
  ])('answers a query in %s', async (accept, type) => {
    expect(await ask(good, accept)).toEqual({ status: 200, type, body: { data: { me: { user_id: 'u-hi' } } } })
  })

  it('answers with 200 when the query ran and one of its fields was refused', async () => {
    const answer = await ask(partial, response)
    expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([200, 'not-found'])
    expect(Object.keys(answer.body).sort()).toEqual(['data', 'errors'])
  })

  it.each([
    ['a body that is not JSON', '{', 400, 'invalid-input'],
    ['a body without a query', '{}', 400, 'invalid-input'],
    ['a query that cannot be parsed', JSON.stringify({ query: '{' }), 400, 'invalid-input'],
    ['an invalid query', JSON.stringify({ query: '{ nothing }' }), 400, 'invalid-input'],
    [
      'variables of the wrong type',
      JSON.stringify({ query: 'query ($id: ID!) { practitioner(id: $id) { id } }' }),
      400,
      'invalid-input',
    ],
    [
      'a parameter of the wrong type',
      JSON.stringify({ query: '{ me { user_id } }', extensions: 'x' }),
      400,
      'invalid-input',
    ],
  ])('refuses %s with errors and without data', async (_what, body, status, code) => {
    const answer = await ask(body, response)
    expect([answer.status, answer.type]).toEqual([status, `${response}; charset=utf-8`])
    expect(answer.body).toEqual({
      errors: [{ message: expect.any(String), extensions: expect.objectContaining({ code }) }],
    })
    const plain = await ask(body, 'application/json')
    expect([plain.status, plain.body.code]).toEqual([status, code])
  })

  it('refuses a call without a session, and a body that is not sent as JSON, in the requested media type', async () => {
    const over = await ask(good, response, false)
    expect([over.status, over.body.errors[0].extensions.code]).toEqual([401, 'signed-out'])
    const form = await ask(good, response, true, 'text/plain')
    expect([form.status, form.body.errors[0].extensions.code]).toEqual([415, 'unsupported-media-type'])
  })
})
