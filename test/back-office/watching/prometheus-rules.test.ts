import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toPrometheusRules } from '#back-office/watching/prometheus-rules.ts'
import { alertRules } from '#domain/watching/alert-rules.ts'
import { alertWords } from '#domain/watching/alert-words.ts'
import { projectRoot } from '#scripts/project.ts'

it('the file of rules for Prometheus is that of the rules', async () => {
  await expect(toPrometheusRules()).toMatchFileSnapshot(`${projectRoot}/resources/server/prometheus/atrium-alerts.yml`)
})

it('the guide of the server has each alert with what to do', () => {
  const guide = readFileSync(`${projectRoot}/docs/server.md`, 'utf8')
  const rows = alertRules.map(({ id }) => `| \`${id}\` | ${alertWords[id].name} | ${alertWords[id].todo} |`)
  expect(rows.filter((row) => !guide.includes(row))).toEqual([])
})
