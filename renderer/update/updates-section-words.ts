import { countOf, formatPercent } from '#domain/format/format-count.ts'
import type { ProgramRelease } from '#domain/update/program-release.ts'
import { type ReleaseAct, type Ring, rings } from '#domain/update/rings.ts'

const shareOf = (ring: Ring): string => formatPercent(ring / 100)

const workstations = (count: number): string => countOf(count, 'workstation')

/** Returns the parts of which at least one workstation is, joined by commas. */
const listed = (parts: readonly (readonly [number, string])[]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([, text]) => text)
    .join(', ')

/** The texts of the Updates section. */
export const updatesSectionWords = {
  section: {
    title: 'Updates',
    intro:
      'A new release of Atrium goes to 1% of the workstations first, then to 10%, then to all. Each step takes at least 24 hours. A release is halted when more than 2% of its workstations fail to install it or do not report.',
    emptyTitle: 'No releases yet',
    empty: 'A release appears here as soon as a workstation asks whether it may install it.',
  },
  release: 'Release',
  ring: 'May be installed by',
  state: 'Status',
  reports: 'Reports',
  share: (ring: Ring) => (ring === rings.at(-1) ? 'All workstations' : `${shareOf(ring)} of workstations`),
  states: { rolling: 'Rolling out', halted: 'Halted' } satisfies Record<ProgramRelease['state'], string>,
  since: (when: string) => `since ${when}`,
  haltedSince: (haltedBy: ProgramRelease['haltedBy'], when: string) =>
    haltedBy === 'reports' ? `by reports of workstations, ${when}` : `by ${haltedBy?.name ?? 'a person'}, ${when}`,
  none: 'No workstation yet',
  counts: ({ told, installed, failed, silent, waiting }: ProgramRelease) =>
    `${workstations(told)}: ${listed([
      [installed, `${countOf(installed, 'installation')}`],
      [failed, `${countOf(failed, 'failure')}`],
      [silent, `${silent} did not report`],
      [waiting, `${waiting} still to report`],
    ])}`,
  actions: 'Actions',
  acts: { halt: 'Halt', resume: 'Resume', widen: 'Widen now' } satisfies Record<ReleaseAct, string>,
  actOn: {
    halt: (version: string) => `Halt ${version}`,
    resume: (version: string) => `Resume ${version}`,
    widen: (version: string) => `Widen ${version} now`,
  } satisfies Record<ReleaseAct, (version: string) => string>,
  confirm: {
    halt: {
      title: (version: string) => `Halt release ${version}?`,
      text: 'No other workstation installs this release, including those that have already downloaded it. Workstations that run it keep it.',
    },
    resume: {
      title: (version: string) => `Resume release ${version}?`,
      text: ({ ring, failed, silent }: ProgramRelease) =>
        `${updatesSectionWords.share(ring)} may install this release again. ${
          failed + silent === 0
            ? ''
            : `${listed([
                [failed, countOf(failed, 'failure')],
                [silent, `${workstations(silent)} without a report`],
              ])}: these no longer count, and the same workstations may try again. `
        }Resume it only when you know why it was halted.`,
    },
    widen: {
      title: (version: string) => `Widen release ${version} now?`,
      text: (next: Ring, { waiting }: ProgramRelease) =>
        `${updatesSectionWords.share(next)} may install this release at once${
          waiting === 0 ? '' : `, although ${waiting} still ${waiting === 1 ? 'has' : 'have'} to report`
        }. A workstation that has installed it does not go back by itself when you halt it later.`,
    },
  },
  done: {
    halt: (version: string) => `Release ${version} is halted`,
    resume: (version: string) => `Release ${version} is rolling out again`,
    widen: (version: string) => `Release ${version} is widened`,
  } satisfies Record<ReleaseAct, (version: string) => string>,
  stale: 'This release changed in the meantime. Close this, check its status in the list, and decide again.',
  checkFirst: 'Check the release in the list first.',
}
