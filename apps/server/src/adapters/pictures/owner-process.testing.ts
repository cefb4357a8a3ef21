/**
 * This is the server process that child-pictures.unit.test.ts kills. It starts work on a picture, prints the id of its picture
 * process, and waits.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { childProcessesOf } from './testing.ts'
import { ChildPictures } from './child-pictures.ts'

const pictures = new ChildPictures({
  log: pino({ level: 'silent' }),
  processFile: new URL('./silent-process.testing.ts', import.meta.url),
})
pictures.rewrite('/nowhere', 10).catch(() => undefined)
for (;;) {
  const [picture] = await childProcessesOf(process.pid)
  if (picture !== undefined) {
    process.send?.(picture)
    break
  }
  await pause(10)
}
setInterval(() => undefined, 1_000)
