import { createHash } from 'node:crypto'
import type { ReleaseVersion } from '#domain/update/release-version.ts'

/** The number of bytes of the hash that form the place: the most that a JavaScript number represents exactly. */
const placeBytes = 6

/**
 * Returns the number that decides a workstation's place among all workstations that ask about a release. `toRingPlace`
 * turns the number into a percentage. The number depends on the version, so that each release starts on different
 * workstations.
 */
export const placeNumberOf = (version: ReleaseVersion, workstationID: string): number =>
  createHash('sha256').update(`${version}${workstationID}`).digest().readUIntBE(0, placeBytes)
