/*
 * The first script of every npm command runs on any Node from 18 on and uses no installed package. The script installs the packages
 * of package-lock.json when they are missing, and explains the problem when it cannot.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.apogee-installed')
const oldestNode = [24, 15]
/** A release installs no packages for development. */
const isProduction = process.argv.includes('--production')
/** The lockfile brings a Node for this platform. */
const ownNode = join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node')

/** The user can solve this problem; any other error is a bug and shows its stack. */
class Obstacle extends Error {}

/** A stop signal arrived while npm was running. */
class Stopped extends Error {
  constructor(signal) {
    super(`stopped by ${signal}`)
    this.signal = signal
  }
}

try {
  await install()
} catch (error) {
  if (error instanceof Stopped) process.kill(process.pid, error.signal)
  if (!(error instanceof Obstacle)) throw error
  console.error(`\nApogee cannot be installed: ${error.message}`)
  process.exitCode = 1
}

async function install() {
  refuseForeignPlatform()
  if (!isInstalled()) {
    const release = await takeTurn()
    try {
      // Another command may have installed while this one waited.
      if (!isInstalled()) {
        await stopEngineOfThisFolder()
        await installPackages()
        writeFileSync(stamp, lockHash())
      }
    } finally {
      release()
    }
  }
  linkOwnNode()
  refuseOldNode()
}

function lockHash() {
  const file = join(root, 'package-lock.json')
  if (!existsSync(file))
    throw new Obstacle('package-lock.json is missing; take it from the repository again.')
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

function isInstalled() {
  if (!existsSync(modules)) return false
  const wanted = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  if (!isInstalledByHand()) return false
  writeFileSync(stamp, wanted)
  return true
}

/** Returns whether npm's last installation matches the lockfile, for people who run npm themselves. */
function isInstalledByHand() {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages ?? {}
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages ?? {}
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    if (!found && isProduction && (entry.dev || entry.devOptional)) return true
    if (!found) return Boolean(entry.optional) && !isMadeForThisPlatform(entry)
    return found.version === entry.version && Boolean(found.link) === Boolean(entry.link)
  })
}

/**
 * Returns whether a package is made for this platform. An optional package without a platform belongs to one with a platform, such
 * as a WebAssembly build's dependency.
 */
function isMadeForThisPlatform({ os, cpu, libc }) {
  if (!os && !cpu) return false
  const allows = (names, value) => {
    if (!names) return true
    const list = [names].flat()
    const refused = list.filter((name) => name.startsWith('!')).map((name) => name.slice(1))
    return refused.length > 0 ? !refused.includes(value) : list.includes(value)
  }
  return (
    allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, usesGlibc() ? 'glibc' : 'musl')
  )
}

function usesGlibc() {
  return process.platform !== 'linux' || Boolean(process.report.getReport().header.glibcVersionRuntime)
}

function refuseForeignPlatform() {
  const here = `${process.platform}-${process.arch}`
  if (!['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].includes(here)) {
    throw new Obstacle(`it runs on Linux and macOS (x64 or arm64), not on ${here}. On Windows use WSL.`)
  }
  if (!usesGlibc())
    throw new Obstacle('it needs a Linux with glibc, such as Debian or Ubuntu; this one uses musl.')
}

/**
 * Links the lockfile's Node so that it comes first on the PATH of npm's scripts. npm before 11 removes the link together with the
 * packages for other platforms, which carry a program of the same name.
 */
function linkOwnNode() {
  const link = join(modules, '.bin', 'node')
  if (!existsSync(ownNode) || existsSync(link)) return
  mkdirSync(dirname(link), { recursive: true })
  chmodSync(ownNode, 0o755)
  try {
    symlinkSync(relative(dirname(link), ownNode), link)
  } catch (error) {
    // Another command has made the link.
    if (error.code !== 'EEXIST') throw error
  }
}

/** Refuses a Node that is too old. On Linux the lockfile contains its own Node; elsewhere the installed one is used. */
function refuseOldNode() {
  if (existsSync(ownNode)) return
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
  if (!isEnough) {
    throw new Obstacle(
      `it needs Node ${oldestNode.join('.')} or newer on this system; this is ${process.versions.node}.`,
    )
  }
}

/** Waits for the lock: two commands that start at once in a new clone must not install concurrently. */
async function takeTurn() {
  const name = createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 16)
  const file = join(tmpdir(), `apogee-install-${name}.pid`)
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = Number(existsSync(file) ? readFileSync(file, 'utf8') : 0)
    if (holder > 0 && !isAlive(holder)) rmSync(file, { force: true })
    else if (!waited) console.error('Waiting for another command that is installing …')
    await pause(300)
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Stops an engine that survived a killed server, because it runs from the files that npm is about to remove. */
async function stopEngineOfThisFolder() {
  const cluster = join(resolve(root, process.env.DATA_DIR ?? 'data'), 'postgres')
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  if (!isOurEngine(pid, cluster)) return
  console.error(`Stopping the database engine (process ${pid}) before its files are replaced …`)
  process.kill(pid, 'SIGINT')
  for (let waitedMs = 0; existsSync(file) && isAlive(pid); waitedMs += 100) {
    if (waitedMs > 30_000)
      throw new Obstacle(`the database engine (process ${pid}) does not stop; stop it first.`)
    await pause(100)
  }
}

function isOurEngine(pid, cluster) {
  if (!(pid > 0) || !isAlive(pid)) return false
  try {
    const isOnThisCluster = readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    return isOnThisCluster && readlinkSync(`/proc/${pid}/exe`).startsWith(realpathSync(modules))
  } catch {
    // Without /proc, or without permission, the engine may belong to another folder and is not stopped.
    return false
  }
}

async function installPackages() {
  console.error('Installing packages; the first time this takes a minute …')
  let answer = await installWith(process.execPath)
  linkOwnNode()
  if (answer.code === 0 && !isInstalledByHand() && existsSync(ownNode)) {
    // npm silently skips optional packages that its own Node is too old for. The lockfile's Node is new enough.
    answer = await installWith(ownNode)
  }
  if (answer.code === 0) return
  console.error(answer.said)
  throw new Obstacle(explain(answer.said, answer.code))
}

async function installWith(node) {
  const answer = await runNpm(node, ['ci'])
  // Not every registry carries every platform's build of a tool. A lockfile written at a registry that lacks some builds names none
  // of them, and "npm ci" then refuses everywhere. The fallback installs the same locked versions.
  if (answer.code === 0 || !lacksOnlyOtherBuilds(answer.said)) return answer
  return runNpm(node, ['install', '--no-save'])
}

/** Returns whether npm misses only optional packages of dependencies in the lockfile, never the project's own. */
function lacksOnlyOtherBuilds(said) {
  if (!said.includes('EUSAGE') || /Invalid: /.test(said)) return false
  const { packages = {} } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const optional = new Set(
    Object.entries(packages)
      .filter(([path]) => path.includes('node_modules/'))
      .flatMap(([, entry]) => Object.keys(entry.optionalDependencies ?? {})),
  )
  const missing = [...said.matchAll(/Missing: (\S+)@\S* from lock file/g)].map((match) => match[1])
  return missing.length > 0 && missing.every((name) => optional.has(name))
}

/** @returns npm's exit code and its output, which is buffered until the caller decides whether to show it. */
async function runNpm(node, command) {
  const cli = process.env.npm_execpath
  const [file, first] = cli && /\.[cm]?js$/.test(cli) ? [node, [cli]] : ['npm', []]
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) }
  const flags = [
    isProduction ? '--omit=dev' : '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npm = spawn(file, [...first, ...command, ...flags], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text))
  const stop = endWithUs(npm)
  const code = await new Promise((settle, reject) => {
    npm.once('error', (error) =>
      reject(error.code === 'ENOENT' ? new Obstacle('npm is not installed or not on the PATH.') : error),
    )
    npm.once('close', settle)
  })
  stop()
  return { said, code }
}

/**
 * Stops npm at once when this command is stopped; the next run rewrites partly written files. This process then ends with the same
 * signal, so that its caller does not continue to start.
 * @returns a function to call when npm has ended; it does not return after a stop signal.
 */
function endWithUs(npm) {
  let asked
  const stop = (signal) => {
    asked = signal
    npm.kill('SIGKILL')
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)
  return () => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, stop)
    if (asked) throw new Stopped(asked)
  }
}

function explain(said, code) {
  const causes = [
    [
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i,
      'the package registry cannot be reached. Check the network; behind a proxy set HTTPS_PROXY or "npm config set proxy".',
    ],
    [
      /CERT|SELF_SIGNED|unable to (get|verify)/i,
      "the registry's certificate is not trusted here. Set NODE_EXTRA_CA_CERTS to your proxy's certificate.",
    ],
    [/ENOSPC/, 'the disk is full.'],
    [/EACCES|EPERM|EROFS/, `this user may not write to ${root}.`],
    [
      /EINTEGRITY/,
      'a package differs from what package-lock.json expects. Run "npm cache clean --force" and try again.',
    ],
    [
      /EUSAGE|can only install packages when/,
      'package.json and package-lock.json do not fit together. Run "npm install" and commit the lockfile.',
    ],
    [
      /E40[134]|ETARGET/,
      'the package registry does not give out a package. Check "npm config get registry".',
    ],
  ]
  const cause = causes.find(([pattern]) => pattern.test(said))
  return cause ? cause[1] : `npm ended with ${code}; its words are above.`
}
