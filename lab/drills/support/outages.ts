/** Defines the effects that an outage of each part may have, and records the observed effects. */
import { failureKinds, type Failure, type FailureKind } from './request-log.ts'
import type { Parts } from './stack-parts.ts'

export interface Outage {
  part: keyof Parts
  awaySeconds: number
  /**
   * The product's URL may answer with these failures during the outage. `in flight` allows failures of requests that began before
   * the part ended.
   */
  allowed: readonly (FailureKind | 'in flight')[]
  /** Requests to this other service itself also fail during the outage. */
  alsoFails?: 'provider' | 'S3'
  /** Requests that begin at least this long after the part's return must succeed. */
  backWithinSeconds: number
}

export const outages: readonly Outage[] = [
  { part: 'webA', awaySeconds: 3, allowed: ['in flight'], backWithinSeconds: 0 },
  { part: 'webB', awaySeconds: 3, allowed: ['in flight'], backWithinSeconds: 0 },
  { part: 'workerA', awaySeconds: 2, allowed: [], backWithinSeconds: 0 },
  { part: 'workerB', awaySeconds: 2, allowed: [], backWithinSeconds: 0 },
  { part: 'standby', awaySeconds: 6, allowed: [], backWithinSeconds: 0 },
  { part: 'pooler', awaySeconds: 8, allowed: ['503 with Retry-After'], backWithinSeconds: 2 },
  { part: 'primary', awaySeconds: 20, allowed: ['503 with Retry-After'], backWithinSeconds: 2 },
  { part: 'files', awaySeconds: 6, allowed: ['503 with Retry-After'], alsoFails: 'S3', backWithinSeconds: 2 },
  {
    part: 'provider',
    awaySeconds: 8,
    allowed: ['no provider'],
    alsoFails: 'provider',
    // The product pauses its requests to this part for three seconds at a time, so it notices the return late.
    backWithinSeconds: 4,
  },
  { part: 'proxy', awaySeconds: 3, allowed: ['refused', 'in flight'], backWithinSeconds: 1 },
]

export interface Observed {
  outage: Outage
  name: string
  /** The part had ended at `goneMs` and served again at `backMs`, in values of `performance.now()`. */
  goneMs: number
  backMs: number
  requests: number
  failures: readonly Failure[]
  /**
   * `begun` and `finished` count purchases that were begun, and that were seen as paid, between the part's end and the end of the
   * observation.
   */
  begun: number
  finished: number
}

interface Verdict {
  inFlight: number
  counts: Record<FailureKind, number>
  elsewhere: number
  /** Requests succeeded again this many seconds after the part's return; 0 means that they succeeded before. */
  backAfterSeconds: number
  faults: string[]
}

export function judge({ outage, name, goneMs, backMs, failures }: Observed): Verdict {
  const isInFlight = ({ beganMs, kind }: Failure) => beganMs < goneMs && kind !== '503 with Retry-After'
  const ofProduct = failures.filter(({ target }) => target === 'product')
  const later = ofProduct.filter((failure) => !isInFlight(failure))
  const counts = Object.fromEntries(
    failureKinds.map((kind) => [kind, later.filter((failure) => failure.kind === kind).length]),
  ) as Record<FailureKind, number>
  const elsewhere = failures.filter(({ target }) => target !== 'product')
  const lastMs = Math.max(backMs, ...failures.map(({ beganMs }) => beganMs))
  const backAfterSeconds = (lastMs - backMs) / 1000
  const unexpected = [
    ...ofProduct.filter(
      (failure) =>
        !outage.allowed.includes(failure.kind) &&
        !(isInFlight(failure) && outage.allowed.includes('in flight')),
    ),
    ...elsewhere.filter(({ target }) => target !== outage.alsoFails),
  ]
  const reasons = Map.groupBy(unexpected, ({ target, kind, what }) => `${target}, ${kind}: ${what}`)
  return {
    inFlight: ofProduct.length - later.length,
    counts,
    elsewhere: elsewhere.length,
    backAfterSeconds,
    faults: [
      ...[...reasons].map(([reason, times]) => `${name} away: ${times.length} × ${reason}`),
      ...(backAfterSeconds > outage.backWithinSeconds
        ? [`${name}: requests failed ${backAfterSeconds.toFixed(1)} s after it was back`]
        : []),
    ],
  }
}

const columns = [
  'part',
  'away',
  'back after',
  'requests',
  'in flight',
  'refused',
  'cut',
  '503+Retry',
  'no provider',
  'late',
  'other',
  'S3/provider',
  'bought',
  'paid',
] as const

export function tableOf(all: readonly Observed[]): string {
  const rows = all.map((observed) => {
    const { inFlight, counts, elsewhere, backAfterSeconds } = judge(observed)
    return [
      observed.name,
      `${((observed.backMs - observed.goneMs) / 1000).toFixed(1)} s`,
      `${backAfterSeconds.toFixed(1)} s`,
      observed.requests,
      inFlight,
      ...failureKinds.map((kind) => counts[kind]),
      elsewhere,
      observed.begun,
      observed.finished,
    ].map(String)
  })
  const lines = [[...columns], ...rows]
  const widths = columns.map((_, nth) => Math.max(...lines.map((line) => line[nth]?.length ?? 0)))
  return lines
    .map((line) =>
      line.map((cell, nth) => (nth === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[nth] ?? 0))),
    )
    .map((cells) => cells.join(' | '))
    .join('\n')
}
