/** Runs in a thread of the process of answer-apart.ts, and ends the process when it reaches its limits. */
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
