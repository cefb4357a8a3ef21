/** What the browser keeps, in one place. A browser that refuses storage gets memory for this page's life instead. */
const memory = new Map<string, string>()

const localStore = (): Storage | null => {
  try {
    return typeof window === 'undefined' ? null : window.localStorage
  } catch {
    // Cookies and site data are blocked: reading the property itself throws.
    return null
  }
}

export const storage = {
  read(key: string): string | null {
    const kept = memory.get(key)
    return kept === undefined ? (localStore()?.getItem(key) ?? null) : kept
  },

  write(key: string, value: string): void {
    try {
      const store = localStore()
      if (store) {
        store.setItem(key, value)
        memory.delete(key)
        return
      }
    } catch {
      // The quota is used up (private windows of some browsers have none): memory below serves this page.
    }
    memory.set(key, value)
  },

  remove(key: string): void {
    memory.delete(key)
    localStore()?.removeItem(key)
  },
}

/** Calls back with the new value when another tab changes `key`; null when it was removed. Answers the unsubscriber. */
export function watchOtherTabs(key: string, changed: (value: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === null || event.key === key) changed(event.key === null ? null : event.newValue)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
