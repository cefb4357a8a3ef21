import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { endOf, inputOf } from './child-end.ts'

const lines = Array.from({ length: 64 }, () => Buffer.alloc(65_536, 'x'))

test('everything written to a program arrives', async () => {
  const child = spawn('wc', ['-c'], { stdio: ['pipe', 'pipe', 'pipe'] })
  const { code } = endOf(child)
  let counted = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (counted += text))
  await pipeline(Readable.from(lines), inputOf(child))
  expect([await code, Number(counted)]).toEqual([0, 64 * 65_536])
})

test('input that follows after a program has ended is read to its end and discarded', async () => {
  const child = spawn('head', ['-c', '1'], { stdio: ['pipe', 'ignore', 'pipe'] })
  const { code } = endOf(child)
  const ended = once(child, 'close')
  let read = 0
  async function* source() {
    for (const line of lines) {
      if (read === 1) await ended
      read += 1
      yield line
    }
  }
  await pipeline(source, inputOf(child))
  expect([await code, read]).toEqual([0, lines.length])
})
