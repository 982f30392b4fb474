import { memberMergeWords } from '#back-office/members/merge-words.ts'
import type { MembersBridge } from '#contract/members/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { fullName, type Member, type MemberID } from '#domain/members/member.ts'
import { type MemberMerge, type MergeSide, mergeIDSchema } from '#domain/members/member-merge.ts'
import {
  decideMerge,
  decidePartsToRestore,
  mergeObstacle,
  reasonFieldOf,
  toMergedRecord,
  toRestoredRecord,
} from '#domain/members/merge-members.ts'
import type { StaffUser } from '#domain/session/staff-user.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { FakeClinic } from './fake-clinic.ts'

type Kept = {
  merge: MemberMerge
  readonly before: Member
  readonly after: Member
  readonly merged: Member
  readonly studies: readonly string[]
}

type FakeMerges = Pick<MembersBridge, 'previewMerge' | 'merge' | 'listMerges' | 'previewMergeUndo' | 'undoMerge'> & {
  /** Returns the id of the member who replaced this one; the given id if none did. */
  readonly keptIDOf: (memberID: string) => string
}

/** The part of the fake world that merges use. */
type World = {
  readonly clinic: Pick<FakeClinic, 'members' | 'studies'>
  readonly now: () => Instant
  readonly emit: (name: 'members.changed', payload: { readonly memberID: MemberID }) => void
  readonly user: () => StaffUser | null
  readonly isOnline: () => boolean
}

const offline = () => fail('offline', 'The back office cannot be reached.')

/** Creates the merges of members. Applies the domain's rules. */
export const createFakeMemberMerges = (world: World): FakeMerges => {
  const { members, studies } = world.clinic
  const merges = new Map<string, Kept>()
  const answers = new Map<string, Reply<never>>()

  const keptIDOf = (memberID: string): string => {
    const open = [...merges.values()].find(({ merge }) => merge.merged.memberID === memberID && merge.undone === null)
    return open === undefined ? memberID : keptIDOf(open.merge.kept.memberID)
  }
  const recordOf = (memberID: string): Member | undefined =>
    members.find(({ patientID }) => patientID === memberID) ??
    [...merges.values()].find(({ merge }) => merge.merged.memberID === memberID)?.merged
  const subjectOf = (member: Member) => ({
    memberID: member.patientID,
    dob: member.dob,
    mergedInto: keptIDOf(member.patientID) === member.patientID ? null : keptIDOf(member.patientID),
    isErased: false,
  })
  const replace = (member: Member): void => {
    const at = members.findIndex(({ patientID }) => patientID === member.patientID)
    if (at === -1) members.push(member)
    else members[at] = member
    world.emit('members.changed', { memberID: member.patientID })
  }
  const giveStudies = (ids: readonly string[], patientID: Member['patientID']): void => {
    for (const [at, study] of studies.entries()) {
      if (ids.includes(study.studyID)) studies[at] = { ...study, patientID }
    }
  }
  const sideOf = (member: Member): MergeSide => {
    const own = studies.filter(({ patientID }) => patientID === member.patientID)
    const next = own
      .filter(({ booking, status }) => booking !== null && booking.utcStart >= world.now() && !status.cancelled)
      .sort((a, b) => (a.booking?.utcStart ?? '').localeCompare(b.booking?.utcStart ?? ''))[0]
    return {
      member,
      studies: own.length,
      nextBooking:
        next?.booking == null
          ? null
          : {
              studyID: next.studyID,
              utcStart: next.booking.utcStart,
              timezone: next.booking.timezone,
              locationName: next.locationID,
            },
    }
  }
  const personOf = (member: Member) => ({ memberID: member.patientID, name: fullName(member), dob: member.dob })
  /** Makes the checks that every call makes first. Returns the refusal, or null. */
  const refusal = (): Reply<never> | null => {
    if (!world.isOnline()) return offline()
    return world.user()?.roles.includes('admin') === true
      ? null
      : fail('insufficient-permissions', 'Your account may not do this.')
  }
  const once = <Value>(key: string, run: () => Reply<Value>): Reply<Value> => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const reply = run()
    if (reply.ok) answers.set(key, reply as Reply<never>)
    return reply
  }
  const find = (keptID: string, mergeID: string): Kept | undefined => {
    const found = merges.get(mergeID)
    return found?.merge.kept.memberID === keptID ? found : undefined
  }
  const planOf = ({ before, after, merged, merge, studies: moved }: Kept) => {
    const now = recordOf(merge.kept.memberID) ?? after
    const parts = decidePartsToRestore(before, after, now)
    const back = studies.filter((study) => study.patientID === now.patientID && moved.includes(study.studyID))
    const isInUse = members.some(
      (other) => other.patientID !== now.patientID && other.email.toLowerCase() === merged.email.toLowerCase(),
    )
    const obstacle =
      merge.undone !== null
        ? memberMergeWords.undoRefusals['already-undone']
        : keptIDOf(now.patientID) !== now.patientID
          ? memberMergeWords.undoRefusals['kept-merged-away']
          : isInUse
            ? memberMergeWords.undoRefusals['email-in-use']
            : null
    return { now, parts, back, obstacle }
  }

  return {
    keptIDOf,
    previewMerge: async ({ keptID, mergedID }) => {
      const refused = refusal()
      if (refused !== null) return refused
      const [kept, merged] = [recordOf(keptID), recordOf(mergedID)]
      if (kept === undefined || merged === undefined) return fail('not-found', 'Member not found.')
      const obstacle = mergeObstacle(subjectOf(kept), subjectOf(merged))
      return ok({
        kept: sideOf(kept),
        merged: sideOf(merged),
        obstacle: obstacle === null ? null : memberMergeWords.refusals[obstacle],
      })
    },
    merge: async ({ keptID, mergedID, version, mergedVersion, choices, idempotencyKey, ...reasons }) =>
      refusal() ??
      once(idempotencyKey, () => {
        const [kept, merged] = [recordOf(keptID), recordOf(mergedID)]
        if (kept === undefined || merged === undefined) return fail('not-found', 'Member not found.')
        const { reason, birthDateReason = '' } = reasons
        const refused = decideMerge(subjectOf(kept), subjectOf(merged), { reason, birthDateReason })
        if (refused !== null) {
          const message = memberMergeWords.refusals[refused]
          const field = reasonFieldOf[refused]
          return field === undefined ? fail('member-merged', message) : fail('invalid-input', message)
        }
        if (kept.version !== version || merged.version !== mergedVersion) return fail('stale', memberMergeWords.stale)
        const after = {
          ...toMergedRecord(kept, merged, choices),
          version: Math.max(kept.version, merged.version) + 1,
        }
        const moved = studies.filter(({ patientID }) => patientID === mergedID).map(({ studyID }) => studyID)
        const merge: MemberMerge = {
          mergeID: mergeIDSchema.parse(`merge-${merges.size + 1}`),
          kept: personOf(kept),
          merged: personOf(merged),
          reason,
          by: world.user()?.fullname ?? '',
          at: world.now(),
          undone: null,
        }
        members.splice(
          members.findIndex(({ patientID }) => patientID === mergedID),
          1,
        )
        merges.set(merge.mergeID, { merge, before: kept, after, merged, studies: moved })
        giveStudies(moved, kept.patientID)
        replace(after)
        world.emit('members.changed', { memberID: mergedID })
        return ok({ merge, member: after })
      }),
    listMerges: async ({ memberID }) =>
      refusal() ??
      ok({
        merges: [...merges.values()]
          .map(({ merge }) => merge)
          .filter(({ kept, merged }) => memberID === undefined || [kept.memberID, merged.memberID].includes(memberID))
          .reverse(),
        isCut: false,
      }),
    previewMergeUndo: async ({ keptID, mergeID }) => {
      const refused = refusal()
      if (refused !== null) return refused
      const found = find(keptID, mergeID)
      if (found === undefined) return fail('not-found', memberMergeWords.noSuchMerge)
      const { now, parts, back, obstacle } = planOf(found)
      const own = studies.filter(({ patientID }) => patientID === now.patientID)
      return ok({
        merge: found.merge,
        back: back.length === 0 ? {} : { studies: back.length },
        gone: found.studies.length === back.length ? {} : { studies: found.studies.length - back.length },
        newStudies: own.filter((study) => (study.status.bookedTime ?? '') > found.merge.at).length,
        partsBack: [...parts.back],
        partsStay: [...parts.stay],
        obstacle,
      })
    },
    undoMerge: async ({ keptID, mergeID, reason, idempotencyKey }) =>
      refusal() ??
      once(idempotencyKey, () => {
        const found = find(keptID, mergeID)
        if (found === undefined) return fail('not-found', memberMergeWords.noSuchMerge)
        const { now, parts, back, obstacle } = planOf(found)
        if (obstacle !== null) return fail('merge-not-undone', obstacle)
        const version = now.version + 1
        const [kept, merged] = [
          { ...toRestoredRecord(found.before, now, parts.back), version },
          { ...found.merged, version },
        ]
        found.merge = { ...found.merge, undone: { by: world.user()?.fullname ?? '', at: world.now(), reason } }
        giveStudies(
          back.map(({ studyID }) => studyID),
          merged.patientID,
        )
        replace(kept)
        replace(merged)
        return ok({ merge: found.merge, kept, merged })
      }),
  }
}
