/** Messages from the frame of a package, whose document anybody may have written. */
import { z } from 'zod/mini'

const about = { launch: z.string(), activity: z.string() }

const packageMessage = z.discriminatedUnion('apogee', [
  z.object({ apogee: z.literal('open'), ...about }),
  z.object({ apogee: z.literal('report'), ...about, cmi: z.record(z.string(), z.unknown()) }),
])
export type PackageMessage = z.infer<typeof packageMessage>

/** The server takes 1 MB; content that reports more is broken. */
const largestReport = 500_000

/**
 * Null for anything else: another window, another origin than that of a sandboxed document, another launch, or another shape. A window
 * that has just been removed has no source any more; only its documents know the launch.
 */
export function readMessage(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: Window | null,
  launch: string,
): PackageMessage | null {
  if (origin !== 'null' || (source && !isWithin(source, frame))) return null
  const read = packageMessage.safeParse(data)
  if (!read.success || read.data.launch !== launch) return null
  const isTooLarge = read.data.apogee === 'report' && JSON.stringify(read.data.cmi).length > largestReport
  return isTooLarge ? null : read.data
}

/** Packages have frames of their own. */
function isWithin(source: MessageEventSource, frame: Window | null): boolean {
  let place = 'parent' in source ? source : null
  for (let depth = 0; place && depth < 10; depth += 1) {
    if (place === frame) return true
    place = place.parent === place ? null : place.parent
  }
  return false
}
