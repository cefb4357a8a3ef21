import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailer } from './port.ts'

/** Mail as files in a folder, for development and demonstration: one .eml each, in order of time. */
export function createMailbox({ directory, from }: { directory: string; from: string }): Mailer {
  return {
    async send({ to, subject, body }) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
      const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')
      const message = [
        `From: ${oneLine(from)}`,
        `To: ${oneLine(to)}`,
        `Subject: ${oneLine(subject)}`,
        'Content-Type: text/plain; charset=utf-8',
        '',
        body,
        '',
      ].join('\n')
      await writeFile(join(directory, `.${name}`), message, { mode: 0o600 })
      await rename(join(directory, `.${name}`), join(directory, name))
    },
  }
}
