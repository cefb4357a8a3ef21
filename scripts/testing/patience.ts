/** Gives `vi.waitFor` the limit of `expect.poll` (vitest.config.ts). Its own limit of a second fails tests on a busy machine. */
import { vi } from 'vitest'

const { waitFor } = vi
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: 15_000, ...options })
