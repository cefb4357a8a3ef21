/** Creates a small build of the web client, whose renderer prints its input into the page. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from './asset-manifest.ts'
import type { PagesOptions } from './register-pages.ts'

export const manifest: Manifest = {
  'src/app/entry-client.tsx': {
    file: 'assets/entry-1.js',
    imports: ['_vendor.js'],
    css: ['assets/entry-1.css'],
  },
  '_vendor.js': { file: 'assets/vendor-1.js' },
  'src/app/pages/marketplace.tsx': { file: 'assets/marketplace-1.js', imports: ['_vendor.js', '_card.js'] },
  '_card.js': { file: 'assets/card-1.js', imports: ['_vendor.js'], css: ['assets/card-1.css'] },
}
export const entryCss = 'body{color:red}@font-face{src:url(/assets/apogee-sans-1.woff2)}'
export const cardCss = '.card{color:blue}'

/** The minimal renderer prints its input into the page. */
const renderer = `
export const earlyEventsScript = '{window.early=true}'
export const earlyEventsTexts = () => ({ waiting: 'One "moment"', lost: 'Again', untyped: 'Enter', failed: 'Reload' })
export const pageParameters = ['price', 'search']
export async function redirectOf(url) {
  const { pathname, search } = new URL(url)
  return pathname === '/old' ? '/new' + search : null
}
export let renders = 0
export async function prepare({ url, preferences, transport }) {
  const { pathname } = new URL(url)
  if (pathname === '/broken') throw new Error('no page')
  const answer = await transport({ method: 'GET', path: '/api/courses', headers: { accept: 'application/json' } })
  const boot = { text: '</script><script>alert(1)</script>', seen: answer }
  const render = async () => {
    renders += 1
    return {
      status: { '/missing': 404, '/unavailable': 503 }[pathname] ?? 200,
      html: '<title>Page</title><link rel="canonical" href="' + url + '"/><main>' + preferences.language + '</main><p>' + preferences.theme + ' ' + (preferences.offered !== null) + '</p>',
      boot: JSON.stringify(boot),
      jsonLd: [{ name: '</script>' }],
      theme: 'daylight',
      sources: ['src/app/pages/marketplace.tsx'],
    }
  }
  return { content: JSON.stringify([url, preferences, boot]), isShared: pathname !== '/invoices/secret', render }
}
`

export async function writeBuild(webDist: string): Promise<void> {
  await mkdir(join(webDist, 'client/assets'), { recursive: true })
  await mkdir(join(webDist, 'client/.vite'))
  await mkdir(join(webDist, 'server'))
  await writeFile(join(webDist, 'client/.vite/manifest.json'), JSON.stringify(manifest))
  await writeFile(join(webDist, 'client/assets/entry-1.css'), entryCss)
  await writeFile(join(webDist, 'client/assets/card-1.css'), cardCss)
  await writeFile(join(webDist, 'client/assets/entry-1.js'), 'export {}')
  await writeFile(join(webDist, 'client/assets/entry-1.js.br'), 'compressed')
  for (const compressed of ['', '.br', '.gz'])
    await writeFile(join(webDist, `client/assets/practice.worker-1.js${compressed}`), 'export {}')
  await writeFile(join(webDist, 'client/favicon.svg'), '<svg/>')
  await writeFile(join(webDist, 'server/package.json'), '{"type":"module"}')
  await writeFile(join(webDist, 'server/entry-server.js'), renderer)
}

/** Returns options of `registerPages` for a small build. A test replaces the options that it tests. */
export const optionsOfBuild = (webDist: string): PagesOptions => ({
  noticeFor: () => '',
  publicUrl: 'https://school.example',
  webDist,
  mode: 'built',
  publicOrigin: () => 'https://school.example',
  launchHosts: () => null,
  courses: {
    watch: () => undefined,
    countPublicCourses: async () => 0,
    publicCoursesAfter: async () => [],
  },
  schools: { movedTo: async () => null, publicSchoolsAfter: async () => [] },
  pictures: { drawShare: () => Promise.reject(new Error('no picture is drawn here')) },
  otherOrigins: { mediaOrigin: null, uploadOrigin: null, packageOrigin: null },
  securityContact: null,
  recordBlocked: () => Promise.reject(new Error('nothing is recorded here')),
  readStatus: () => Promise.reject(new Error('no status is read here')),
  inProcessCall: async () => null,
})
