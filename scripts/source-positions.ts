/**
 * `apogee positions < LOG` prints the log with source lines instead of lines of the built server. NODE_OPTIONS=--enable-source-maps
 * does the same inside of the process.
 */
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { repository } from './build/build-state.mjs'

const position = /(?:file:\/\/)?(?<file>\/[^\s():"\\]+\.js):(?<line>\d+):(?<column>\d+)/g
const maps = new Map<string, SourceMap | undefined>()

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    const isMapped = existsSync(`${file}.map`) && !file.includes('/node_modules/')
    const payload = isMapped
      ? (JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
      : undefined
    maps.set(file, payload && new SourceMap(payload))
  }
  return maps.get(file)
}

/**
 * Replaces positions in the text. Positions in files without a map stay. The column is omitted because it would be wrong in lines
 * with escaped characters.
 */
export function withSourcePositions(text: string): string {
  return text.replaceAll(position, (whole, file: string, line: string, column: string) => {
    const name = decodeURIComponent(file)
    const entry = mapOf(name)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return whole
    return `${relative(repository, join(dirname(name), entry.originalSource))}:${entry.originalLine + 1}`
  })
}

if (import.meta.main)
  for await (const line of createInterface({ input: process.stdin })) console.log(withSourcePositions(line))
