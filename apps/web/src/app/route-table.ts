import { RouteTable } from '#web/framework/route-table.ts'
import { sendTo } from '#web/framework/route-lines.tsx'
import { frontPages } from './front-routes.tsx'
import { Root } from './root.tsx'

/** Matches the paths of staff-routes.tsx. A first visit to one of them loads no other table. */
const staffPath = /^\/(?:admin(?!\/register)|studio|platform|course\/[^/]+\/.)/i

export const routeTable = new RouteTable({
  Root,
  front: frontPages,
  further: [
    {
      source: 'src/app/staff-routes.tsx',
      load: async () => (await import('./staff-routes.tsx')).pages,
      has: (pathname) => staffPath.test(pathname),
    },
    {
      source: 'src/app/routes.tsx',
      load: async () => (await import('./routes.tsx')).pages,
      has: () => true,
    },
  ],
  unknown: sendTo('*', () => '/'),
})
