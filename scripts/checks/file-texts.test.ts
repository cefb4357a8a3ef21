/**
 * `readText` of packages/domain is the only function that turns the bytes of files into text, so that every importer knows the same
 * encodings. Other code that decodes bytes is listed with its reason. An entry that is no longer needed fails.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isNode, nameOf, nodesOf, parse, type Node } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')

const exceptions: Record<string, string> = {
  'apps/web/src/features/courses/quiz-choice.ts': 'JSON, which is UTF-8, and the server reads the same bytes',
  'packages/domain/src/code-pages.ts': 'decodes for readText',
  'packages/domain/src/read-text.ts': 'is readText',
  'packages/local-postgres/src/engine.ts': 'the log of PostgreSQL',
  'apps/server/src/adapters/payments/chip-format.ts': 'a call of the payment provider',
  'apps/server/src/adapters/payments/chip.ts': 'an answer of the payment provider',
  'apps/server/src/app/pages/failures/page-address.ts': 'the first line of a request',
  'apps/server/src/adapters/virus-scan/clamd.ts': 'an answer of the scanner',
  'apps/server/src/adapters/storage/cases.s3.ts': 'a test',
  'apps/server/src/features/accounts/passkeys/passkey-challenges.ts': 'JSON of the browser',
  'apps/server/src/features/media/file-integrity.ts': 'names of boxes in MP4',
  'apps/server/src/features/media/captions/transcripts.ts': 'captions that the platform has stored',
  'apps/server/src/platform/backup/purchase-journal.ts': 'a file of the platform',
  'apps/server/src/platform/backup/sealed-file.ts': 'a file of the platform',
  'apps/server/src/platform/secrets/breached-passwords.ts': 'a file of hashes',
  'apps/server/src/platform/secrets/keys.ts': 'a text of the platform',
  'apps/server/src/platform/secrets/outbound-post.ts': 'an answer of a receiver',
  'apps/server/src/platform/scorm/package-contents.ts': 'signatures of files',
  'apps/server/src/platform/scorm/package-needs.ts': 'finds words in ASCII',
  'apps/server/src/platform/scorm/package-delivery.ts': 'finds the first tag; the bytes stay as they are',
  'apps/server/src/platform/zip/zip-texts.ts': 'not a file: `text` of an entry that is written',
  'apps/web/service-worker/service-worker.ts': 'a page of the platform',
  'apps/web/src/app/offline/keep-files.ts': 'a page of the platform',
  'apps/web/src/features/learning/use-transcript.ts': 'captions that the platform has stored',
  'apps/web/src/shared/lesson/captions-editor/tracks.ts': 'captions that the platform has stored',
  'apps/web/src/platform/transfer/client.ts': 'an answer of the server',
  'apps/web/src/shared/practice/run/run-python.ts': 'what a program prints',
}

const encodings = /^(?:latin1|binary|utf-?8|utf-?16le|ucs-?2|ascii)$/i

/** Returns whether the expression decodes bytes without `readText`. */
function decodes(node: Node): boolean {
  if (node.type === 'NewExpression') return nameOf(node['callee']) === 'TextDecoder'
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return false
  const { callee } = node
  const given = node['arguments'] as Node[]
  const name = nameOf(callee['property'])
  if (name === 'readAsText') return true
  if (name === 'text') return given.length === 0
  return name === 'toString' && encodings.test(String(given[0]?.['value']))
}

const decoding = globSync('{apps,packages}/*/{src,service-worker}/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/node_modules|\.test\.tsx?$|testing|\.d\.ts$|^packages\/chip-simulator/.test(path))
  .filter((path) => {
    const code = readFileSync(join(root, path), 'utf8')
    if (!/TextDecoder|\.text\(\)|toString\(|readAsText/.test(code)) return false
    return [...nodesOf(parse({ path, code }).program)].some(decodes)
  })

test('files become text by readText alone', () => {
  expect(decoding.length).toBeGreaterThan(10)
  expect(decoding.filter((path) => !(path in exceptions))).toEqual([])
})

test('each exception for code that decodes bytes is still needed', () => {
  expect(Object.keys(exceptions).filter((path) => !decoding.includes(path))).toEqual([])
})
