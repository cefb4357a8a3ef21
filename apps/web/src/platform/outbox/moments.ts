/** Calls `send` on reconnection, and when the page is shown, hidden or left; `isLeft` means that the page may be about to end. */
export function watchMoments(send: (isLeft: boolean) => void, signal: AbortSignal): void {
  window.addEventListener('online', () => send(false), { signal })
  window.addEventListener('pagehide', () => send(true), { signal })
  document.addEventListener('visibilitychange', () => send(document.visibilityState === 'hidden'), { signal })
}
