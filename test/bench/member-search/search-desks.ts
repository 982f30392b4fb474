import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseSource } from '#back-office/database/database.ts'
import { openDatabase } from '#back-office/database/open-database.ts'
import { searchPauseMs } from '#renderer/kit/search-pause.ts'
import { signDesksIn, startBackOffices } from '#test/back-office/contention/back-offices.ts'
import { aStudyRow } from '#test/builders/back-office.ts'
import { misspellings } from '#test/fixtures/members/misspelled-names.ts'
import { createRandom } from '#test/fixtures/random.ts'

const searchingDesks = 4
const readsEach = 60
const rounds = 4
const studyID = 's-read-beside'

/** Milliseconds between two keys: 200 on average are 60 words a minute, the speed of a trained typist. */
const keyMs = { least: 100, most: 300 }
/** Milliseconds in which a desk reads the results before it types the next name. The desks do nothing but search. */
const lookMs = { least: 1000, most: 3000 }

/** The pace of four desks: one search after the other without a pause, or at typing speed. */
export type Pace = 'without a pause' | 'as they type'
/** Milliseconds between two reads. At typing speed, the pause spreads the reads over the searches. */
const readPauseMs: Readonly<Record<Pace, number>> = { 'without a pause': 0, 'as they type': 50 }

/** Milliseconds of another desk's study reads, alone and beside four desks that search. */
type DeskFigures = {
  readonly alone: readonly number[]
  readonly beside: readonly number[]
  /** Searches answered per second. */
  readonly searches: number
}
export type Desks = { measure(pace: Pace): Promise<DeskFigures>; stop(): Promise<void> }

/** Starts a back office in its own process and signs five desks in. */
export const startDesks = async (source: DatabaseSource): Promise<Desks> => {
  const tokens = await signDesksIn(source, searchingDesks + 1)
  await addStudy(source)
  const { urls, stop } = await startBackOffices(source, 1)
  const url = urls[0] ?? ''
  const call = async (token: string, path: string, body?: object): Promise<void> => {
    const answer = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
  }
  const readAll = async (pace: Pace): Promise<number[]> => {
    const times: number[] = []
    for (let read = 0; read < readsEach; read += 1) {
      if (readPauseMs[pace] > 0) await pause(readPauseMs[pace])
      const start = performance.now()
      await call(tokens[searchingDesks] ?? '', `/study/${studyID}`)
      times.push(performance.now() - start)
    }
    return times
  }
  let searches = 0
  let isSearching = false
  const search = async (token: string, text: string): Promise<void> => {
    await call(token, '/api/v1/userV2/search', { text, limit: 20 })
    searches += 1
  }
  const searchAs: Readonly<Record<Pace, (token: string, text: string, random: () => number) => Promise<void>>> = {
    'without a pause': search,
    'as they type': async (token, text, random) => {
      const sent: Promise<void>[] = []
      for (let typed = 1; typed < text.length && isSearching; typed += 1) {
        const untilNextKey = between(keyMs, random)
        await pause(Math.min(untilNextKey, searchPauseMs))
        if (untilNextKey <= searchPauseMs) continue
        // The screen accepts the next key without waiting for the answer.
        sent.push(search(token, text.slice(0, typed)))
        await pause(untilNextKey - searchPauseMs)
      }
      await pause(searchPauseMs)
      await Promise.all([...sent, search(token, text)])
      if (isSearching) await pause(between(lookMs, random))
    },
  }
  return {
    measure: async (pace) => {
      const [alone, beside]: [number[], number[]] = [[], []]
      let seconds = 0
      searches = 0
      await readAll(pace)
      for (let round = 0; round < rounds; round += 1) {
        alone.push(...(await readAll(pace)))
        isSearching = true
        const began = performance.now()
        const desks = tokens.slice(0, searchingDesks).map(async (token, desk) => {
          const random = createRandom(desk + round * searchingDesks + 1)
          for (let turn = desk * 50 + round; isSearching; turn += 1) {
            await searchAs[pace](token, misspellings[turn % misspellings.length]?.typed ?? '', random)
          }
        })
        beside.push(...(await readAll(pace)))
        isSearching = false
        await Promise.all(desks)
        seconds += (performance.now() - began) / 1000
      }
      return { alone, beside, searches: searches / seconds }
    },
    stop,
  }
}

const between = ({ least, most }: { readonly least: number; readonly most: number }, random: () => number): number =>
  least + (most - least) * random()

const addStudy = async (source: DatabaseSource): Promise<void> => {
  const { db, close } = await openDatabase(source)
  const location = await db.selectFrom('location').select('location_id').executeTakeFirstOrThrow()
  const member = await db.selectFrom('member').select('patient_id').executeTakeFirstOrThrow()
  await db
    .insertInto('study')
    .values({
      ...aStudyRow(Math.floor(Date.now() / 1000)),
      study_id: studyID,
      patient_id: member.patient_id,
      location_id: location.location_id,
    })
    .execute()
  await close()
}
