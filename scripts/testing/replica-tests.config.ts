import { defineConfig } from 'vitest/config'

/** `npm run test:replicas` tests public reads with a real streaming standby. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['apps/server/src/app/*.streaming.testing.ts'],
    globalSetup: ['apps/server/src/platform/database/testing/streaming-setup.testing.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
