/* This file is plain JavaScript, because scripts/start.mjs imports it. */

/** The process group and npm both pass on one signal, so a second signal within this time counts as the first. */
const sameSignalMs = 1_000

/** Must run before anything else is loaded, so that a process stopped during its start still ends in order. */
export function watchForStop(now = () => performance.now()) {
  const asked = new AbortController()
  const urged = new AbortController()
  let askedAt = 0
  const onSignal = () => {
    if (!asked.signal.aborted) askedAt = now()
    else if (now() - askedAt >= sameSignalMs) urged.abort()
    asked.abort()
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, onSignal)
  return { asked: asked.signal, urged: urged.signal }
}
