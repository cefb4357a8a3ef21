/** Runs a job that never ends in a separate process for jobs.test.ts: jobs-child.ts CONNECTION_STRING. */
import pino from 'pino'
import { connect } from '../database/database.ts'
import { Jobs } from './jobs.ts'

const log = pino({ level: 'silent' })
const database = connect({
  connectionString: process.argv[2] ?? '',
  poolSize: 10,
  applicationName: 'jobs-child',
  log,
})
const jobs = new Jobs({
  database,
  log,
  classes: [
    {
      name: 'default',
      concurrency: 1,
      tasks: {
        note: () => {
          console.log('working')
          return new Promise(() => undefined)
        },
      },
    },
  ],
})
await jobs.start()
