/** Importing this makes every call known; front pages do without, and their rarer calls fetch it. */
import { furtherRoutes } from '@apogee/contracts/routes.further.ts'
import { learnCalls } from './client.ts'

learnCalls(furtherRoutes)
