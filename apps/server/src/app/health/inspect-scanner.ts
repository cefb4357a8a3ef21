/** Reports for `npm run doctor` whether the malware scanner answers and detects the standard test file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Clamd, type ClamdOptions } from '#server/adapters/virus-scan/clamd.ts'
import { eicar } from '#server/adapters/virus-scan/test-file.ts'

const dayMs = 86_400_000
const oldAfterDays = 3

export async function inspectScanner(
  options: ClamdOptions,
  now = new Date(),
): Promise<{ state: 'ok' | 'note' | 'FAIL'; remark: string }> {
  const scanner = new Clamd({ ...options, limitMsOf: () => 10_000 })
  const folder = await mkdtemp(join(tmpdir(), 'apogee-scan-'))
  try {
    const { version, signaturesFrom } = await scanner.state()
    const path = join(folder, 'test-file')
    await writeFile(path, eicar)
    if ((await scanner.scan(path)).state !== 'infected')
      return {
        state: 'FAIL',
        remark: `${version} does not find EICAR's test file: are its signatures loaded?`,
      }
    const days = signaturesFrom && Math.floor((now.getTime() - signaturesFrom.getTime()) / dayMs)
    if (days !== null && days > oldAfterDays)
      return { state: 'note', remark: `${version}: its signatures are ${days} days old; does freshclam run?` }
    return { state: 'ok', remark: `${version} finds the test file` }
  } catch (error) {
    return { state: 'FAIL', remark: error instanceof Error ? error.message : String(error) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
