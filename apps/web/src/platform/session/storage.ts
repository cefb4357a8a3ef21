/** Wraps the browser's storage. If it is blocked, memory replaces it for the page's lifetime. */
interface KeptTexts {
  read: (key: string) => string | null
  write: (key: string, value: string) => void
  remove: (key: string) => void
  /** Returns whether stored texts are lost when the page ends, because the browser blocks its storage or has refused a text. */
  isOnlyInMemory: () => boolean
  /** Calls back when `isOnlyInMemory` may have changed. Returns the unsubscriber. */
  watch: (changed: () => void) => () => void
}

function keptIn(place: 'localStorage' | 'sessionStorage'): KeptTexts {
  const memory = new Map<string, string>()
  const watchers = new Set<() => void>()

  const browserStore = (): Storage | null => {
    try {
      return typeof window === 'undefined' ? null : window[place]
    } catch {
      // If cookies and site data are blocked, reading the property itself throws.
      return null
    }
  }

  return {
    read(key) {
      const kept = memory.get(key)
      return kept === undefined ? (browserStore()?.getItem(key) ?? null) : kept
    },

    write(key, value) {
      try {
        const store = browserStore()
        if (store) {
          store.setItem(key, value)
          memory.delete(key)
          return
        }
      } catch {
        // The quota is exhausted, so the text stays in memory for this page. Private windows of some browsers have no quota at all.
      }
      memory.set(key, value)
      for (const changed of watchers) changed()
    },

    remove(key) {
      memory.delete(key)
      browserStore()?.removeItem(key)
      for (const changed of watchers) changed()
    },

    isOnlyInMemory: () => memory.size > 0 || browserStore() === null,

    watch(changed) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
  }
}

export const storage = keptIn('localStorage')

/** The data lives in this tab while it is open, also across visits to other sites. */
export const tabStorage = keptIn('sessionStorage')

/** Calls back with the new value when another tab changes `key`; null when it was removed. Returns the unsubscriber. */
export function watchOtherTabs(key: string, changed: (value: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === null || event.key === key) changed(event.key === null ? null : event.newValue)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
