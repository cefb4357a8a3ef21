import { use, useState, type ComponentType } from 'react'
import type { PageModule } from './page-module.ts'

/**
 * A page whose code comes when it is first needed. Once loaded it renders without suspending, so that the server's
 * markup and the hydrating browser agree; navigation to it keeps the old page until the code is there.
 */
export function lazyPage(fetchModule: () => Promise<PageModule>): {
  load: () => Promise<PageModule>
  Page: ComponentType
} {
  let pending: Promise<PageModule> | undefined
  let loaded: PageModule | undefined
  const load = (): Promise<PageModule> => {
    pending ??= fetchModule().then(
      (page) => (loaded = page),
      (error: unknown) => {
        // A lost connection must not stay with the page for ever.
        pending = undefined
        throw error
      },
    )
    return pending
  }
  function Pending() {
    const { Component } = use(load())
    return <Component />
  }
  function Page() {
    const [page] = useState(() => loaded)
    return page ? <page.Component /> : <Pending />
  }
  return { load, Page }
}
