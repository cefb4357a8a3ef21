/** The thread of answer-apart.ts that ends the process at its limits. */
import { workerData } from 'node:worker_threads'
import type { ApartLimits } from './read-apart.ts'

const lookMs = 50
const { cpuSeconds, memoryMegabytes } = workerData as ApartLimits

setInterval(() => {
  const { user, system } = process.cpuUsage()
  const isOver =
    user + system > cpuSeconds * 1_000_000 || process.memoryUsage.rss() > memoryMegabytes * 1_048_576
  if (isOver) process.kill(process.pid, 'SIGKILL')
}, lookMs)
