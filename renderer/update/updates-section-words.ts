import { countOf, formatCount, formatPercent } from '#domain/format/format-count.ts'
import type { ProgramRelease } from '#domain/update/program-release.ts'
import { type ReleaseAct, type Ring, rings } from '#domain/update/rings.ts'

const shareOf = (ring: Ring): string => formatPercent(ring / 100)

/** Returns the workstations of a ring, as the subject of a sentence. */
const audience = (ring: Ring): string =>
  ring === rings.at(-1) ? 'all workstations' : `${shareOf(ring)} of workstations`

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const workstations = (count: number): string => countOf(count, 'workstation')

/** Returns the texts whose count is above 0, in one line. */
const listed = (parts: readonly (readonly [number, string])[], between = ', '): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([, text]) => text)
    .join(between)

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
  ring: 'Share',
  state: 'Status',
  reports: 'Reports',
  share: shareOf,
  states: { rolling: 'Rolling out', halted: 'Halted' } satisfies Record<ProgramRelease['state'], string>,
  since: (when: string) => `since ${when}`,
  haltedBy: (haltedBy: NonNullable<ProgramRelease['haltedBy']>) =>
    haltedBy === 'reports' ? 'by reports' : `by ${haltedBy.name}`,
  none: 'No workstation yet',
  told: (count: number) => workstations(count),
  outcomes: ({ installed, failed, silent, waiting }: ProgramRelease) =>
    listed([
      [installed, `${formatCount(installed)} installed`],
      [failed, `${formatCount(failed)} failed`],
      [silent, `${formatCount(silent)} did not report`],
      [waiting, `${formatCount(waiting)} still to report`],
    ]),
  actions: 'Actions',
  acts: { halt: 'Halt', resume: 'Resume', widen: 'Roll out further' } satisfies Record<ReleaseAct, string>,
  actOn: (act: ReleaseAct, version: string) => `${updatesSectionWords.acts[act]}: ${version}`,
  confirm: {
    halt: {
      title: (version: string) => `Halt release ${version}?`,
      label: 'Halt release',
      who: (version: string) => `Release ${version}`,
      text: 'Workstations that run this release keep it. No other workstation installs it, not even one that has already downloaded it.',
    },
    resume: {
      title: (version: string) => `Resume release ${version}?`,
      label: 'Resume release',
      who: (version: string, ring: Ring) => `Release ${version} · ${audience(ring)}`,
      text: ({ ring, failed, silent }: ProgramRelease) => {
        const cleared = listed(
          [
            [failed, countOf(failed, 'failure')],
            [silent, `${workstations(silent)} without a report`],
          ],
          ' and ',
        )
        return [
          `${capitalized(audience(ring))} are again allowed to install this release.`,
          cleared === '' ? '' : `${cleared} no longer ${failed + silent === 1 ? 'counts' : 'count'} against it.`,
          'Resume it only when you know why it was halted.',
        ]
          .filter((sentence) => sentence !== '')
          .join(' ')
      },
    },
    widen: {
      title: (version: string) => `Roll out release ${version} to more workstations now?`,
      label: 'Roll out release',
      who: (version: string, next: Ring) => `Release ${version} · ${audience(next)}`,
      text: (next: Ring, { waiting }: ProgramRelease) =>
        `If you continue, ${audience(next)} can install this release immediately${
          waiting === 0 ? '' : `, although ${waiting} still ${waiting === 1 ? 'has' : 'have'} to report`
        }. If you halt the release later, workstations that have installed it do not go back by themselves.`,
    },
  },
  done: {
    halt: (version: string) => `Release ${version} is halted`,
    resume: (version: string) => `Release ${version} is rolling out again`,
    widen: (version: string) => `Release ${version} is rolling out to more workstations`,
  } satisfies Record<ReleaseAct, (version: string) => string>,
  stale:
    'This release changed in the meantime. Close this dialog, check the status of the release in the list, and decide again.',
  checkFirst: 'Check the release in the list first.',
}
