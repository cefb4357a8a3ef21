/** Recognises imports that the bundler replaces by their numbers, so that the importing file does not load the other. */
import { basename } from 'node:path'

const numbers = /^export const (?<name>\w+) = [\d_.e]+;$/gm
const imports = /^import \{(?<names>[^{}]*)\} from "(?<path>[^"]+)";$/gm

/** Returns the constants of a module without types that are numbers. */
export const numbersIn = (code: string): Set<string> =>
  new Set([...code.matchAll(numbers)].map(({ groups }) => groups?.['name'] ?? ''))

/** Returns whether `code` imports nothing but these numbers from the module `id`. */
export function importsOnly(known: ReadonlySet<string>, code: string, id: string): boolean {
  if (known.size === 0) return false
  const name = `/${basename(id)}`
  const [clause, ...others] = [...code.matchAll(imports)].filter(({ groups }) =>
    groups?.['path']?.endsWith(name),
  )
  const names = clause?.groups?.['names']?.split(',').map((part) => part.trim()) ?? []
  return names.length > 0 && others.length === 0 && names.every((part) => known.has(part))
}
