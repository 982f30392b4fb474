import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toPrometheusRules } from '#back-office/watching/prometheus-rules.ts'
import { alertRules } from '#domain/watching/alert-rules.ts'
import { alertWords } from '#domain/watching/alert-words.ts'
import { projectRoot } from '#scripts/project.ts'
import { findSystemProgram } from '#test/fixtures/server/system-program.ts'

it('the Prometheus rules file is generated from the alert rules', async () => {
  await expect(toPrometheusRules()).toMatchFileSnapshot(`${projectRoot}/resources/server/prometheus/atrium-alerts.yml`)
})

it('Prometheus accepts the rules file', (context) => {
  const promtool = findSystemProgram('promtool')
  if (promtool === undefined) return context.skip('promtool is not installed (Debian package prometheus)')
  const path = `${projectRoot}/resources/server/prometheus/atrium-alerts.yml`
  expect(execFileSync(promtool, ['check', 'rules', path], { encoding: 'utf8' })).toContain(
    `${alertRules.length + 1} rules found`,
  )
})

it('the server guide lists each alert with its remedy', () => {
  const guide = readFileSync(`${projectRoot}/docs/server.md`, 'utf8')
  const rows = alertRules.map(({ id }) => `| \`${id}\` | ${alertWords[id].name} | ${alertWords[id].todo} |`)
  expect(rows.filter((row) => !guide.includes(row))).toEqual([])
})
