/** Addresses of the files of an open package. The number of the activity is in it, so that its pages know whose they are. */

export const packagesFolder = '/packages'
/** The product's own scripts, the same for all packages. */
export const runTimeFolder = `${packagesFolder}/run-time/`
/** In the folder of a launch; no file of a package has this name, because files are looked up after it. */
export const launchDataName = '~launch.js'

export const filesPrefix = (launch: string, place: number) => `${packagesFolder}/${launch}/${place}/`

export function addressOf(
  launch: string,
  place: number,
  { path, suffix }: { path: string; suffix: string },
): string {
  return filesPrefix(launch, place) + path.split('/').map(encodeURIComponent).join('/') + suffix
}
