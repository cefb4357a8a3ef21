/** Addresses of the files of an open package. The number of the activity is in it, so that its pages know whose they are. */

export const packagesFolder = '/packages'
/** The product's own scripts, the same for all packages. */
export const runTimeFolder = `${packagesFolder}/run-time/`
/** In the folder of a launch; no file of a package has this name, because files are looked up after it. */
export const launchDataName = '~launch.js'

/** Ends the name of a launch whose files are on the host of packages. Tokens have no such character. */
const ownHostMark = '~'

/** The mark is part of what the stored hash is of: a launch of one host is unknown at the other. */
export const launchName = (token: string, isOnOwnHost: boolean): string =>
  isOnOwnHost ? token + ownHostMark : token
export const isOnOwnHost = (launch: string): boolean => launch.endsWith(ownHostMark)
/** What is no such name could change the policy of answers. */
export const isLaunchName = (text: string): boolean => /^[\w-]{1,99}~?$/.test(text)

export const filesPrefix = (launch: string, place: number) => `${packagesFolder}/${launch}/${place}/`

export function addressOf(
  launch: string,
  place: number,
  { path, suffix }: { path: string; suffix: string },
): string {
  return filesPrefix(launch, place) + path.split('/').map(encodeURIComponent).join('/') + suffix
}
