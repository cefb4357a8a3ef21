/** Validates messages from the frame of a package, whose document is untrusted. */
import type { PackageLaunch } from '@apogee/contracts/scorm/scorm.ts'
import { z } from 'zod/mini'

const about = { launch: z.string(), activity: z.string() }

const packageMessage = z.discriminatedUnion('apogee', [
  z.object({ apogee: z.literal('open'), ...about }),
  z.object({ apogee: z.literal('found'), ...about }),
  z.object({ apogee: z.literal('error'), ...about }),
  z.object({ apogee: z.literal('report'), ...about, cmi: z.record(z.string(), z.unknown()) }),
])
export type PackageMessage = z.infer<typeof packageMessage>

/** The server accepts 1 MB; content that reports more than this limit is broken. */
const largestReport = 500_000

/**
 * Returns null for a message from another window, origin or launch, for an unknown activity, and for a message of another shape. A
 * window that was just removed has no `source`; its messages are accepted because only its documents know the launch.
 */
export function readMessage(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: Window | null,
  { launch, hasOrigin, activities }: Pick<PackageLaunch, 'launch' | 'hasOrigin' | 'activities'>,
): PackageMessage | null {
  const first = activities[0]
  const expected = hasOrigin && first ? new URL(first.address).origin : 'null'
  if (origin !== expected || (source && !isWithin(source, frame))) return null
  const read = packageMessage.safeParse(data)
  if (!read.success || read.data.launch !== launch) return null
  if (!activities.some(({ identifier }) => identifier === read.data.activity)) return null
  const isTooLarge = read.data.apogee === 'report' && JSON.stringify(read.data.cmi).length > largestReport
  return isTooLarge ? null : read.data
}

/** Returns whether the source is the frame or one of the package's nested frames. */
function isWithin(source: MessageEventSource, frame: Window | null): boolean {
  let place = 'parent' in source ? source : null
  for (let depth = 0; place && depth < 10; depth += 1) {
    if (place === frame) return true
    place = place.parent === place ? null : place.parent
  }
  return false
}
