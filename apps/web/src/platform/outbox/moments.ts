/** Calls `send` with the connection, and when the page is shown, hidden or left; `isLeft`: the page may not live on. */
export function watchMoments(send: (isLeft: boolean) => void, signal: AbortSignal): void {
  window.addEventListener('online', () => send(false), { signal })
  window.addEventListener('pagehide', () => send(true), { signal })
  document.addEventListener('visibilitychange', () => send(document.visibilityState === 'hidden'), { signal })
}
