import { describe, expect, it } from 'vitest'
import { checkCallTables, drawCallPage } from '#scripts/call-tables.ts'
import { projectRoot } from '#scripts/project.ts'
import { type ProjectFiles, withSampleProject } from './sample-project.ts'

const contract: ProjectFiles = {
  'contract/back-office.ts': `export const backOfficeRoutes = {
  readMember: { method: 'GET', path: '/m/:id', access: { session: 'staff', location: 'none' }, idempotent: false, audit: 'member.viewed' },
  takeMoney: { method: 'POST', path: '/t', access: { session: 'staff', roles: ['admin', 'sales'], location: 'study' }, idempotent: 'outside', audit: null },
}\n`,
  'contract/bridge-schemas.ts': `export const bridgeSchemas = {
  session: { signIn: { session: 'anyone' }, lock: { session: 'holder' } },
  members: { read: { session: 'staff' }, change: { session: 'staff' } },
}\n`,
}

describe('the tables of routes and commands', () => {
  it('match the contract', async () => {
    expect(await checkCallTables(projectRoot)).toEqual([])
  })

  it('have a row for each route and each subject', async () => {
    const drawn = await withSampleProject(contract, drawCallPage)
    expect(drawn).toContain('| `readMember` | `GET /m/:id` | staff |  |  | member.viewed |')
    expect(drawn).toContain('| `takeMoney` | `POST /t` | admin, sales | study | yes |  |')
    expect(drawn).toContain('| session |  | `lock` | `signIn` |')
    expect(drawn).toContain('| members | `read`, `change` |  |  |')
    expect(await withSampleProject({ ...contract, 'docs/calls.md': drawn }, checkCallTables)).toEqual([])
  })

  it('are refused when they are missing or out of date', async () => {
    const refusal = ['docs/calls.md is out of date: run npx node scripts/call-tables.ts']
    expect(await withSampleProject(contract, checkCallTables)).toEqual(refusal)
    expect(await withSampleProject({ ...contract, 'docs/calls.md': '# Calls\n' }, checkCallTables)).toEqual(refusal)
  })
})
