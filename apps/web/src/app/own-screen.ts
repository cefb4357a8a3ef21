import { screen, signedInArea } from '#web/framework/route-lines.tsx'

/** Defines a workspace page. The account menu loads with the page. */
export const ownScreen = (...[path, name, fetchModule, area = signedInArea]: Parameters<typeof screen>) =>
  screen(
    path,
    name,
    async () => {
      const [page] = await Promise.all([fetchModule(), import(/* first wave */ './shell/account-menu.tsx')])
      return page
    },
    area,
  )
