import type { SteerRefusal } from '#domain/update/rings.ts'

/** The refusals of the calls about releases of the program. */
export const updateServerWords = {
  unknownRelease: 'No workstation has asked about this release.',
  tooManyVersions: 'Too many new versions were asked about today. Ask again later.',
  tooManyWorkstations: 'Too many workstations have asked about this release. Ask again later.',
  stale: 'This release changed meanwhile. Check its state and decide again.',
  refusals: {
    halted: 'This release is halted. Resume it first.',
    'not-halted': 'This release is not halted.',
    widest: 'All workstations may install this release already.',
  } satisfies Record<SteerRefusal, string>,
}
