import { RouteTable } from '#web/framework/route-table.ts'
import { frontPages } from './front-routes.tsx'
import { Root } from './root.tsx'

export const routeTable = new RouteTable({
  Root,
  front: frontPages,
  further: [
    {
      load: async () => (await import('./public-routes.tsx')).publicPages,
      source: 'src/app/public-routes.tsx',
    },
    {
      load: async () => (await import('./signed-in-routes.tsx')).signedInPages,
      source: 'src/app/signed-in-routes.tsx',
    },
  ],
})
