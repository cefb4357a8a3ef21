import type { Readable } from 'node:stream'

/** A JSON body is at most 1 MB: even a slow phone has sent it by then. */
export const bodyPatienceMs = 30_000

/**
 * Cuts a request off whose body does not arrive in time, so that nobody holds connections open by sending it letter by
 * letter. Node's own limit would be one for all, and a film of 100 MB may take an hour.
 */
export function endSlowBody(body: Readable, patienceMs = bodyPatienceMs): void {
  const patience = setTimeout(() => body.destroy(), patienceMs)
  patience.unref()
  const arrived = () => clearTimeout(patience)
  body.once('end', arrived).once('close', arrived)
}
