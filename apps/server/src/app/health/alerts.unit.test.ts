import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { createMetrics } from './metrics.ts'

const root = join(import.meta.dirname, '../../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns all names that Prometheus reads from a process, without measuring anything. */
function metricNames(): Set<string> {
  const unasked = async () => Promise.reject(new Error('not asked'))
  const registry = createMetrics(Fastify(), {
    jobs: { health: unasked },
    dependencies: {
      database: { pool: new pg.Pool(), answers: { silentForMs: 0, quietForMs: 0 }, replicas: null },
      payments: unusedPayments,
      storage: { space: unasked },
      virusScanner: null,
      backups: null,
      log: pino({ level: 'silent' }),
    },
    paymentMonitoring: { state: unasked },
    securityLogChain: { figures: unasked },
    callbacksRefused: () => 0,
    dataDisk: unasked,
  })
  const names = registry
    .getMetricsAsArray()
    .flatMap(({ name, type }) =>
      String(type) === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    )
  return new Set(names)
}

const wordsOfPromQl = /^(?:and|or|unless|bool|offset)$/

/** Returns the metrics that a PromQL expression names. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '')
  return [...bare.matchAll(/(?<![\w.])[a-zA-Z_:][\w:]*(?!\w|\s*\()/g)]
    .map(([word]) => word)
    .filter((word) => !wordsOfPromQl.test(word))
}

interface Alert {
  name: string
  expression: string
  runbook: string
}

function alerts(): Alert[] {
  const rules = read('ops/prometheus/alerts.yml')
    .split(/^ {6}- alert: /m)
    .slice(1)
  return rules.map((rule) => ({
    name: /^\w+/.exec(rule)?.[0] ?? '',
    expression: /^ {8}expr: '(.*)'$/m.exec(rule)?.[1] ?? '',
    runbook: /^ {10}runbook: (.*)$/m.exec(rule)?.[1] ?? '',
  }))
}

function dashboardExpressions(): string[] {
  const found: string[] = []
  JSON.parse(read('ops/grafana/apogee.json'), (key, value: unknown) => {
    if (key === 'expr' && typeof value === 'string') found.push(value)
    return value
  })
  return found
}

test('the metrics of an expression are found among its labels, functions and words', () => {
  const expression =
    'sum by (le, class) (rate(http_seconds_bucket{job="apogee",route!~"/a{1}"}[5m])) / 5e9 > 1 and on (instance) up == bool 0 or abs(x:y_total) > 0'
  expect(metricsIn(expression)).toEqual(['http_seconds_bucket', 'up', 'x:y_total'])
})

test('every metric that an alarm or a panel names is one of the product', () => {
  const product = metricNames().add('up')
  const expressions = [...alerts().map(({ expression }) => expression), ...dashboardExpressions()]
  expect(expressions.length).toBeGreaterThan(50)
  const unknown = expressions.flatMap((expression) => {
    const names = metricsIn(expression)
    return names.length === 0 ? [expression] : names.filter((name) => !product.has(name))
  })
  expect(unknown).toEqual([])
})

test('every alarm has a section in the runbooks, a case in which it fires and one in which it does not', () => {
  const all = alerts()
  expect(all.length).toBeGreaterThan(20)
  const sections = [...read('docs/runbooks.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect(sections).toEqual(all.map(({ name }) => name))
  expect(all.map(({ runbook }) => runbook)).toEqual(
    all.map(({ name }) => `docs/runbooks.md#${name.toLowerCase()}`),
  )
  const cases = [...read('ops/prometheus/alerts.test.yml').matchAll(/^ {2}- name: (.*)$/gm)].map(
    ([, name]) => name,
  )
  expect(cases).toEqual(all.flatMap(({ name }) => [`${name} fires`, `${name} does not fire`]))
})
