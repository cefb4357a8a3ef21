/**
 * Recognises imports of numeric constants. The bundler replaces them by the numbers, so the importing file does not load the other
 * file.
 */
import { basename } from 'node:path'

const numbers = /^export const (?<name>\w+) = [\d_.e]+;$/gm
const imports = /^import \{(?<names>[^{}]*)\} from "(?<path>[^"]+)";$/gm

/** Returns the names of the numeric constants of a module whose types have been removed. */
export const numbersIn = (code: string): Set<string> =>
  new Set([...code.matchAll(numbers)].map(({ groups }) => groups?.['name'] ?? ''))

/** Returns whether `code` imports nothing but these constants from the module `id`. */
export function importsOnly(known: ReadonlySet<string>, code: string, id: string): boolean {
  if (known.size === 0) return false
  const name = `/${basename(id)}`
  const [clause, ...others] = [...code.matchAll(imports)].filter(({ groups }) =>
    groups?.['path']?.endsWith(name),
  )
  const names = clause?.groups?.['names']?.split(',').map((part) => part.trim()) ?? []
  return names.length > 0 && others.length === 0 && names.every((part) => known.has(part))
}
