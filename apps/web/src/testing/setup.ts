/** Vitest's set-up of each file of the web project. */
import { registerMockApi } from './mock-api.ts'

registerMockApi()
