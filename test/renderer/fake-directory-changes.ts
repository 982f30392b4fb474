import type { DirectoryBridge } from '#contract/people/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { type DirectoryChange, type DirectoryChanges, mayKeepDirectory } from '#domain/people/directory-change.ts'
import { alreadyDecided } from '#domain/people/directory-words.ts'
import type { FakeWorld } from './fake-members.ts'

export type FakeDirectoryChanges = {
  readonly directory: DirectoryBridge
  /** Adds a change: a proposal, or with `notice` one that was announced to the location where the desk works. */
  readonly add: (change: Partial<DirectoryChange>, kind?: 'proposal' | 'notice') => void
  /** What another desk decides. */
  readonly decideAs: (by: string, changeID: string, isConfirmed: boolean) => void
}

/** The directory's proposals and announcements in memory. */
export const createFakeDirectoryChanges = (world: FakeWorld): FakeDirectoryChanges => {
  const changes = new Map<string, DirectoryChange>()
  const notices = new Map<string, DirectoryChange>()
  const offline = () => fail('offline', 'The back office cannot be reached.')
  const read = (): DirectoryChanges => {
    const user = world.user()
    const seen = [...changes.values()].filter(({ by }) => mayKeepDirectory(user?.roles ?? []) || by === user?.fullname)
    return {
      proposals: seen.filter(({ state }) => state === 'proposed'),
      notices: [...notices.values()],
      decided: seen.filter(({ state }) => state === 'confirmed' || state === 'declined'),
    }
  }
  const settle = (by: string, changeID: string, isConfirmed: boolean): void => {
    const change = changes.get(changeID)
    if (change === undefined) throw new Error(`There is no change ${changeID}.`)
    changes.set(changeID, {
      ...change,
      state: isConfirmed ? 'confirmed' : 'declined',
      decidedBy: by,
      decidedAt: world.now(),
    })
  }
  return {
    directory: {
      readChanges: async () => (world.isOnline() ? ok(read()) : offline()),
      decide: async ({ changeID, isConfirmed }) => {
        if (!world.isOnline()) return offline()
        const change = changes.get(changeID)
        if (change === undefined) return fail('not-found', 'The directory has no such change.')
        if (change.state !== 'proposed') return fail('stale', alreadyDecided(change.state, change.decidedBy))
        settle(world.user()?.fullname ?? '', changeID, isConfirmed)
        return ok({})
      },
      see: async ({ changeID }) => {
        if (!world.isOnline()) return offline()
        notices.delete(changeID)
        return ok({})
      },
    },
    add: (change, kind = 'proposal') => {
      const changeID = change.changeID ?? `change-${changes.size + notices.size + 1}`
      const whole: DirectoryChange = {
        changeID,
        practitionerID: 'pr-1',
        practitionerName: 'Amara Osei',
        fields: [{ field: 'faxNumber', before: '16045550141', after: '16045550199', practiceName: null }],
        by: 'Sam Seller',
        at: world.now(),
        locationName: 'Vancouver',
        state: kind === 'proposal' ? 'proposed' : 'counted',
        decidedBy: null,
        decidedAt: null,
        ...change,
      }
      ;(kind === 'proposal' ? changes : notices).set(changeID, whole)
    },
    decideAs: settle,
  }
}
