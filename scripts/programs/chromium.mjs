/*
 * Finds a Chromium for the browser journeys, or installs Debian's when permitted. Run the script to install; import findChromium()
 * to use it.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isEntry, installDebianPackages } from './debian-packages.mjs'

/** The headless shell is several times faster; only the whole Chromium shows PDF files and keeps pages for Back. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const wholes = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * @param {{ whole?: boolean }} [need] `whole` excludes the headless shell.
 * @returns {string | undefined} path of an executable: CHROMIUM when set, else the first found on the PATH.
 */
export function findChromium({ whole = false } = {}) {
  return findProgram('CHROMIUM', whole ? wholes : [...shells, ...wholes])
}

/**
 * @param {string} variable that may name the executable
 * @param {string[]} names looked for on the PATH, in this order
 * @returns {string | undefined}
 */
export function findProgram(variable, names) {
  const chosen = process.env[variable]
  if (chosen) {
    if (isExecutable(chosen)) return chosen
    throw new Error(`${variable}=${chosen} is not an executable file.`)
  }
  return names.map(onPath).find(Boolean)
}

/** @param {string} name */
function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

if (isEntry(import.meta.url)) {
  if (!findChromium() || !findChromium({ whole: true })) {
    installDebianPackages({
      packages: ['chromium-headless-shell', 'chromium'],
      purpose: 'the browser journeys',
      otherwise: 'Set CHROMIUM to the path of a Chromium or Chrome.',
    })
  }
  console.log(findChromium() ?? 'No Chromium was found after the installation.')
  if (!findChromium()) process.exitCode = 1
}
