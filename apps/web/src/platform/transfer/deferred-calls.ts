/** Importing this module adds the calls that front pages do not use. Pages with such calls load it on demand. */
import { furtherRoutes } from '@apogee/contracts/routes.further.ts'
import { learnCalls } from './client.ts'

learnCalls(furtherRoutes)
