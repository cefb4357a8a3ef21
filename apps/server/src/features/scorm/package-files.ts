/**
 * `GET`, `HEAD` and `OPTIONS /packages/{launch}/{activity}/{path}` serve files of an open package from its archive, and the script
 * that gives its pages the SCORM API (docs/decisions/scorm.md).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '#server/policy/origin.ts'
import { askedHost, lessonOfLaunch, type PackageRule } from '#server/policy/package-hosts.ts'
import { refuse } from '#server/policy/refusal.ts'
import { rangeOf } from '#server/features/media/media.service.ts'
import { networkOf } from '#server/policy/client-info.ts'
import { endOf, ReaderSlots } from '#server/platform/resources/reader-slots.ts'
import {
  filesPrefix,
  isLaunchAt,
  isLaunchName,
  launchDataName,
  packagesFolder,
  playerName,
  runTimeFolder,
} from './package-addresses.ts'
import type { LaunchedFile, ScormPackages } from './scorm.service.ts'

const scriptSeconds = 24 * 3600

const longestWaitMs = 30_000
/** Limits on concurrent requests. A page requests all its files at once, and a school class may share a network address. */
const ofLaunch = { name: 'files of a launch', concurrency: 16, mostWaiting: 500, longestWaitMs }
const ofAddress = { name: 'files of packages', concurrency: 128, mostWaiting: 2_000, longestWaitMs }

/** Documents without an origin send a preflight before requests with headers of their own, such as those of jQuery. */
const preflightHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': '*',
  'access-control-max-age': '7200',
}

const delivery = () => import('#server/platform/scorm/package-delivery.ts')
const scripts = () => import('./run-time-script.ts')

interface FileParams {
  launch: string
  place: string
  '*': string
}

export function registerPackageFiles(
  app: FastifyInstance,
  { scorm: packages, ...rule }: { scorm: ScormPackages } & PackageRule,
): void {
  const config = { isOfPackages: true, large: 'own' } as const
  const [launches, addresses] = [new ReaderSlots(ofLaunch), new ReaderSlots(ofAddress)]
  app.get<{ Params: { script: string } }>(`${runTimeFolder}:script`, { config }, async (request, reply) => {
    const { runTimeScript } = await scripts()
    const script = (await runTimeScript(request.params.script)) ?? refuse('NOT_FOUND')
    return reply
      .type('text/javascript')
      .headers({
        // Pages of packages without an origin request the scripts, which counts as cross-origin.
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
        'cache-control': `public, max-age=${scriptSeconds}`,
      })
      .send(script)
  })
  app.route<{ Params: FileParams }>({
    method: ['GET', 'HEAD', 'OPTIONS'],
    url: `${packagesFolder}/:launch/:place/*`,
    // Compression would change the bytes that ranges refer to.
    compress: false,
    config,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      if (request.method === 'OPTIONS') return reply.code(204).headers(preflightHeaders).send()
      const place = /^\d{1,3}$/.test(request.params.place)
        ? Number(request.params.place)
        : refuse('NOT_FOUND')
      const { launch } = request.params
      if (!isLaunchName(launch)) refuse('NOT_FOUND')
      const surroundings = surroundingsOf(request, rule, launch)
      if (!surroundings) return missing(reply)
      const ended = endOf(reply.raw)
      // A request that waits for its launch must not hold a slot of its network.
      await launches.turn(launch, ended)
      await addresses.turn(networkOf(request.ip), ended)
      const target = { launch, place, ...surroundings }
      return deliver(packages, { request, reply, target, path: request.params['*'], ended })
    },
  })
}

/**
 * Returns the hosts around a launch. Null means that this host does not serve the launch: a launch stays on the host where it was
 * created, even if the configured hosts change while lessons are open.
 */
function surroundingsOf(request: FastifyRequest, rule: PackageRule, launch: string): Surroundings | null {
  const host = askedHost(request, rule.packageOrigin)
  if (!isLaunchAt(launch, host)) return null
  if (host === 'launch') {
    const lessonOrigin = lessonOfLaunch(request, rule, launch)
    return lessonOrigin === null ? null : { lessonOrigin, sandboxedAt: null }
  }
  const lessonOrigin = originOf(request, rule)
  return { lessonOrigin, sandboxedAt: (host === 'shared' && rule.packageOrigin) || lessonOrigin }
}

interface Surroundings {
  /** The origin of the lesson page that frames the package. */
  lessonOrigin: string
  /** The origin that serves files to pages without an origin. Null means that the launch has a host of its own. */
  sandboxedAt: string | null
}

interface Delivery {
  request: FastifyRequest
  reply: FastifyReply
  target: Surroundings & { launch: string; place: number }
  path: string
  ended: AbortSignal
}

async function deliver(
  packages: ScormPackages,
  { request, reply, target, path, ended }: Delivery,
): Promise<FastifyReply> {
  const { launchHeaders, packageContentType, packageHeaders, unknownType } = await delivery()
  const { launch, place, lessonOrigin, sandboxedAt } = target
  const prefix = filesPrefix(launch, place)
  const hasOrigin = sandboxedAt === null
  reply.headers(
    hasOrigin ? launchHeaders(lessonOrigin) : packageHeaders(sandboxedAt, prefix, { runTime: runTimeFolder }),
  )
  if (path === launchDataName) {
    const { launchScript } = await scripts()
    const data = await packages.launchData(launch, place, lessonOrigin)
    return data ? reply.type('text/javascript').send(launchScript({ ...data, hasOrigin })) : missing(reply)
  }
  if (path === playerName && hasOrigin) {
    const { playerPage } = await scripts()
    const start = await packages.startOf(launch, place)
    // The cookies come from another launch, which set them for the common domain, or from an earlier activity of this launch.
    // Activities share data by the API and need no cookies.
    if (request.headers.cookie !== undefined) reply.header('clear-site-data', '"cookies"')
    return start ? reply.type('text/html').send(playerPage(start)) : missing(reply)
  }
  const file = await packages.fileOf(launch, place, path)
  if (!file) return missing(reply)
  if (file.isFirst && !hasOrigin)
    reply.headers(packageHeaders(sandboxedAt, prefix, { runTime: runTimeFolder, lessonOrigin }))
  const contentType = packageContentType(file.path)
  reply.type(contentType)
  if (contentType === unknownType) reply.header('content-disposition', 'attachment')
  if (contentType !== 'text/html') return sendFile(packages, { request, reply, ended }, file)
  const added = hasOrigin
    ? [`${runTimeFolder}find.js`]
    : [prefix + launchDataName, `${runTimeFolder}${file.version}.js`]
  return sendPage(packages, { request, reply, added }, file)
}

const missing = (reply: FastifyReply): FastifyReply =>
  reply.code(404).type('text/plain').send('This file does not exist, or the lesson has to be opened again.')

/** Sends a page of the package with the API inserted before the page's own scripts. */
async function sendPage(
  packages: ScormPackages,
  { request, reply, added }: { request: FastifyRequest; reply: FastifyReply; added: string[] },
  file: LaunchedFile,
): Promise<FastifyReply> {
  const { withRunTimeScripts } = await delivery()
  const { content, addedBytes } = await withRunTimeScripts(await packages.contents.whole(file), added)
  if (addedBytes !== null) reply.header('content-length', file.bytes + addedBytes)
  if (request.method !== 'HEAD') return reply.send(content)
  content.destroy()
  return reply.send()
}

async function sendFile(
  packages: ScormPackages,
  { request, reply, ended }: Pick<Delivery, 'request' | 'reply' | 'ended'>,
  file: LaunchedFile,
): Promise<FastifyReply> {
  const isHead = request.method === 'HEAD'
  const range = isHead ? 'whole' : rangeOf(request.headers.range, file.bytes)
  reply.header('accept-ranges', 'bytes')
  if (range === 'outside') {
    reply.header('content-range', `bytes */${file.bytes}`)
    refuse('RANGE_NOT_SATISFIABLE')
  }
  if (isHead) return reply.header('content-length', file.bytes).send()
  const part = range === 'whole' ? null : await packages.contents.range(file, range, ended)
  // HTTP allows the whole file as the answer to a range. It is sent when no space is left to unpack the file once for all its
  // ranges.
  if (range === 'whole' || !part)
    return reply.header('content-length', file.bytes).send(await packages.contents.whole(file))
  return reply
    .code(206)
    .headers({
      'content-range': `bytes ${range.start}-${range.end}/${file.bytes}`,
      'content-length': range.end - range.start + 1,
    })
    .send(part)
}
