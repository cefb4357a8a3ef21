/** Provides pages from the build, or from Vite with hot reload. */
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { assetsOf, clientEntry, readManifest, type Manifest, type PageAssets } from './asset-manifest.ts'
import {
  contentSecurityPolicy,
  developmentPolicy,
  firstScript,
  startScript,
  themeScript,
  type OtherOrigins,
} from './document.ts'
import { readPageStyles, type DocumentStyles, type PageStyles } from './page-styles.ts'
import type { Renderer } from './renderer.ts'

export interface PageSource {
  renderer: () => Promise<Renderer>
  assetsOf: (sources: readonly string[]) => PageAssets
  styles: PageStyles
  extraHead: string
  /** Returns the content security policy of a document with this inline sheet. */
  policyOf: (css: string) => string
  close?: () => Promise<void>
}

export async function builtPages(webDist: string, origins: OtherOrigins): Promise<PageSource> {
  const manifest = await readManifest(webDist)
  const entry = pathToFileURL(join(webDist, 'server/entry-server.js')).href
  const renderer = (await import(entry)) as Renderer
  return {
    renderer: async () => renderer,
    assetsOf: rememberedAssets(manifest),
    styles: await readPageStyles(webDist, manifest),
    extraHead: '',
    policyOf: policiesOf([themeScript, firstScript, renderer.earlyEventsScript, startScript], origins),
  }
}

/** Caches the assets of each page. There are at most as many entries as pages. */
function rememberedAssets(manifest: Manifest): PageSource['assetsOf'] {
  const known = new Map<string, PageAssets>()
  return (sources) => {
    const key = sources.join(' ')
    const assets = known.get(key) ?? assetsOf(manifest, sources)
    known.set(key, assets)
    return assets
  }
}

/** Caches the policy of each style sheet. Most pages share a sheet with other pages. */
function policiesOf(scripts: readonly string[], origins: OtherOrigins): PageSource['policyOf'] {
  const policies = new Map<string, string>()
  return (css) => {
    const policy =
      policies.get(css) ?? contentSecurityPolicy({ scripts, styles: css === '' ? [] : [css], ...origins })
    policies.set(css, policy)
    return policy
  }
}

const noStyles: DocumentStyles = { css: '', sheets: [] }

const refreshPreamble =
  '<script type="module">import{injectIntoGlobalHook as i}from"/@react-refresh";i(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>t=>t</script>'

/** Runs Vite in middleware mode. Modules are rendered from source, and reloaded as they are edited. */
export async function developmentPages(
  app: FastifyInstance,
  webDist: string,
  origins: OtherOrigins,
): Promise<PageSource> {
  const { createServer } = await import('vite')
  const { default: middie } = await import('@fastify/middie')
  const root = join(webDist, '..')
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  await app.register(middie)
  app.use((request, response, next) => {
    // Vite would answer some of these paths with files of its own.
    if (/^\/(?:api|media)\//.test(request.url ?? '')) return next()
    vite.middlewares(request, response, next)
  })
  return {
    renderer: async () => (await vite.ssrLoadModule('/src/app/entry-server.tsx')) as Renderer,
    assetsOf: () => ({ entry: `/${clientEntry}`, modules: [], sheets: [], partImports: null }),
    styles: { ofPage: () => noStyles, ofMarkup: () => noStyles, fontUrl: null },
    extraHead: `<link rel="stylesheet" href="/src/app/styles.css">${refreshPreamble}<script type="module" src="/@vite/client"></script>`,
    policyOf: () => developmentPolicy(origins),
    close: () => vite.close(),
  }
}
