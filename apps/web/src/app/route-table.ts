import { RouteTable } from '#web/framework/route-table.ts'
import { frontPages } from './front-routes.tsx'
import { Root } from './root.tsx'

export const routeTable = new RouteTable({
  Root,
  front: frontPages,
  loadFurther: async () => (await import('./routes.tsx')).pages,
  fullRoutesSource: 'src/app/routes.tsx',
})
