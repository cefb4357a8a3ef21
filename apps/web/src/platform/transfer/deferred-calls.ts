/**
 * Importing this module adds all calls that front pages do not use. It loads for a call whose name is computed, and for calls that
 * are made offline or while the page closes. The build writes the address of any other call behind its name (call-addresses.ts).
 */
import { furtherRoutes } from '@apogee/contracts/routes.further.ts'
import { learnCalls } from './client.ts'

learnCalls(furtherRoutes)
