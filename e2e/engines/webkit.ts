/** Drives WebKitGTK's MiniBrowser by WebDriver (https://www.w3.org/TR/webdriver2/). It has no headless mode, so it draws on Xvfb. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/product-process.ts'
import { windowHeight, type Driver, type Key, type Point } from './driver.ts'

const callLimitMs = 45_000
const startLimitMs = 30_000
const stopLimitMs = 5_000

export interface WebKitPrograms {
  driver: string
  browser: string
  display: string
}

export async function startWebKit(programs: WebKitPrograms): Promise<Driver> {
  const screen = await startDisplay(programs.display)
  const port = await freePort()
  const folders = await newFolders()
  const service = spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    // The service gets a process group of its own, so that the browsers that it has started can be ended with it.
    detached: true,
    env: {
      ...process.env,
      DISPLAY: screen.display,
      XDG_CONFIG_HOME: folders.config,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // The engine's sandbox needs user namespaces, which root does not have in a container.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const stop = async () => {
    await endGroup(service)
    await endGroup(screen.process)
    await rm(folders.root, { recursive: true, force: true })
  }
  try {
    const call = await newSession(`http://127.0.0.1:${port}`, programs.browser)
    return await driverOf(call, folders.saved, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** The engine saves files in the person's folder for downloads, which this configuration names. */
async function newFolders(): Promise<{ root: string; config: string; saved: string }> {
  const root = await mkdtemp(join(tmpdir(), 'apogee-webkit-'))
  const folders = { root, config: join(root, 'config'), saved: join(root, 'saved') }
  await mkdir(folders.config)
  await mkdir(folders.saved)
  await writeFile(join(folders.config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${folders.saved}"\n`)
  return folders
}

/** WebDriver writes these keys as characters of a private area (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
const keyCodes: Record<Key, string> = {
  Enter: '\uE007',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
  Tab: '\uE004',
}

async function driverOf(call: Call, saved: string, stop: () => Promise<void>): Promise<Driver> {
  const showHandle = (handle: string) => call('POST', '/window', { handle })
  let tabs = [(await call('GET', '/window')) as string]
  const keys = async (values: readonly string[]) => {
    const actions = values.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }
  const hold = async ([first, ...path]: readonly Point[]) => {
    if (!first) return
    const move = ({ x, y }: Point) => ({
      type: 'pointerMove',
      duration: 0,
      origin: 'viewport',
      x: Math.round(x),
      y: Math.round(y),
    })
    const actions = [
      move(first),
      { type: 'pointerDown', button: 0 },
      ...path.map(move),
      { type: 'pointerUp', button: 0 },
    ]
    await call('POST', '/actions', {
      actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
    })
  }
  return {
    engine: 'WebKit',
    narrowestWidth: 447,
    savedFiles: saved,
    async startAfresh() {
      const [first = '', ...others] = tabs
      for (const other of others) {
        await showHandle(other)
        await call('DELETE', '/window')
      }
      tabs = [first]
      await showHandle(first)
      await call('POST', '/url', { url: 'about:blank' })
      await call('POST', '/window/rect', { x: 0, y: 0, width: 1440, height: windowHeight })
    },
    async openTab() {
      const { handle } = (await call('POST', '/window/new', { type: 'window' })) as { handle: string }
      tabs.push(handle)
      await showHandle(handle)
    },
    async showTab(place) {
      const handle = tabs[place]
      if (handle === undefined) throw new Error(`there is no tab ${place}`)
      await showHandle(handle)
    },
    async open(url) {
      await call('POST', '/url', { url })
    },
    evaluate: (expression) => call('POST', '/execute/sync', { script: `return (${expression})`, args: [] }),
    press: (point) => hold([point]),
    drag: hold,
    type: (text) => keys([...text]),
    pressKey: (key) => keys([keyCodes[key]]),
    picture: async () => Buffer.from((await call('GET', '/screenshot')) as string, 'base64'),
    async setWidth(width) {
      await call('POST', '/window/rect', { x: 0, y: 0, width, height: windowHeight })
    },
    async close() {
      // If a session outlived its display, the next session could not start.
      await call('DELETE', '').catch((error: unknown) => console.error(`WebKit's session: ${String(error)}`))
      await stop()
    },
  }
}

async function newSession(service: string, binary: string): Promise<Call> {
  const wish = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  await untilListening(service)
  const { sessionId } = (await send('POST', `${service}/session`, {
    capabilities: { alwaysMatch: wish },
  })) as { sessionId: string }
  const call: Call = (method, path, body) => send(method, `${service}/session/${sessionId}${path}`, body)
  await call('POST', '/timeouts', { script: callLimitMs, pageLoad: callLimitMs })
  return call
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(callLimitMs),
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error((value as { message?: string }).message ?? `WebDriver ${answer.status}`)
  return value
}

async function untilListening(service: string): Promise<void> {
  const until = Date.now() + startLimitMs
  for (;;) {
    try {
      await fetch(`${service}/status`)
      return
    } catch (error) {
      if (Date.now() > until) throw error
    }
    await pause(100)
  }
}

/** Xvfb chooses a free number and writes it when it accepts windows. */
async function startDisplay(program: string): Promise<{ process: ChildProcess; display: string }> {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '1600x1100x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const [written] = (await once(child.stdio[3]!, 'data', {
    signal: AbortSignal.timeout(startLimitMs),
  })) as [Buffer]
  return { process: child, display: `:${written.toString().trim()}` }
}

/** Ends the process and all processes that it has started. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(stopLimitMs) })
  process.kill(-child.pid, 'SIGTERM')
  try {
    await ended
  } catch {
    process.kill(-child.pid, 'SIGKILL')
  }
}
