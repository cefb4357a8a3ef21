/** Returns whether the module at this address is the script that Node was asked to run. */
export function isEntry(url: string): boolean

export function canInstallDebianPackages(): boolean

/** Installs the packages, or ends the process with a sentence that names the alternative. */
export function installDebianPackages(wish: { packages: string[]; purpose: string; otherwise: string }): void
