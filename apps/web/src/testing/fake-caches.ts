/** Implements the browser's caches in memory, by pathname and query. */
export class FakeCaches {
  readonly #stores = new Map<string, Map<string, Response>>()

  keys = async (): Promise<string[]> => [...this.#stores.keys()]

  delete = async (name: string): Promise<boolean> => this.#stores.delete(name)

  open = async (name: string) => {
    const store = this.#stores.get(name) ?? new Map<string, Response>()
    this.#stores.set(name, store)
    return {
      /** Returns all keys, or the keys with this pathname and any query. */
      keys: async (pathname?: string) =>
        [...store.keys()]
          .filter((key) => pathname === undefined || key.split('?')[0] === pathname)
          .map((key) => new Request(new URL(key, location.origin))),
      match: async (pathname: string) => store.get(pathname)?.clone(),
      put: async (pathname: string, answer: Response) => void store.set(pathname, answer),
      delete: async (request: Request) => store.delete(request.url.slice(location.origin.length)),
    }
  }

  pathnames = (): string[] => [...this.#stores.values()].flatMap((store) => [...store.keys()]).toSorted()
}
