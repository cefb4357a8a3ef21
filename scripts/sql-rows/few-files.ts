/** Chooses few test files that execute every declared statement. */
import { keyOf, type TestFileReport } from './compare.ts'
import type { Statement } from './declared.ts'

/** Paths in order of the alphabet: not the smallest set there is, but one in which no file can be left out. */
export function fewFiles(
  declared: readonly Pick<Statement, 'parts'>[],
  reports: readonly TestFileReport[],
): string[] {
  const wanted = new Set(declared.map(({ parts }) => keyOf(parts)))
  const byFile = new Map(
    reports.map(({ testFile, statements }) => [
      testFile,
      new Set(statements.flatMap(({ templates }) => templates.map(keyOf))).intersection(wanted),
    ]),
  )
  const executedBy = (files: Iterable<string>) =>
    new Set([...files].flatMap((file) => [...(byFile.get(file) ?? [])]))
  const missing = executedBy(byFile.keys())
  const chosen = new Set<string>()
  while (missing.size > 0) {
    const added = ([, keys]: readonly [string, Set<string>]) => keys.intersection(missing).size
    const [file, keys] = [...byFile].reduce((one, other) => (added(other) > added(one) ? other : one))
    chosen.add(file)
    for (const key of keys) missing.delete(key)
  }
  for (const file of chosen) {
    const others = chosen.difference(new Set([file]))
    if (byFile.get(file)?.isSubsetOf(executedBy(others))) chosen.delete(file)
  }
  return [...chosen].toSorted()
}
