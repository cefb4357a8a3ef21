import { accountsRoutes } from '../features/accounts/accounts.routes.ts'
import { businessesRoutes } from '../features/businesses/businesses.routes.ts'
import type { Handlers } from '../policy/handler.ts'
import type { Services } from './services.ts'

/** Every answered call of the contract. */
export function createHandlers(services: Services): Handlers {
  return {
    ...accountsRoutes(services.accounts),
    ...businessesRoutes(services.businesses),
  }
}
