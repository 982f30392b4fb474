import { randomUUID } from 'node:crypto'
import { type Change, changeSchema } from '#contract/locations/routes.ts'
import type { Study } from '#domain/study/study.ts'

/** Calls the back office as another workstation would, so that a journey can make changes from elsewhere. */
export type Office = {
  /** Returns all records of a location, as the change feed sends them from the feed's start. */
  changesOf(locationID: string): Promise<readonly Change[]>
  /** Returns the answer of a path; rejects when the back office refuses the request. */
  read(path: string): Promise<unknown>
  /** Sends a body and returns the answer; rejects when the back office refuses the request. */
  send(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<unknown>
}

/** Signs in at the back office with a demo account, given by the part of its address before the @. */
export const enterOffice = (url: string, account: string): Promise<Office> =>
  callOffice(url, { email: `${account}@demo.atrium`, password: 'atrium-demo' })

/** Signs in at the back office with an account. */
export const callOffice = async (
  url: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Office> => {
  const call = async (method: string, path: string, token: string | null, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(method === 'GET' ? {} : { 'Idempotency-Key': randomUUID() }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { token } = (await call('POST', '/login', null, { email, password })) as { token: string }
  return {
    changesOf: async (locationID) => {
      const all: Change[] = []
      let cursor = ''
      for (;;) {
        const path = `/api/v1/changes?locationID=${locationID}${cursor === '' ? '' : `&cursor=${cursor}`}`
        const page = (await call('GET', path, token)) as { cursor: string; more: boolean; changes: unknown[] }
        all.push(...page.changes.map((change) => changeSchema.parse(change)))
        if (!page.more) return all
        cursor = page.cursor
      }
    },
    read: (path) => call('GET', path, token),
    send: (method, path, body) => call(method, path, token, body),
  }
}

export const studiesOf = async (office: Office, locationID: string): Promise<readonly Study[]> => {
  const latest = new Map<string, Study | null>()
  for (const change of await office.changesOf(locationID)) {
    if (change.kind === 'study') latest.set(change.id, change.value)
  }
  return [...latest.values()].filter((study) => study !== null)
}

/** Returns the studies of a location that are not cancelled and start in more than a day, the earliest first. */
export const comingStudies = async (office: Office, locationID: string): Promise<readonly Study[]> => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const startOf = (study: Study): string => study.booking?.utcStart ?? ''
  return (await studiesOf(office, locationID))
    .filter((study) => !study.status.cancelled && startOf(study) > tomorrow)
    .sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
}

/** Creates a member without an appointment, and returns the name as it is shown. */
export const createMember = async (office: Office, lastname: string): Promise<string> => {
  await office.send('POST', '/api/v1/userV2/', {
    firstname: 'Maren',
    lastname,
    email: `maren.${lastname.toLowerCase()}@example.org`,
    dob: '1976-03-14',
    gender: 'female',
    phone_number: '+16045550188',
    address: '8 Quay Street',
    city: 'Vancouver',
    state: 'BC',
    postalCode: 'V5K 0A1',
    country: 'Canada',
  })
  return `Maren ${lastname}`
}
