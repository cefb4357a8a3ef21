/** Reads the metrics of `GET /metrics` when they are requested, each within a time limit. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log } from '#server/platform/database/database.ts'
import { withTimeLimit } from '#server/platform/time-limit.ts'

/** Each source of metrics must answer within this time. */
const sourceMs = 2_000

type Labels = Readonly<Record<string, string>>
/** A metric has one value, or one value for each set of labels. Null means that it has no value at present. */
type Figure = number | null | readonly (readonly [Labels, number])[]
type Read = () => Figure | Promise<Figure>

interface Description {
  name: string
  help: string
  labels?: readonly string[]
}

/** Collects metrics. One that cannot be read is omitted, logged and counted, and the others are shown. */
export class Figures {
  readonly #registry: Registry
  readonly #log: Log
  readonly #unread: Counter<'metric'>

  constructor(registry: Registry, log: Log) {
    this.#registry = registry
    this.#log = log
    this.#unread = new Counter({
      name: 'metric_read_failures_total',
      help: 'Figures that could not be read in time, since the start',
      labelNames: ['metric'],
      registers: [registry],
    })
  }

  /** Returns a function that reads the source within the time limit. All metrics of one scrape share its result. */
  source<T>(read: () => Promise<T>): () => Promise<T> {
    return withTimeLimit(sourceMs, read)
  }

  /** Registers a gauge. Each of the `reads` adds its values; if one fails, the values of the others are shown. */
  gauge({ name, help, labels = [] }: Description, ...reads: readonly Read[]): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [this.#registry],
      collect: () => this.#collect(gauge, { name, labels }, reads, (of, value) => gauge.set(of, value)),
    })
  }

  /** Registers a monotonic counter whose value other code counts. */
  counter({ name, help, labels = [] }: Description, ...reads: readonly Read[]): void {
    const counter: Counter = new Counter({
      name,
      help,
      labelNames: labels,
      registers: [this.#registry],
      collect: () => this.#collect(counter, { name, labels }, reads, (of, value) => counter.inc(of, value)),
    })
  }

  async #collect(
    metric: Gauge | Counter,
    { name, labels }: Required<Pick<Description, 'name' | 'labels'>>,
    reads: readonly Read[],
    show: (labels: Labels, value: number) => void,
  ): Promise<void> {
    const outcomes = await Promise.allSettled(reads.map(async (read) => read()))
    // The value of the last scrape would be wrong now, and so would the zero that a reset leaves on a metric without labels.
    metric.reset()
    if (labels.length === 0) metric.remove()
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') for (const sample of samplesOf(outcome.value)) show(...sample)
      else this.#count(name, outcome.reason)
    }
  }

  #count(metric: string, err: unknown): void {
    this.#unread.inc({ metric })
    this.#log.warn({ err, metric }, 'metric could not be read')
  }
}

function samplesOf(figure: Figure): readonly (readonly [Labels, number])[] {
  if (figure === null) return []
  return typeof figure === 'number' ? [[{}, figure]] : figure
}
