/** Defines a reader whose behaviour the tests of read-apart.ts control. */
import { answerApart } from './answer-apart.ts'

export type TestRequest = 'return' | 'throw' | 'loop' | 'allocate'

answerApart(async (request: TestRequest, sendPart) => {
  if (request === 'throw') throw new Error('the disk is gone')
  if (request === 'loop') for (;;);
  const kept: Buffer[] = []
  while (request === 'allocate') kept.push(Buffer.alloc(10_000_000, 1))
  sendPart('first')
  sendPart('second')
  return { environment: Object.keys(process.env), kept: kept.length }
})
