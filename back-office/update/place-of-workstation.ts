import { createHash } from 'node:crypto'
import type { ReleaseVersion } from '#domain/update/release-version.ts'

/** The bytes of the hash that give the place: as many as a number holds exactly. */
const placeBytes = 6

/**
 * Returns the number behind a workstation's place among all that ask about a release, which `toRingPlace` turns into a
 * percentage. It depends on the version, so that each release begins at other workstations.
 */
export const placeNumberOf = (version: ReleaseVersion, workstationID: string): number =>
  createHash('sha256').update(`${version}${workstationID}`).digest().readUIntBE(0, placeBytes)
