/**
 * Aborts at the first SIGTERM or SIGINT; later ones change nothing. Call it before anything else is loaded, so that a
 * process asked to stop while it starts still ends in order.
 */
export function watchForStop(): AbortSignal {
  const asked = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => asked.abort())
  return asked.signal
}
