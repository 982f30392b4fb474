import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { SearchResult } from '#contract/search/bridge.ts'
import { describeMatch, similarName } from '#domain/members/match-reason.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { Loadable } from '../kit/loadable.ts'
import { searchPauseMs } from '../kit/search-pause.ts'
import { matchQuality, type RecentChoices, sortByRecency } from './recent-choices.ts'
import { type MemberAct, parseSentence, pathOfAct, type Sentence } from './sentence.ts'

/** Limit of the results of one search; users do not read longer lists. */
export const resultLimit = 12

/** Limit of the recent choices that are shown before the user types. */
const recentLimit = 6

/** A sentence with the members that it may mean. */
export type SentenceFound = Sentence & { readonly members: readonly Member[] }

type SearchStoreState = {
  readonly text: string
  /** The results for `text`. The older results stay until a newer answer arrives, so that the list does not flicker. */
  readonly results: Loadable<readonly SearchResult[]>
  /** The act and the members that `text` names; null if it is no sentence. Replaced together with the results. */
  readonly sentence: SentenceFound | null
  /** The source of the results: `cache` if the search in the back office failed. Null until that search has ended. */
  readonly searched: 'cache' | 'back-office' | null
  /** The ids of the entries that the user chose recently, newest first. */
  readonly recentIds: readonly string[]
  /** The members and studies of `recentIds`, read from the cache. Null until they are read. */
  readonly recent: readonly SearchResult[] | null
  /** Reads the recent members and studies that are shown before the user types. */
  readonly readRecent: () => Promise<void>
  /**
   * Searches the cache immediately, so that key presses are not delayed. After a typing pause it also asks the back
   * office. It then appends members that the cache lacks, then members whose names are only similar, so that no line
   * already shown moves. Resolves when the cache has answered.
   */
  readonly search: (text: string) => Promise<void>
  /** Notes that the user chose an entry. */
  readonly note: (id: string) => void
  /** Returns the page of an act on a member, from the member's current studies; never rejects. */
  readonly findPath: (act: MemberAct, memberID: Member['patientID']) => Promise<string>
}
export type SearchStore = StoreApi<SearchStoreState>

type Parts = {
  readonly bridge: Pick<Bridge, 'search' | 'members'>
  readonly recent: RecentChoices
  readonly now: () => Instant
}

/** Returns the id of a result's line. */
export const resultID = (result: SearchResult): string =>
  result.kind === 'member' ? `member-${result.member.patientID}` : `study-${result.study.studyID}`

/** Returns the id of the member or study of a line; null for a line of another kind. */
const recordIDOf = (id: string): string | null => /^(?:member|study)-(.+)$/.exec(id)?.[1] ?? null

const isSimilarOnly = (text: string, result: SearchResult): boolean =>
  result.kind === 'member' && describeMatch(text, result.member).includes(similarName)

const membersIn = (results: readonly SearchResult[]): readonly Member[] =>
  results.flatMap((result) => (result.kind === 'member' ? [result.member] : []))

const toResult = (member: Member): SearchResult => ({ kind: 'member', member })

/** Returns the first `resultLimit` results without repetitions. */
const withoutRepetitions = (results: readonly SearchResult[]): readonly SearchResult[] => {
  const known = new Set<string>()
  return results.filter((one) => !known.has(resultID(one)) && known.add(resultID(one))).slice(0, resultLimit)
}

/** Creates the store of the global search. The answer to an outdated query is dropped. */
export const createSearchStore = ({ bridge, recent, now }: Parts): SearchStore =>
  createStore<SearchStoreState>((set, get) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const recentIds = recent.read().slice(0, recentLimit)

    const find = (text: string) => bridge.search.find({ text, limit: resultLimit })

    /** Returns the results as typed, recent ones first among equals, and those with a similar name. */
    const sort = (text: string, results: readonly SearchResult[]) => ({
      asTyped: sortByRecency(
        results.filter((one) => !isSimilarOnly(text, one)),
        recent.read(),
        { idOf: resultID, qualityOf: (one) => (one.kind === 'study' ? 4 : matchQuality(text, fullName(one.member))) },
      ),
      similar: results.filter((one) => isSimilarOnly(text, one)),
    })

    /** Returns the members of the back office, after those of the cache whose names are only similar. */
    const append = async (text: string, shown: readonly SearchResult[], similar: readonly SearchResult[]) => {
      const reply = await bridge.members.search({ text, limit: resultLimit })
      const others = reply.ok ? reply.value.members.map(toResult) : []
      const asTyped = others.filter((one) => !isSimilarOnly(text, one))
      return {
        all: withoutRepetitions([...shown, ...asTyped, ...similar, ...others]),
        source: reply.ok ? reply.value.source : ('cache' as const),
      }
    }

    return {
      text: '',
      results: { kind: 'idle' },
      sentence: null,
      searched: null,
      recentIds,
      recent: recentIds.some((id) => recordIDOf(id) !== null) ? null : [],
      readRecent: async () => {
        const found = await Promise.all(
          get().recentIds.map(async (id) => {
            const recordID = recordIDOf(id)
            if (recordID === null) return []
            const reply = await find(recordID)
            return reply.ok ? reply.value.filter((one) => resultID(one) === id) : []
          }),
        )
        set({ recent: found.flat() })
      },
      search: async (text) => {
        const wanted = text.trim()
        clearTimeout(timer)
        if (wanted === '') {
          set({ text, results: { kind: 'idle' }, sentence: null })
          return
        }
        set({ text, searched: null, results: get().results.kind === 'ready' ? get().results : { kind: 'loading' } })
        const sentence = parseSentence(wanted)
        const [reply, whom] = await Promise.all([find(wanted), sentence === null ? null : find(sentence.whom)])
        if (get().text !== text) return
        if (!reply.ok) {
          set({ searched: null, sentence: null, results: { kind: 'failed', failure: reply.failure } })
          return
        }
        const found = sort(wanted, reply.value)
        const meant = sentence === null || whom?.ok !== true ? null : sort(sentence.whom, whom.value)
        const members = membersIn(meant?.asTyped ?? [])
        set({
          searched: null,
          results: { kind: 'ready', value: found.asTyped },
          sentence: sentence === null ? null : { ...sentence, members },
        })
        // The cache may lack members of other locations; the back office has all members.
        timer = setTimeout(async () => {
          const [more, moreMeant] = await Promise.all([
            append(wanted, found.asTyped, found.similar),
            sentence === null ? null : append(sentence.whom, meant?.asTyped ?? [], meant?.similar ?? []),
          ])
          if (get().text !== text) return
          set({
            results: { kind: 'ready', value: more.all },
            searched: more.source,
            sentence:
              sentence === null || moreMeant === null ? null : { ...sentence, members: membersIn(moreMeant.all) },
          })
        }, searchPauseMs)
      },
      note: recent.note,
      findPath: async (act, memberID) => {
        if (act === 'book') return pathOfAct(act, memberID, [], now())
        const reply = await bridge.members.readStudies({ memberID })
        return pathOfAct(act, memberID, reply.ok ? reply.value : [], now())
      },
    }
  })
