/**
 * Divides the modules of the client into files (docs/decisions/first-load.md). Modules with the same users share a file. A small
 * file also joins another one if few people load it in vain.
 */
import { isSheet, load, type Modules, type ModuleUsers } from './module-users.ts'

export interface SharedFilesOptions {
  /** Returns whether the bundler decides about the file of a module. */
  isLeftToBundler: (id: string) => boolean
  /** Returns the relative cost of a byte that this page or part loads in vain. */
  weightOf: (entry: string) => number
  /** Returns the relative cost of a byte that this page loads anyway but would not wait for. */
  waitCostOf: (entry: string) => number
  /** Returns how many bytes this page or part may load in vain at most. */
  wasteOf: (entry: string) => number
  /** A file with fewer bytes than this joins another file. */
  leastSize: number
  /** A request costs as much as this many bytes. */
  requestCost: number
}

interface File {
  modules: string[]
  size: number
  /** The value at an entry's index says how that page or part loads the file, as in `load`. */
  users: Uint8Array
  imports: Set<File>
  /** Vite adds the styles of a file without code to those of the document or to another file, so it costs no request. */
  hasCode: boolean
}

/** Returns the modules of each file, except those files that the bundler makes by itself. */
export function shareFiles(modules: Modules, users: ModuleUsers, options: SharedFilesOptions): string[][] {
  const files = filesOf(modules, users, options)
  refuseCircle(files)
  new Joining(files, users.entries, options).run()
  return [...files].map((file) => file.modules).filter((file) => !isOfOnePart(file, users))
}

/**
 * Throws when files import each other, because the code of one would run before code that it needs. Such a cycle can arise only
 * from a later part with a first wave of its own, because only pages count as users of a first wave.
 */
function refuseCircle(files: ReadonlySet<File>): void {
  for (const file of files)
    if ([...file.imports].some((next) => withImports(next).has(file)))
      throw new Error(`the file of ${file.modules.join(', ')} would import itself through another one`)
}

/**
 * A module that only one part imports stays in the part's file, which the bundler makes. A separate file would need a longer list
 * of exports.
 */
function isOfOnePart(file: readonly string[], { onlyEntry }: ModuleUsers): boolean {
  const entries = new Set(file.map((id) => onlyEntry.get(id)))
  const [entry, ...others] = entries
  return entry !== undefined && others.length === 0 && file.includes(entry)
}

/** Creates one file for each combination of users. */
function filesOf(
  modules: Modules,
  { loads }: ModuleUsers,
  { isLeftToBundler }: SharedFilesOptions,
): Set<File> {
  const byUsers = new Map<string, File>()
  const fileOf = new Map<string, File>()
  for (const [id, users] of loads) {
    if (isLeftToBundler(id)) continue
    const key = users.join('')
    const file = byUsers.get(key) ?? {
      modules: [],
      size: 0,
      users: users.slice(),
      imports: new Set(),
      hasCode: false,
    }
    byUsers.set(key, file)
    fileOf.set(id, file)
    file.modules.push(id)
    file.size += modules.get(id)?.size ?? 0
    file.hasCode ||= !isSheet(id)
  }
  for (const [id, file] of fileOf)
    for (const imported of modules.get(id)?.imports ?? []) {
      const other = fileOf.get(imported)
      if (other && other !== file) file.imports.add(other)
    }
  return new Set(byUsers.values())
}

/** Returns the file and what it imports. */
function withImports(file: File): Set<File> {
  const found = new Set([file])
  for (const next of found) for (const imported of next.imports) found.add(imported)
  return found
}

/** Joins files in pairs. The pair with the fewest bytes loaded in vain for each saved request comes first. */
class Joining {
  readonly #files: Set<File>
  readonly #options: SharedFilesOptions
  readonly #weights: readonly number[]
  readonly #waitCosts: readonly number[]
  /** Holds the bytes that each entry may still load in vain. */
  readonly #allowed: number[]
  /** Maps each file to the cost of joining it with each other file. */
  readonly #costs = new Map<File, Map<File, number>>()

  constructor(files: Set<File>, entries: readonly string[], options: SharedFilesOptions) {
    this.#files = files
    this.#options = options
    this.#weights = entries.map(options.weightOf)
    this.#waitCosts = entries.map(options.waitCostOf)
    this.#allowed = entries.map(options.wasteOf)
  }

  run(): void {
    this.#measure(this.#files)
    for (;;) {
      const pair = this.#cheapest()
      if (!pair) return
      const [a, b, cost] = pair
      // An earlier join may have reduced what an entry may load in vain since this cost was measured.
      const now = this.#costOf(a, b)
      if (now > cost) this.#costs.get(a)?.set(b, now)
      else this.#measure(this.#join(a, b))
    }
  }

  /** Measures the cost of the pairs that contain one of these files again. */
  #measure(changed: ReadonlySet<File>): void {
    const measured = new Set<File>()
    for (const file of changed) {
      measured.add(file)
      this.#costs.set(file, new Map())
      for (const other of this.#files) {
        if (measured.has(other)) continue
        this.#costs.get(other)?.delete(file)
        if (Math.min(file.size, other.size) >= this.#options.leastSize) continue
        const cost = this.#costOf(file, other)
        if (cost < this.#options.requestCost) this.#costs.get(file)?.set(other, cost)
      }
    }
  }

  #cheapest(): [File, File, number] | null {
    let best: [File, File, number] | null = null
    for (const [a, others] of this.#costs)
      for (const [b, cost] of others) if (cost < (best?.[2] ?? this.#options.requestCost)) best = [a, b, cost]
    return best
  }

  /** Returns the bytes that are loaded in vain for each request that the join saves. */
  #costOf(a: File, b: File): number {
    const saved = this.#savedBy(a, b)
    if (saved === 0) return Infinity
    const fromA = withImports(a)
    const fromB = withImports(b)
    const wasted = this.#wastedBy(a, fromA, b, fromB)
    if (wasted / saved >= this.#options.requestCost || wouldCircle(a, b, fromA, fromB)) return Infinity
    return wasted / saved
  }

  /** Counts the requests that the users of both files save by the join. */
  #savedBy(a: File, b: File): number {
    if (!a.hasCode || !b.hasCode) return 0
    let sum = 0
    this.#weights.forEach((weight, entry) => {
      if (a.users[entry] && b.users[entry]) sum += weight
    })
    return sum
  }

  /**
   * Counts the bytes of file b that the users of file a load in vain. The result is infinite if it exceeds the limit of an entry.
   */
  #wastedBy(a: File, fromA: ReadonlySet<File>, b: File, fromB: ReadonlySet<File>): number {
    let sum = 0
    for (let entry = 0; entry < this.#weights.length; entry += 1) {
      const ofA = a.users[entry] ?? 0
      const ofB = b.users[entry] ?? 0
      if (ofA === ofB) continue
      const bytes = ofA < ofB ? this.#bytesInVain(fromA, entry, ofB) : this.#bytesInVain(fromB, entry, ofA)
      if (bytes > (this.#allowed[entry] ?? 0)) return Infinity
      sum += bytes * (this.#weights[entry] ?? 0)
    }
    return sum
  }

  /** Counts the bytes that an entry would load in vain, or wait for needlessly, if it loaded these files in this way. */
  #bytesInVain(files: Iterable<File>, entry: number, kind: number): number {
    let sum = 0
    for (const { users, size } of files) {
      const known = users[entry] ?? load.none
      if (known < kind) sum += known === load.none ? size : size * (this.#waitCosts[entry] ?? 0)
    }
    return sum
  }

  /** Joins two files. Returns the files whose users or imports have changed. */
  #join(small: File, into: File): Set<File> {
    const kinds = small.users.map((kind, entry) => Math.max(kind, into.users[entry] ?? 0))
    kinds.forEach((kind, entry) => {
      for (const file of [small, into])
        if (kind > (file.users[entry] ?? 0))
          this.#allowed[entry] =
            (this.#allowed[entry] ?? 0) - this.#bytesInVain(withImports(file), entry, kind)
    })
    this.#files.delete(small)
    this.#costs.delete(small)
    for (const others of this.#costs.values()) others.delete(small)
    into.modules.push(...small.modules)
    into.size += small.size
    into.users = kinds
    into.imports = into.imports.union(small.imports)
    into.imports.delete(small)
    into.imports.delete(into)
    const changed = withImports(into)
    for (const file of changed)
      file.users = file.users.map((kind, entry) => Math.max(kind, kinds[entry] ?? 0))
    for (const file of this.#files)
      if (file.imports.delete(small) && file !== into) changed.add(file.imports.add(into) && file)
    return changed
  }
}

/** Returns whether one of the files would import the other through a third one. */
function wouldCircle(a: File, b: File, fromA: ReadonlySet<File>, fromB: ReadonlySet<File>): boolean {
  const leads = (from: File, reached: ReadonlySet<File>, to: File) =>
    reached.has(to) && [...from.imports].some((next) => next !== to && withImports(next).has(to))
  return leads(a, fromA, b) || leads(b, fromB, a)
}
