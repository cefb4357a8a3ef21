/** The source of pages: the build, or Vite with hot reload. */
import type { FastifyInstance } from 'fastify'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { assetsOf, clientEntry, readManifest, readStyles, type PageAssets } from './asset-manifest.ts'
import { contentSecurityPolicy, developmentPolicy, firstScript, startScript } from './document.ts'
import type { Renderer } from './renderer.ts'

export interface PageSource {
  renderer: () => Promise<Renderer>
  assetsOf: (sources: readonly string[]) => PageAssets
  css: string
  fontUrl: string | null
  extraHead: string
  policy: string
  close?: () => Promise<void>
}

export async function builtPages(webDist: string): Promise<PageSource> {
  const manifest = await readManifest(webDist)
  const { css, fontUrl } = await readStyles(webDist, manifest)
  const entry = pathToFileURL(join(webDist, 'server/entry-server.js')).href
  const renderer = (await import(entry)) as Renderer
  return {
    renderer: async () => renderer,
    assetsOf: (sources) => assetsOf(manifest, sources),
    css,
    fontUrl,
    extraHead: '',
    policy: contentSecurityPolicy({
      scripts: [firstScript, renderer.earlyEventsScript, startScript],
      styles: [css],
    }),
  }
}

const refreshPreamble =
  '<script type="module">import{injectIntoGlobalHook as i}from"/@react-refresh";i(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>t=>t</script>'

/** Vite in middleware mode: modules from source, rendered and reloaded as they are edited. */
export async function developmentPages(app: FastifyInstance, webDist: string): Promise<PageSource> {
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
    // Vite would answer some of these with its own files.
    if (/^\/(?:api|media)\//.test(request.url ?? '')) return next()
    vite.middlewares(request, response, next)
  })
  return {
    renderer: async () => (await vite.ssrLoadModule('/src/app/entry-server.tsx')) as Renderer,
    assetsOf: () => ({ entry: `/${clientEntry}`, modules: [] }),
    css: '',
    fontUrl: null,
    extraHead: `<link rel="stylesheet" href="/src/app/styles.css">${refreshPreamble}<script type="module" src="/@vite/client"></script>`,
    policy: developmentPolicy,
    close: () => vite.close(),
  }
}
