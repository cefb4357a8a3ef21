/**
 * Aborts at the first SIGTERM or SIGINT; later ones have no effect. Call it before anything else is loaded, so that a
 * process stopped during its start still ends in order.
 */
export function watchForStop(): AbortSignal {
  const asked = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => asked.abort())
  return asked.signal
}
