import { alertRules } from '#domain/watching/alert-rules.ts'
import { alertWords } from '#domain/watching/alert-words.ts'
import { signMetrics } from './metrics.ts'

/**
 * Returns the rules of alerts as a file for Prometheus.
 * @internal A test compares it with `resources/server/prometheus/atrium-alerts.yml`, and writes that file with `-u`.
 */
export const toPrometheusRules = (): string =>
  [
    '# Generated from domain/watching/alert-rules.ts. Metrics are read every 15 seconds; no rule waits, so an alert is',
    '# raised within a minute.',
    'groups:',
    '  - name: atrium',
    '    interval: 15s',
    '    rules:',
    ...alertRules.flatMap(({ id, sign, when, limit, isUrgent }) => [
      `      - alert: ${id}`,
      `        expr: ${signMetrics[sign].name} ${when === 'above' ? '>' : '<'} ${limit}`,
      '        labels:',
      `          severity: ${isUrgent ? 'critical' : 'warning'}`,
      '        annotations:',
      `          summary: ${JSON.stringify(alertWords[id].name)}`,
      `          description: ${JSON.stringify(alertWords[id].todo)}`,
    ]),
    '      - alert: server-down',
    '        expr: up{job="atrium"} == 0',
    '        labels:',
    '          severity: critical',
    '        annotations:',
    '          summary: "The server does not answer"',
    '          description: "Start the server. The desks work offline until then."',
    '',
  ].join('\n')
