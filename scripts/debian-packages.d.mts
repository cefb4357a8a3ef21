/** Whether the module of this address is the script that Node was asked to run. */
export function isEntry(url: string): boolean

/** Whether this is Debian and we are root. */
export function canInstallDebianPackages(): boolean

/** Installs them, or ends the process with a sentence that says how otherwise. */
export function installDebianPackages(wish: { packages: string[]; purpose: string; otherwise: string }): void
