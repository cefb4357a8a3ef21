/** Names the measured operations, and defines what a server must offer to be measured. */
import type { Contender } from '../../harness/measure.ts'

export const operations = {
  list: { title: 'list of 20', isRead: true },
  'list again': { title: 'list again', isRead: true },
  search: { title: 'search', isRead: true },
  purchase: { title: 'purchase', isRead: false },
  progress: { title: 'progress saved', isRead: false },
  quiz: { title: 'quiz submitted', isRead: false },
  certificate: { title: 'certificate made', isRead: false },
  'certificate as PDF': { title: 'certificate as PDF', isRead: false },
} as const

export type OperationName = keyof typeof operations

/**
 * Performs the operation once. `nth` counts from 0 and never repeats on a server; `client` is the number of the concurrent client.
 */
export type Perform = (nth: number, client: number) => Promise<unknown>

export interface PeerServer extends Contender {
  name: string
  operations: Partial<Record<OperationName, Perform>>
}
