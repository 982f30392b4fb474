import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProgramRelease } from '#domain/update/program-release.ts'
import type { ReleaseAct } from '#domain/update/rings.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf } from './desk-work.ts'

/** The contract that the administrator's screen relies on for the releases of the program. */
export const describeUpdatesDesk = (name: string, start: StartDesks): void => {
  describe(`releases of the program over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let otherDesk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      otherDesk = desks.otherDesk
      await desk.signIn('admin')
      await otherDesk.signIn('admin')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const read = async (version: string, app = desk): Promise<ProgramRelease> => {
      const found = (await app.get('programReleases', 'list', {})).find((release) => release.version === version)
      if (found === undefined) throw new Error(`${version} is not in the list`)
      return found
    }
    const steer = (version: string, act: ReleaseAct, lockVersion: number, app = desk) =>
      app.ask('programReleases', 'steer', { version, act, lockVersion })

    it('begin in the first ring when a workstation asks for an update, and count the workstations’ reports', async () => {
      await desks.reportUpdate('2.0.1', ['installed', 'installed', null])
      expect(await read('2.0.1')).toMatchObject({
        ...{ ring: 1, state: 'rolling', haltedBy: null, lockVersion: 1 },
        ...{ told: 3, installed: 2, failed: 0, silent: 0, waiting: 1 },
      })
    })

    it('are listed with the newest version first', async () => {
      for (const version of ['2.9.0', '2.10.0']) await desks.reportUpdate(version, [null])
      const versions = (await desk.get('programReleases', 'list', {})).map(({ version }) => version)
      expect(versions.slice(0, 2)).toEqual(['2.10.0', '2.9.0'])
    })

    it('are halted by reports, and after a resume no longer count the earlier failures', async () => {
      await desks.reportUpdate('2.0.2', ['installed', 'rolled-back', null])
      const halted = await read('2.0.2')
      expect(halted).toMatchObject({ state: 'halted', haltedBy: 'reports', lockVersion: 2, failed: 1 })
      expect(codeOf(await steer('2.0.2', 'widen', 2))).toBe('act-not-allowed')
      expect(codeOf(await steer('2.0.2', 'halt', 2))).toBe('act-not-allowed')
      expect(await steer('2.0.2', 'resume', 2)).toMatchObject({
        value: { state: 'rolling', haltedBy: null, lockVersion: 3, failed: 0 },
      })
      expect(await read('2.0.2', otherDesk)).toMatchObject({ state: 'rolling', installed: 1, failed: 0 })
    })

    it('are halted by an administrator, who is named, under an optimistic lock', async () => {
      await desks.reportUpdate('2.0.3', ['installed'])
      const reply = await steer('2.0.3', 'halt', 1)
      expect(reply).toMatchObject({ ok: true, value: { state: 'halted', lockVersion: 2, installed: 1 } })
      const halted = await read('2.0.3', otherDesk)
      expect(reply).toEqual({ ok: true, value: halted })
      expect(halted.haltedBy).toMatchObject({ name: expect.stringMatching(/\S/) })
      expect(await steer('2.0.3', 'resume', 1, otherDesk)).toMatchObject({
        failure: { code: 'stale', details: { current: halted } },
      })
      expect(codeOf(await steer('2.0.9', 'halt', 1))).toBe('not-found')
    })

    it('are widened to the next ring by an administrator, up to the last ring', async () => {
      await desks.reportUpdate('2.0.4', ['installed'])
      expect(await steer('2.0.4', 'widen', 1)).toMatchObject({ value: { ring: 10, lockVersion: 2 } })
      expect(await steer('2.0.4', 'widen', 2, otherDesk)).toMatchObject({ value: { ring: 100, lockVersion: 3 } })
      expect(codeOf(await steer('2.0.4', 'widen', 3))).toBe('act-not-allowed')
      expect(codeOf(await steer('2.0.4', 'resume', 3))).toBe('act-not-allowed')
    })

    it('can be read and changed only by administrators', async () => {
      const clerk = await desks.openDesk()
      await clerk.signIn('frontdesk')
      expect(codeOf(await clerk.ask('programReleases', 'list', {}))).toBe('insufficient-permissions')
      expect(codeOf(await steer('2.0.4', 'halt', 3, clerk))).toBe('insufficient-permissions')
      expect(await read('2.0.4')).toMatchObject({ state: 'rolling', lockVersion: 3 })
    })
  })
}
