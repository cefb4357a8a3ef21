/*
 * Finds Firefox and WebKitGTK with its driver, or installs Debian's when permitted. Run the script to install; import the functions to
 * use them.
 */
import { existsSync, globSync } from 'node:fs'
import { findProgram } from './chromium.mjs'
import { isEntry, installDebianPackages } from './debian-packages.mjs'

/** @returns {string | undefined} path of an executable: FIREFOX when set, else on the PATH. */
export const findFirefox = () => findProgram('FIREFOX', ['firefox-esr', 'firefox'])

/** @returns {{ driver: string, browser: string, display: string } | undefined} paths of the driver, of the browser and of Xvfb. */
export function findWebKit() {
  const driver = findProgram('WEBKIT_DRIVER', ['WebKitWebDriver'])
  const display = findProgram('XVFB', ['Xvfb'])
  const [browser] = globSync('/usr/lib*/{*/,}webkit2gtk-4.*/MiniBrowser')
  return driver && display && browser ? { driver, browser, display } : undefined
}

/** WebKit plays the videos of lessons through GStreamer. */
const hasVideo = () =>
  existsSync('/usr/bin/apt-get') === false || globSync('/usr/lib/*/gstreamer-1.0/libgstlibav.so').length > 0

const isComplete = () => findFirefox() !== undefined && findWebKit() !== undefined && hasVideo()

if (isEntry(import.meta.url)) {
  if (!isComplete()) {
    installDebianPackages({
      packages: [
        'firefox-esr',
        'webkit2gtk-driver',
        'xvfb',
        'gstreamer1.0-libav',
        'gstreamer1.0-plugins-good',
      ],
      purpose: 'tests in Firefox and WebKit',
      otherwise: 'Set FIREFOX, WEBKIT_DRIVER and XVFB to their paths.',
    })
  }
  console.log(
    isComplete()
      ? 'Firefox and WebKit are installed.'
      : 'Firefox or WebKit was not found after the installation.',
  )
  if (!isComplete()) process.exitCode = 1
}
