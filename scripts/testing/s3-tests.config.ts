import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['apps/server/src/adapters/storage/*-service.testing.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
