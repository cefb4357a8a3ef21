/**
 * Computes which pages and later parts load each module of the client (docs/decisions/first-load.md). If all modules of a file have
 * the same users, nobody loads bytes in vain.
 */

export interface SourceModule {
  /** `size` is an estimate of the compressed bytes. */
  size: number
  imports: readonly string[]
  laterImports: readonly string[]
  /** `firstWave` lists the lazy imports that the module needs as soon as it runs. */
  firstWave: readonly string[]
}

export const isSheet = (id: string): boolean => /\.css(?:$|\?)/.test(id)

export type Modules = ReadonlyMap<string, SourceModule>

/**
 * A page waits for the modules with `shown` before it is shown. It loads the modules with `firstWave` at the same time but does not
 * wait for them.
 */
export const load = { none: 0, firstWave: 1, shown: 2 } as const

export interface ModuleUsers {
  /** `entries` lists the pages, and the parts that load later. */
  entries: readonly string[]
  /** Maps each module to how each entry loads it: a value of `load`, at the entry's index. */
  loads: ReadonlyMap<string, Uint8Array>
  /** Maps each module that only one entry imports to that entry. */
  onlyEntry: ReadonlyMap<string, string>
}

/** Collects the static imports of a module, itself included. */
export function closureOf(modules: Modules, start: string): Set<string> {
  const found = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const module = modules.get(id)
    if (!module || found.has(id)) continue
    found.add(id)
    open.push(...module.imports)
  }
  return found
}

/** Returns the lazy parts that a module and its imports need as soon as they run, including those that these parts need. */
export function firstWaveOf(modules: Modules, closure: Iterable<string>): Set<string> {
  const parts = new Set<string>()
  const add = (ids: Iterable<string>): void => {
    for (const id of ids) {
      for (const part of modules.get(id)?.firstWave ?? []) {
        if (parts.has(part)) continue
        parts.add(part)
        add(closureOf(modules, part))
      }
    }
  }
  add(closure)
  return parts
}

interface Loaded {
  shown: ReadonlySet<string>
  firstWave: ReadonlySet<string>
}

/**
 * Returns the users of the modules that get files of their own.
 * @param start the module that every document loads.
 * @param first the modules that every page has before its own modules; these have files already.
 */
export function findModuleUsers(
  modules: Modules,
  { start, first, isPage }: { start: string; first: ReadonlySet<string>; isPage: (id: string) => boolean },
): ModuleUsers {
  const later = [...modules.values()].flatMap(({ laterImports }) => laterImports)
  const entries = [...new Set(later)].filter((id) => modules.has(id) && id !== start).sort()
  const loaded = new Map([start, ...entries].map((id) => [id, loadedBy(modules, id)]))
  const present = findPresent(modules, loaded, start)
  const loads = new Map<string, Uint8Array>()
  const importers = new Map<string, string[]>()
  const mark = (id: string, entry: number, kind: number): void => {
    if (first.has(id)) return
    const of = loads.get(id) ?? new Uint8Array(entries.length)
    of[entry] = Math.max(of[entry] ?? 0, kind)
    loads.set(id, of)
  }
  entries.forEach((name, entry) => {
    const { shown = none, firstWave = none } = loaded.get(name) ?? {}
    const before = present.get(name) ?? none
    for (const id of shown) {
      importers.set(id, [...(importers.get(id) ?? []), name])
      // A page waits for all modules that it imports, even if an earlier first wave has requested them.
      if (isPage(name) || !before.has(id)) mark(id, entry, load.shown)
    }
    if (isPage(name)) for (const id of firstWave.union(before)) mark(id, entry, load.firstWave)
  })
  const onlyEntry = [...importers].flatMap(([id, [only = '', ...others]]) =>
    others.length === 0 ? [[id, only] as const] : [],
  )
  return { entries, loads, onlyEntry: new Map(onlyEntry) }
}

const none: ReadonlySet<string> = new Set()

function loadedBy(modules: Modules, id: string): Loaded {
  const shown = closureOf(modules, id)
  const parts = [...firstWaveOf(modules, shown)].map((part) => closureOf(modules, part))
  return { shown, firstWave: new Set(parts.flatMap((part) => [...part])) }
}

/** Returns the modules that are certainly loaded or being loaded when a page or part is requested. */
function findPresent(
  modules: Modules,
  loaded: ReadonlyMap<string, Loaded>,
  start: string,
): Map<string, ReadonlySet<string>> {
  const askers = new Map<string, Set<string>>()
  for (const [entry, { shown }] of loaded)
    for (const part of [...shown].flatMap((id) => modules.get(id)?.laterImports ?? []))
      askers.set(part, (askers.get(part) ?? new Set()).add(entry))
  const present = new Map<string, ReadonlySet<string>>([[start, new Set()]])
  // Parts may load each other in a cycle, so the sets are reduced until none changes.
  for (let changed = true; changed;) {
    changed = false
    for (const entry of loaded.keys()) {
      if (entry === start) continue
      const [first, ...others] = [...(askers.get(entry) ?? [])].flatMap((asker) => {
        const before = present.get(asker)
        const own = loaded.get(asker)
        return before && own ? [before.union(own.shown).union(own.firstWave)] : []
      })
      if (!first) continue
      const now = others.reduce((left, right) => left.intersection(right), first)
      if (present.get(entry)?.size === now.size) continue
      present.set(entry, now)
      changed = true
    }
  }
  return present
}
