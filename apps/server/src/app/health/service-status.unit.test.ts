import pino from 'pino'
import { expect, test } from 'vitest'
import type { JobsHealth } from '#server/platform/jobs/jobs.ts'
import { StatusWatch } from './service-status.ts'

const minuteMs = 60_000
const calm = {
  due: 0,
  oldestDueSeconds: 0,
  scheduled: 0,
  retrying: 0,
  failed: 0,
  open: 0,
  oldestOpenSeconds: 0,
}

/** Creates a product whose parts a test can disrupt. */
function startWatch() {
  let time = Date.parse('2026-11-22T04:00:00Z')
  const now = () => new Date(time)
  const world = {
    probe: async () => {},
    isWritable: true,
    workers: 1,
    money: calm,
    mail: calm,
    record: {
      answeredAt: null as Date | null,
      failingSince: null as Date | null,
      failedAt: null as Date | null,
      isWithholding: false,
      requests: { answered: 0, failed: 0, withheld: 0 },
    },
  }
  let observations = 0
  const health = async (): Promise<JobsHealth> => ({
    ...calm,
    running: true,
    classes: new Map([
      ['money', world.money],
      ['mail', world.mail],
    ]),
  })
  const watch = new StatusWatch({
    dependencies: {
      database: {
        probe: () => {
          observations += 1
          return world.probe()
        },
      },
      storage: { isWritable: async () => world.isWritable },
      payments: { record: () => world.record },
      log: pino({ level: 'silent' }),
    },
    jobs: { health },
    countWorkers: async () => world.workers,
    now,
  })
  return {
    world,
    now,
    watch,
    observations: () => observations,
    ago: (ms: number) => new Date(time - ms),
    after: (ms: number) => {
      time += ms
      return watch.read()
    },
  }
}

const working = { isWorking: true, since: null }
const allWorking = { pages: working, buying: working, studying: working, mail: working }

test('every part works while nothing is wrong, and readers of the same 15 seconds cause one observation', async () => {
  const { watch, after, observations } = startWatch()
  await Promise.all([watch.read(), watch.read()])
  expect(await after(14_000)).toEqual(allWorking)
  expect(observations()).toBe(1)
  await after(1_000)
  expect(observations()).toBe(2)
})

test('a database that does not answer disrupts pages and studying, since it was first seen, until it answers', async () => {
  const { world, watch, after, now } = startWatch()
  await watch.read()
  world.probe = async () => Promise.reject(new Error('gone'))
  await after(minuteMs)
  const since = now()
  const disrupted = { isWorking: false, since }
  expect(await after(10 * minuteMs)).toEqual({ ...allWorking, pages: disrupted, studying: disrupted })
  world.probe = async () => {}
  const status = await after(minuteMs)
  const again = { isWorking: true, since: now() }
  expect(status).toEqual({ ...allWorking, pages: again, studying: again })
  expect(await after(minuteMs)).toEqual(status)
})

test('late money jobs disrupt buying, since the oldest was due', async () => {
  const { world, watch, ago } = startWatch()
  world.money = { ...calm, due: 1, oldestDueSeconds: 90 }
  expect(await watch.read()).toEqual({ ...allWorking, buying: { isWorking: false, since: ago(90_000) } })
})

test('a provider that fails for a minute disrupts buying; a failure long ago that nothing followed does not', async () => {
  const { world, ago, after, watch } = startWatch()
  world.record = { ...world.record, failingSince: ago(59_000), failedAt: ago(0) }
  expect(await watch.read()).toEqual(allWorking)
  const failingSince = ago(59_000)
  world.record = { ...world.record, failedAt: ago(0) }
  expect((await after(2 * minuteMs)).buying).toEqual({ isWorking: false, since: failingSince })
  expect((await after(20 * minuteMs)).buying.isWorking).toBe(true)
})

test('without workers buying and mail are disrupted, and pages and studying are not', async () => {
  const { world, watch, now } = startWatch()
  world.workers = 0
  const disrupted = { isWorking: false, since: now() }
  expect(await watch.read()).toEqual({ ...allWorking, buying: disrupted, mail: disrupted })
})

test('a mail that has waited for more than half an hour disrupts mail, since it was written', async () => {
  const { world, watch, ago } = startWatch()
  world.mail = { ...calm, open: 1, oldestOpenSeconds: 31 * 60 }
  expect(await watch.read()).toEqual({ ...allWorking, mail: { isWorking: false, since: ago(31 * minuteMs) } })
})

test('a storage that cannot be written to disrupts studying', async () => {
  const { world, watch, now } = startWatch()
  world.isWritable = false
  expect(await watch.read()).toEqual({ ...allWorking, studying: { isWorking: false, since: now() } })
})
