/** Importing this adds the calls that front pages do not use; their rarer calls load it. */
import { furtherRoutes } from '@apogee/contracts/routes.further.ts'
import { learnCalls } from './client.ts'

learnCalls(furtherRoutes)
